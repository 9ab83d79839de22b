import {
  baseNames,
  calleeIn,
  type CalleeShapes,
  type Dialect,
  type Found,
  lastPart,
  named,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

const BUILT_IN =
  "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr";

const SHAPES: CalleeShapes = {
  names: ["identifier", "field_identifier", "type_identifier"],
  members: { selector_expression: ["operand", "field"], qualified_type: ["package", "name"] },
  wrappers: {
    parenthesized_expression: "",
    type_instantiation_expression: "type",
    index_expression: "operand",
    generic_type: "type",
  },
};

export const go: Dialect = {
  leaves: [
    "identifier",
    "field_identifier",
    "type_identifier",
    "package_identifier",
    "comment",
    "interpreted_string_literal",
    "raw_string_literal",
    "rune_literal",
    "int_literal",
    "float_literal",
  ],
  skipped: ["import_declaration", "package_clause"],
  comments: ["comment"],
  functions: ["function_declaration", "method_declaration", "func_literal"],
  defines: {
    function_declaration: named("function"),
    method_declaration: method,
    method_elem: named("method"),
    method_spec: named("method"),
    type_spec: typeSpec,
    type_alias: typeSpec,
    const_spec: values,
    var_spec: values,
  },
  calls: {
    call_expression: calleeIn("function", SHAPES),
    // `Wrap[error](err)` cannot be told from a conversion.
    type_conversion_expression: calleeIn("type", SHAPES),
  },
  typeNames: ["type_identifier"],
  capitalNames: [],
  builtIns: new Set(BUILT_IN.split(" ")),
  typeParameters: { type_parameter_declaration: ["name"] },
  namespaces: false,
};

function method(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  if (at === NONE) return undefined;
  const type = tree.field(tree.child(tree.field(node, "receiver"), "parameter_declaration"), "type");
  const container = lastPart(tree.textOf(type).replace(/^[(*\s]+/, ""));
  return { name: tree.textOf(at), kind: "method", at, ...(container !== undefined && { container }) };
}

function typeSpec(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  if (at === NONE) return undefined;
  const name = tree.textOf(at);
  const type = tree.field(node, "type");
  switch (type === NONE ? "" : tree.type(type)) {
    case "struct_type":
      return { name, kind: "class", at, bases: embedded(tree, tree.child(type, "field_declaration_list")) };
    case "interface_type":
      return { name, kind: "interface", at, bases: embedded(tree, type) };
    default:
      return { name, kind: "type", at };
  }
}

/** Types that a struct or interface takes in whole: fields without a name, elements that are one type. */
function embedded(tree: SyntaxTree, list: number): string[] {
  const types: number[] = [];
  for (const child of tree.children(list)) {
    const type = tree.type(child);
    if (type === "field_declaration" && tree.field(child, "name") === NONE) {
      types.push(tree.field(child, "type"));
    } else if (type === "type_elem" || type === "constraint_elem") {
      const only = tree.firstChild(child);
      if (only !== NONE && tree.nextSibling(only) === NONE) types.push(only);
    }
  }
  return baseNames(
    tree,
    types.filter((type) => /^(?:type_identifier|qualified_type|generic_type)$/.test(tree.type(type))),
  );
}

function values(tree: SyntaxTree, node: number, { local }: Scope): Found[] {
  if (local) return [];
  const found: Found[] = [];
  for (const child of tree.children(node)) {
    if (tree.type(child) !== "identifier") break;
    const name = tree.textOf(child);
    if (name !== "_") found.push({ name, kind: "constant", at: child });
  }
  return found;
}
