import { baseNames, calleeIn, type Dialect, type Found, named, type Scope } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

export const python: Dialect = {
  leaves: [
    "identifier",
    "integer",
    "float",
    "comment",
    "string_start",
    "string_end",
    "string_content",
    "none",
  ],
  skipped: ["import_statement", "import_from_statement", "future_import_statement"],
  comments: ["comment"],
  remark: { expression_statement: isString },
  functions: ["function_definition", "lambda"],
  defines: {
    class_definition: named("class", { bases: superclasses }),
    function_definition: named("function"),
    type_alias_statement: typeAlias,
    assignment,
  },
  calls: {
    call: calleeIn("function", {
      names: ["identifier"],
      members: { attribute: ["object", "attribute"] },
      wrappers: { subscript: "value", parenthesized_expression: "" },
    }),
  },
  typeNames: [],
  capitalNames: ["identifier"],
  namespaces: false,
};

/** A string that stands alone says something to people, or nothing. */
function isString(tree: SyntaxTree, node: number): boolean {
  const first = tree.firstChild(node);
  return first !== NONE && tree.nextSibling(first) === NONE &&
    /^(?:concatenated_)?string$/.test(tree.type(first));
}

function superclasses(tree: SyntaxTree, node: number): string[] {
  const list = [...tree.children(tree.field(node, "superclasses"))];
  return baseNames(tree, list.filter((each) => tree.type(each) !== "keyword_argument"));
}

function typeAlias(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const at = tree.field(node, "left");
  const name = /^\w+/.exec(tree.textOf(at))?.[0];
  return local || name === undefined ? undefined : { name, kind: "type", at };
}

/** A value of a module or class; `__all__` and its like are the language's. */
function assignment(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  if (local || tree.type(tree.parent(node)) !== "expression_statement") return undefined;
  const at = tree.field(node, "left");
  if (tree.type(at) !== "identifier" || tree.field(node, "right") === NONE) return undefined;
  const name = tree.textOf(at);
  return name.startsWith("__") ? undefined : { name, kind: "constant", at };
}
