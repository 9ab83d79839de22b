import { baseNames, type Callee, type Dialect, type Found, type Scope } from "../dialect.ts";
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
    identifier: bareCall,
  },
  typeNames: [],
  capitalNames: ["constant"],
  namespaces: false,
};

/** Where a plain name that is no variable is a call without arguments. */
const CALLED_IN = new Set([
  "body_statement",
  "block_body",
  "begin",
  "then",
  "else",
  "ensure",
  "if_modifier",
  "unless_modifier",
  "while_modifier",
  "until_modifier",
  "if",
  "unless",
  "elsif",
  "while",
  "until",
  "case",
  "conditional",
  "binary",
  "unary",
  "argument_list",
  "assignment",
  "operator_assignment",
  "parenthesized_statements",
  "interpolation",
  "array",
  "pair",
]);
/** Where a plain name is what a variable is made by. */
const BOUND_IN =
  /^(?:assignment|operator_assignment|left_assignment_list|destructured_left_assignment|rest_assignment|exception_variable|for|(?:method|block|lambda)_parameters|(?:block|destructured|hash_splat|keyword|optional|splat)_parameter|\w*_pattern)$/;

/** `read` of `def process; read; end`: a name in a method that is none of its variables. */
function bareCall(tree: SyntaxTree, node: number): Callee | undefined {
  const parent = tree.parent(node);
  if (!CALLED_IN.has(tree.type(parent)) || isBinding(tree, node, parent)) return undefined;
  let around = parent;
  while (around !== NONE && !/^(?:singleton_)?method$/.test(tree.type(around))) around = tree.parent(around);
  if (around === NONE || variables(tree, around).has(tree.textOf(node))) return undefined;
  return { name: node, object: NONE };
}

function isBinding(tree: SyntaxTree, node: number, parent: number): boolean {
  const type = tree.type(parent);
  if (!BOUND_IN.test(type)) return false;
  if (type === "assignment" || type === "operator_assignment") return tree.field(parent, "left") === node;
  return type !== "optional_parameter" && type !== "keyword_parameter" || tree.field(parent, "name") === node;
}

let last: { text: string; method: number; names: ReadonlySet<string> } | undefined;

/** Names of a method's parameters and variables, and of those of the blocks in it. */
function variables(tree: SyntaxTree, method: number): ReadonlySet<string> {
  if (last?.method === method && last.text === tree.text) return last.names;
  const names = new Set<string>();
  for (let node = method + 1; node < (tree.afters[method] ?? 0); node++) {
    if (tree.type(node) === "identifier" && isBinding(tree, node, tree.parent(node))) {
      names.add(tree.textOf(node));
    }
  }
  last = { text: tree.text, method, names };
  return names;
}

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
