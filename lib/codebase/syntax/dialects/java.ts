import { baseNames, type Dialect, type Found, member, named, type Scope } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

export const java: Dialect = {
  leaves: [
    "identifier",
    "type_identifier",
    "line_comment",
    "block_comment",
    "string_fragment",
    "character_literal",
    "decimal_integer_literal",
    "integral_type",
    "void_type",
    "this",
    "super",
  ],
  skipped: ["import_declaration", "package_declaration"],
  comments: ["line_comment", "block_comment"],
  functions: [
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "lambda_expression",
    "static_initializer",
  ],
  defines: {
    class_declaration: named("class", { bases: supertypes }),
    record_declaration: named("class", { bases: supertypes }),
    enum_declaration: named("enum", { bases: supertypes }),
    interface_declaration: named("interface", { bases: supertypes }),
    annotation_type_declaration: named("interface"),
    module_declaration: named("module"),
    method_declaration: member(named("method")),
    constructor_declaration: member(named("method")),
    compact_constructor_declaration: member(named("method")),
    annotation_type_element_declaration: member(named("method")),
    variable_declarator: constant,
  },
  calls: {
    method_invocation: (tree, node) => {
      const name = tree.field(node, "name");
      return name === NONE ? undefined : { name, object: tree.field(node, "object") };
    },
    object_creation_expression: (tree, node) => {
      const name = typeName(tree, tree.field(node, "type"));
      return name === NONE ? undefined : { name, object: NONE };
    },
  },
  typeNames: [],
  capitalNames: ["identifier", "type_identifier"],
  typeParameters: { type_parameter: ["type_identifier"] },
  namespaces: false,
};

function supertypes(tree: SyntaxTree, node: number): string[] {
  const heads: number[] = [];
  for (const child of tree.children(node)) {
    switch (tree.type(child)) {
      case "superclass":
        heads.push(...tree.children(child));
        break;
      case "super_interfaces":
      case "extends_interfaces":
        heads.push(...tree.children(tree.child(child, "type_list")));
    }
  }
  return baseNames(tree, heads.filter((head) => tree.type(head) !== "extends"));
}

function constant(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const declaration = tree.parent(node);
  const type = tree.type(declaration);
  const at = tree.field(node, "name");
  if (local || at === NONE || (type !== "field_declaration" && type !== "constant_declaration")) {
    return undefined;
  }
  const fixed = type === "constant_declaration" || tree.has(tree.child(declaration, "modifiers"), "final");
  return fixed ? { name: tree.textOf(at), kind: "constant", at } : undefined;
}

/** The node of the last plain name of a type. */
function typeName(tree: SyntaxTree, type: number): number {
  let current = type;
  while (current !== NONE) {
    switch (tree.type(current)) {
      case "type_identifier":
        return current;
      case "generic_type":
        current = tree.firstChild(current);
        break;
      case "scoped_type_identifier":
        current = [...tree.children(current)].filter((each) =>
          tree.type(each) === "type_identifier"
        ).at(-1) ?? NONE;
        break;
      default:
        return NONE;
    }
  }
  return NONE;
}
