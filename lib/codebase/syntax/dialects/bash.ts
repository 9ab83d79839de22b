import { type Callee, type Dialect, type Found, named, type Scope } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

const BUILT_IN = new Set(
  ". : [ alias bg break builtin cd command continue echo eval exec exit export false fg getopts hash jobs kill let local popd printf pushd pwd read return set shift shopt source test times trap true type ulimit umask unalias unset wait"
    .split(" "),
);

export const bash: Dialect = {
  leaves: [
    "word",
    "comment",
    "raw_string",
    "string_content",
    "number",
    "variable_name",
    "special_variable_name",
    "regex",
  ],
  skipped: [],
  comments: ["comment"],
  functions: ["function_definition"],
  defines: { function_definition: named("function"), declaration_command: constants },
  calls: { command },
  typeNames: [],
  capitalNames: [],
  namespaces: false,
};

/** Variables that are made read-only, or given to other programs. */
function constants(tree: SyntaxTree, node: number, { local }: Scope): Found[] {
  const fixed = tree.has(node, "readonly") || tree.has(node, "export") ||
    [...tree.children(node)].some((child) =>
      tree.type(child) === "word" && /^-\w*[rx]/.test(tree.textOf(child))
    );
  if (local || !fixed) return [];
  const found: Found[] = [];
  for (const child of tree.children(node)) {
    const at = tree.type(child) === "variable_assignment" ? tree.field(child, "name") : NONE;
    if (at !== NONE && tree.type(at) === "variable_name") {
      found.push({ name: tree.textOf(at), kind: "constant", at });
    }
  }
  return found;
}

/** A command that is no path, no variable and not the shell's own may be a function. */
function command(tree: SyntaxTree, node: number): Callee | undefined {
  const name = tree.firstChild(tree.field(node, "name"));
  if (name === NONE || tree.type(name) !== "word") return undefined;
  const text = tree.textOf(name);
  return /^[\w:.-]+$/.test(text) && !BUILT_IN.has(text) ? { name, object: NONE } : undefined;
}
