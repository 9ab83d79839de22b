import { baseNames, type Dialect, type Found, type Scope } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

/** Calls in a class's body that make methods out of the symbols they are given. */
const MAKERS =
  /^(?:attr_(?:accessor|reader|writer)|[cm]attr_\w+|class_attribute|scope|delegate|define_method|alias_method|def_\w+)$/;
const METHOD_NAME = /^[_\p{L}][\w\p{L}]*[?!=]?$/u;
const MAX_MADE = 200;

export const ruby: Dialect = {
  leaves: [
    "identifier",
    "constant",
    "comment",
    "string_content",
    "simple_symbol",
    "hash_key_symbol",
    "integer",
    "float",
    "instance_variable",
    "global_variable",
    "class_variable",
    "self",
    "super",
    "nil",
    "true",
    "false",
    "escape_sequence",
    "heredoc_content",
    "heredoc_end",
  ],
  skipped: [],
  comments: ["comment"],
  functions: ["method", "singleton_method"],
  defines: {
    class: type("class"),
    module: type("module"),
    method,
    singleton_method: method,
    assignment,
    operator_assignment: assignment,
    call: made,
    alias: aliased,
  },
  extends: { call: mixedIn },
  calls: {
    call: (tree, node) => {
      const name = tree.field(node, "method");
      return name === NONE ? undefined : { name, object: tree.field(node, "receiver") };
    },
  },
  typeNames: [],
  capitalNames: ["constant"],
  namespaces: false,
};

/** The plain name at the end of `A::B`. */
function lastName(tree: SyntaxTree, node: number): number {
  return tree.type(node) === "scope_resolution" ? tree.field(node, "name") : node;
}

function type(kind: "class" | "module"): Dialect["defines"][string] {
  return (tree, node) => {
    const at = lastName(tree, tree.field(node, "name"));
    if (at === NONE) return undefined;
    const superclass = tree.lastChild(tree.field(node, "superclass"));
    return {
      name: tree.textOf(at),
      kind,
      at,
      bases: superclass === NONE ? [] : baseNames(tree, [superclass]),
    };
  };
}

function method(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  const name = tree.textOf(at);
  return METHOD_NAME.test(name) ? { name, kind: "function", at } : undefined;
}

function assignment(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const at = tree.field(node, "left");
  if (local || tree.type(at) !== "constant") return undefined;
  const name = tree.textOf(at);
  const value = tree.field(node, "right");
  const maker = tree.textOf(tree.field(value, "receiver"));
  const made = tree.textOf(tree.field(value, "method"));
  if (!/^(?:Struct|Class|Data|Module)$/.test(maker) || !/^(?:new|define)$/.test(made)) {
    return { name, kind: "constant", at };
  }
  const bases = maker === "Class" ? baseNames(tree, tree.children(tree.field(value, "arguments"))) : [];
  return { name, kind: "class", at, bases };
}

/** What a symbol or a plain string says. */
function symbolText(tree: SyntaxTree, node: number): string | undefined {
  const text = tree.textOf(node);
  const name = tree.type(node) === "simple_symbol"
    ? text.slice(1)
    : tree.type(node) === "string"
    ? text.slice(1, -1)
    : "";
  return METHOD_NAME.test(name) ? name : undefined;
}

function made(tree: SyntaxTree, node: number, { local }: Scope): Found[] {
  const maker = tree.textOf(tree.field(node, "method"));
  if (local || !MAKERS.test(maker) || tree.field(node, "receiver") !== NONE) return [];
  const one = !/^(?:[cm]?attr_|class_attribute|delegate|def_(?:instance_)?delegators)/.test(maker);
  const found: Found[] = [];
  for (const argument of tree.children(tree.field(node, "arguments"))) {
    if (tree.type(argument) === "pair" || found.length >= MAX_MADE) break;
    const name = symbolText(tree, argument);
    if (name !== undefined) found.push({ name, kind: "function", at: argument });
    if (one) break;
  }
  return found;
}

function aliased(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const at = tree.field(node, "name");
  const name = tree.textOf(at);
  return local || !METHOD_NAME.test(name) ? undefined : { name, kind: "function", at };
}

function mixedIn(tree: SyntaxTree, node: number): string[] {
  if (tree.field(node, "receiver") !== NONE) return [];
  if (!/^(?:include|extend|prepend)$/.test(tree.textOf(tree.field(node, "method")))) return [];
  const given = [...tree.children(tree.field(node, "arguments"))];
  return baseNames(tree, given.filter((each) => /^(?:constant|scope_resolution)$/.test(tree.type(each))));
}
