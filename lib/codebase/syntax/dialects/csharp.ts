import {
  baseNames,
  calleeIn,
  type CalleeShapes,
  type Dialect,
  type Found,
  named,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

const SHAPES: CalleeShapes = {
  names: ["identifier"],
  members: {
    member_access_expression: ["expression", "name"],
    conditional_access_expression: ["condition", ""],
    qualified_name: ["qualifier", "name"],
    alias_qualified_name: ["alias", "name"],
  },
  wrappers: { generic_name: "", member_binding_expression: "name", parenthesized_expression: "" },
};
/** Elsewhere what stands in the field `name` is a member's, a variable's or a parameter's. */
const NAMES_TYPE = new Set(["attribute", "qualified_name", "alias_qualified_name"]);
/** There a name stands without a field. */
const NO_TYPE = new Set(["enum_member_declaration", "name_colon", "variable_declarator"]);

export const csharp: Dialect = {
  leaves: [
    "identifier",
    "modifier",
    "predefined_type",
    "implicit_type",
    "comment",
    "string_literal",
    "verbatim_string_literal",
    "raw_string_literal",
    "character_literal",
    "integer_literal",
    "real_literal",
    "boolean_literal",
    "null_literal",
  ],
  skipped: ["using_directive", "extern_alias_directive"],
  comments: ["comment"],
  functions: [
    "method_declaration",
    "constructor_declaration",
    "destructor_declaration",
    "operator_declaration",
    "conversion_operator_declaration",
    "local_function_statement",
    "lambda_expression",
    "anonymous_method_expression",
    "accessor_list",
    "arrow_expression_clause",
    "global_statement",
  ],
  defines: {
    class_declaration: named("class", { bases }),
    struct_declaration: named("class", { bases }),
    record_declaration: named("class", { bases }),
    interface_declaration: named("interface", { bases }),
    enum_declaration: named("enum"),
    delegate_declaration: named("type"),
    namespace_declaration: named("module"),
    method_declaration: named("method"),
    constructor_declaration: named("method"),
    destructor_declaration: destructor,
    local_function_statement: named("function"),
    property_declaration: named("property"),
    variable_declarator: field,
  },
  calls: {
    invocation_expression: calleeIn("function", SHAPES),
    object_creation_expression: calleeIn("type", SHAPES),
    primary_constructor_base_type: calleeIn("type", SHAPES),
  },
  typeNames: [],
  capitalNames: ["identifier"],
  mentions: (tree, node) => {
    const parent = tree.parent(node);
    const type = tree.type(parent);
    return !NO_TYPE.has(type) && (NAMES_TYPE.has(type) || tree.field(parent, "name") !== node);
  },
  typeParameters: { type_parameter: ["name"] },
  namespaces: true,
};

function bases(tree: SyntaxTree, node: number): string[] {
  const list = [...tree.children(tree.child(node, "base_list"))];
  return baseNames(tree, list.filter((each) => tree.type(each) !== "argument_list"));
}

function destructor(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  return at === NONE ? undefined : { name: `~${tree.textOf(at)}`, kind: "method", at };
}

/** A field: a constant where it can be set only once. */
function field(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const declaration = tree.parent(tree.parent(node));
  const at = tree.field(node, "name");
  if (local || at === NONE || tree.type(declaration) !== "field_declaration") return undefined;
  let fixed = false;
  for (const child of tree.children(declaration)) {
    fixed ||= tree.type(child) === "modifier" && /^(?:const|readonly)$/.test(tree.textOf(child));
  }
  return { name: tree.textOf(at), kind: fixed ? "constant" : "property", at };
}
