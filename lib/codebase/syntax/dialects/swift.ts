import {
  baseNames,
  type Callee,
  callee,
  type CalleeShapes,
  type Dialect,
  type Found,
  named,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

const SHAPES: CalleeShapes = {
  names: ["simple_identifier", "type_identifier"],
  members: { navigation_expression: ["target", "suffix"] },
  wrappers: { navigation_suffix: "suffix", user_type: "", tuple_expression: "" },
};

export const swift: Dialect = {
  leaves: [
    "simple_identifier",
    "type_identifier",
    "comment",
    "multiline_comment",
    "integer_literal",
    "real_literal",
    "boolean_literal",
    "line_str_text",
    "multi_line_str_text",
    "raw_str_part",
    "visibility_modifier",
    "where_keyword",
  ],
  skipped: ["import_declaration"],
  comments: ["comment", "multiline_comment"],
  functions: [
    "function_declaration",
    "init_declaration",
    "deinit_declaration",
    "subscript_declaration",
    "computed_property",
    "willset_didset_block",
    "lambda_literal",
  ],
  defines: {
    class_declaration: type,
    protocol_declaration: named("interface", { bases }),
    function_declaration: functionDeclaration,
    protocol_function_declaration: functionDeclaration,
    init_declaration: named("function"),
    typealias_declaration: named("type"),
    associatedtype_declaration: named("type"),
    property_declaration: properties,
    protocol_property_declaration: properties,
  },
  calls: {
    call_expression: (tree, node) => callee(tree, tree.firstChild(node), SHAPES),
    constructor_expression: constructed,
  },
  typeNames: [],
  capitalNames: ["type_identifier", "simple_identifier"],
  typeParameters: { type_parameter: ["type_identifier"] },
  namespaces: false,
};

function bases(tree: SyntaxTree, node: number): string[] {
  const heads: number[] = [];
  for (const child of tree.children(node)) {
    if (tree.type(child) === "inheritance_specifier") heads.push(tree.field(child, "inherits_from"));
  }
  return baseNames(tree, heads);
}

/** `class`, `struct`, `actor`, `enum` and `extension` are one node type. */
function type(tree: SyntaxTree, node: number): Found | undefined {
  const written = tree.field(node, "name");
  if (written === NONE) return undefined;
  const at = tree.type(written) === "user_type" ? lastTypeName(tree, written) : written;
  if (at === NONE) return undefined;
  const word = tree.type(tree.field(node, "declaration_kind"));
  const kind = word === "extension" ? "implementation" : word === "enum" ? "enum" : "class";
  return { name: tree.textOf(at), kind, at, bases: bases(tree, node) };
}

function lastTypeName(tree: SyntaxTree, node: number): number {
  let last = NONE;
  for (const child of tree.children(node)) if (tree.type(child) === "type_identifier") last = child;
  return last;
}

/** An operator has no name; what the grammar calls `name` there is the type it gives back. */
function functionDeclaration(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  if (at === NONE || tree.type(at) !== "simple_identifier") return undefined;
  return { name: tree.textOf(at), kind: "function", at };
}

function properties(tree: SyntaxTree, node: number, { local }: Scope): Found[] {
  if (local) return [];
  const found: Found[] = [];
  for (const child of tree.children(node)) {
    const at = tree.type(child) === "pattern" ? tree.field(child, "bound_identifier") : NONE;
    if (at !== NONE) found.push({ name: tree.textOf(at), kind: "constant", at });
  }
  return found;
}

function constructed(tree: SyntaxTree, node: number): Callee | undefined {
  const type = tree.field(node, "constructed_type");
  const name = type !== NONE && tree.type(type) === "user_type" ? lastTypeName(tree, type) : NONE;
  return name === NONE ? undefined : { name, object: NONE };
}
