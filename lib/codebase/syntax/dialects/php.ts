import { baseNames, type Callee, type Dialect, type Found, named, type Scope } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

/** Where a name is a type's. */
const OF_TYPE = new Set([
  "named_type",
  "qualified_name",
  "base_clause",
  "class_interface_clause",
  "use_declaration",
  "class_constant_access_expression",
  "scoped_call_expression",
  "scoped_property_access_expression",
  "binary_expression",
  "attribute",
]);

export const php: Dialect = {
  leaves: [
    "name",
    "comment",
    "string_content",
    "escape_sequence",
    "integer",
    "float",
    "boolean",
    "null",
    "primitive_type",
    "text",
    "visibility_modifier",
    "static_modifier",
    "heredoc_start",
    "heredoc_end",
    "nowdoc_body",
  ],
  skipped: ["namespace_use_declaration", "namespace_name"],
  comments: ["comment"],
  functions: ["function_definition", "method_declaration", "anonymous_function", "arrow_function"],
  defines: {
    class_declaration: named("class", { bases }),
    trait_declaration: named("class"),
    interface_declaration: named("interface", { bases }),
    enum_declaration: named("enum", { bases }),
    function_definition: named("function"),
    method_declaration: named("function"),
    const_element: constant,
  },
  extends: { use_declaration: traits },
  calls: {
    function_call_expression: (tree, node) => called(tree, tree.field(node, "function"), NONE),
    member_call_expression: (tree, node) =>
      called(tree, tree.field(node, "name"), tree.field(node, "object")),
    nullsafe_member_call_expression: (tree, node) =>
      called(tree, tree.field(node, "name"), tree.field(node, "object")),
    scoped_call_expression: (tree, node) => called(tree, tree.field(node, "name"), tree.field(node, "scope")),
    object_creation_expression: (tree, node) =>
      called(tree, tree.child(node, "name", "qualified_name"), NONE),
  },
  typeNames: [],
  capitalNames: ["name"],
  mentions: (tree, node) => {
    const parent = tree.parent(node);
    if (!OF_TYPE.has(tree.type(parent))) return false;
    return tree.type(parent) !== "class_constant_access_expression" || tree.firstChild(parent) === node;
  },
  namespaces: true,
};

function bases(tree: SyntaxTree, node: number): string[] {
  const heads: number[] = [];
  for (const clause of tree.children(node)) {
    if (!/^(?:base_clause|class_interface_clause)$/.test(tree.type(clause))) continue;
    for (const child of tree.children(clause)) if (isName(tree, child)) heads.push(child);
  }
  return baseNames(tree, heads);
}

function isName(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === "name" || tree.type(node) === "qualified_name";
}

function traits(tree: SyntaxTree, node: number): string[] {
  return baseNames(tree, [...tree.children(node)].filter((child) => isName(tree, child)));
}

function constant(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const at = tree.child(node, "name");
  return local || at === NONE ? undefined : { name: tree.textOf(at), kind: "constant", at };
}

/** A name that is computed is none. The dollar is not part of a variable's name. */
function called(tree: SyntaxTree, name: number, on: number): Callee | undefined {
  const last = name !== NONE && tree.type(name) === "qualified_name" ? tree.lastChild(name) : name;
  if (last === NONE || tree.type(last) !== "name") return undefined;
  const object = on !== NONE && tree.type(on) === "variable_name" ? tree.firstChild(on) : on;
  return { name: last, object };
}
