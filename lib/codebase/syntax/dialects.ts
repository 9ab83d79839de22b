import type { Dialect, Rule } from "./dialect.ts";

/** Brackets and casts around a value. */
const CAST = "parenthesized_expression|as_expression|satisfies_expression|non_null_expression*";
const SCRIPT_FUNCTION = `${CAST}/arrow_function|function_expression|generator_function`;
const SCRIPT_CLASS = `${CAST}/class`;
const HERITAGE = "class_heritage|extends_type_clause";
const SCRIPT_METHOD: Rule = { kind: "method" };
const SCRIPT_FIELD: readonly Rule[] = [
  {
    kind: "class",
    name: "name|property",
    needs: SCRIPT_CLASS,
    bases: `${SCRIPT_CLASS}/class_heritage`,
  },
  { kind: "method", name: "name|property", needs: SCRIPT_FUNCTION },
  { kind: "method", name: "name|property", needs: "type/function_type" },
];

/** JavaScript and TypeScript, with JSX and without. */
const javascript: Dialect = {
  comments: { comment: "", html_comment: "", hash_bang_line: "" },
  skipped: "import_statement export_clause",
  functions:
    "function_declaration generator_function_declaration function_expression generator_function arrow_function method_definition class_static_block",
  defines: {
    class_declaration: { kind: "class", bases: HERITAGE },
    abstract_class_declaration: { kind: "class", bases: HERITAGE },
    class: { kind: "class", bases: HERITAGE },
    function_declaration: { kind: "function" },
    generator_function_declaration: { kind: "function" },
    function_signature: { kind: "function" },
    function_expression: { kind: "function", in: "assignment_expression" },
    interface_declaration: { kind: "interface", bases: HERITAGE },
    enum_declaration: { kind: "enum" },
    type_alias_declaration: { kind: "type" },
    internal_module: { kind: "module" },
    module: { kind: "module", unless: "string" },
    variable_declarator: [
      { kind: "class", needs: SCRIPT_CLASS, bases: `${SCRIPT_CLASS}/class_heritage` },
      { kind: "function", needs: SCRIPT_FUNCTION },
      { kind: "constant", needs: "value|type", top: true },
    ],
    method_definition: SCRIPT_METHOD,
    method_signature: SCRIPT_METHOD,
    abstract_method_signature: SCRIPT_METHOD,
    property_signature: SCRIPT_FIELD,
    public_field_definition: SCRIPT_FIELD,
    field_definition: SCRIPT_FIELD,
    pair: { kind: "method", name: "key", needs: SCRIPT_FUNCTION },
    assignment_expression: [
      { kind: "class", name: "left", needs: SCRIPT_CLASS, bases: `${SCRIPT_CLASS}/class_heritage` },
      { kind: "function", name: "left", needs: SCRIPT_FUNCTION },
      { kind: "constant", name: "left", needs: "left~(?:module\\.)?exports\\.", top: true },
    ],
  },
  calls: {
    call_expression: "function",
    new_expression: "constructor",
    jsx_opening_element: "name~[A-Z]",
    jsx_self_closing_element: "name~[A-Z]",
  },
  namespaces: true,
};

const DECLARATOR = "declarator|pointer_declarator|reference_declarator*";
const C_FUNCTION = `${DECLARATOR}/function_declarator/declarator`;
const C_TYPE = (kind: Rule["kind"]): Rule => ({ kind, needs: "body", bases: "base_class_clause" });

/** C and C++: the grammar of the one is nearly a part of the other's. */
const c: Dialect = {
  comments: { comment: "" },
  skipped: "using_declaration",
  functions: "function_definition lambda_expression",
  defines: {
    function_definition: [
      // `TEST(Shop, sells) {` is a function that its macro's arguments name.
      {
        kind: "function",
        name: "declarator/parameters/parameter_declaration/type",
        needs: "declarator/declarator~[A-Z][A-Z\\d_]+$",
        unless: "type",
      },
      { kind: "function", name: C_FUNCTION },
    ],
    field_declaration: [
      { kind: "method", name: C_FUNCTION, needs: C_FUNCTION },
      {
        kind: "constant",
        name: `${DECLARATOR}/declarator`,
        needs: "type_qualifier/const|constexpr",
        top: true,
      },
    ],
    declaration: [
      { kind: "method", name: C_FUNCTION, needs: C_FUNCTION, in: "field_declaration_list" },
      {
        kind: "constant",
        name: `${DECLARATOR}/declarator`,
        needs: "type_qualifier/const|constexpr",
        unless: C_FUNCTION,
        top: true,
      },
    ],
    type_definition: [
      {
        kind: "class",
        name: "declarator",
        needs: "type/field_declaration_list",
        unless: "type/name",
        whole: true,
      },
      { kind: "enum", name: "declarator", needs: "type/enumerator_list", unless: "type/name", whole: true },
      {
        kind: "type",
        name: "declarator|pointer_declarator|function_declarator|parenthesized_declarator*/declarator",
        leaf: true,
      },
    ],
    struct_specifier: C_TYPE("class"),
    class_specifier: C_TYPE("class"),
    union_specifier: C_TYPE("class"),
    enum_specifier: C_TYPE("enum"),
    namespace_definition: { kind: "module" },
    alias_declaration: { kind: "type" },
    concept_definition: { kind: "type" },
    preproc_def: { kind: "macro" },
    preproc_function_def: { kind: "macro" },
  },
  calls: { call_expression: "function", new_expression: "type", compound_literal_expression: "type" },
  namespaces: true,
};

const csharp: Dialect = {
  comments: { comment: "" },
  skipped: "using_directive extern_alias_directive",
  functions:
    "method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration local_function_statement lambda_expression anonymous_method_expression accessor_list arrow_expression_clause global_statement",
  defines: {
    class_declaration: { kind: "class", bases: "base_list" },
    struct_declaration: { kind: "class", bases: "base_list" },
    record_declaration: { kind: "class", bases: "base_list" },
    interface_declaration: { kind: "interface", bases: "base_list" },
    enum_declaration: { kind: "enum" },
    delegate_declaration: { kind: "type" },
    namespace_declaration: { kind: "module" },
    method_declaration: { kind: "method" },
    constructor_declaration: { kind: "method" },
    local_function_statement: { kind: "function" },
    property_declaration: { kind: "property" },
    field_declaration: [
      {
        kind: "constant",
        name: "variable_declaration/variable_declarator/name",
        needs: "modifier/const|readonly",
      },
      { kind: "property", name: "variable_declaration/variable_declarator/name" },
    ],
  },
  calls: {
    invocation_expression: "function",
    object_creation_expression: "type",
    primary_constructor_base_type: "type",
  },
  namespaces: true,
};

const GO_VALUE: Rule = { kind: "constant", top: true };
const go: Dialect = {
  comments: { comment: "" },
  skipped: "import_declaration package_clause",
  functions: "function_declaration method_declaration func_literal",
  defines: {
    function_declaration: { kind: "function" },
    method_declaration: { kind: "method", container: "receiver/parameter_declaration/type" },
    method_elem: { kind: "method" },
    type_spec: [
      {
        kind: "class",
        needs: "struct_type",
        bases: "struct_type/field_declaration_list/field_declaration-name/type",
      },
      { kind: "interface", needs: "interface_type", bases: "interface_type/type_elem" },
      { kind: "type" },
    ],
    type_alias: { kind: "type" },
    const_spec: GO_VALUE,
    var_spec: GO_VALUE,
  },
  calls: { call_expression: "function", type_conversion_expression: "type" },
};

const JAVA_BASES = "superclass|super_interfaces|extends_interfaces";
const java: Dialect = {
  comments: { line_comment: "", block_comment: "" },
  skipped: "import_declaration package_declaration",
  functions:
    "method_declaration constructor_declaration compact_constructor_declaration lambda_expression static_initializer",
  defines: {
    class_declaration: { kind: "class", bases: JAVA_BASES },
    record_declaration: { kind: "class", bases: JAVA_BASES },
    enum_declaration: { kind: "enum", bases: JAVA_BASES },
    interface_declaration: { kind: "interface", bases: JAVA_BASES },
    annotation_type_declaration: { kind: "interface" },
    module_declaration: { kind: "module" },
    method_declaration: { kind: "method" },
    constructor_declaration: { kind: "method" },
    compact_constructor_declaration: { kind: "method" },
    annotation_type_element_declaration: { kind: "method" },
    field_declaration: { kind: "constant", name: "declarator/name", needs: "modifiers/final", top: true },
    constant_declaration: { kind: "constant", name: "declarator/name", top: true },
  },
  calls: { method_invocation: "", object_creation_expression: "type" },
};

const KOTLIN_BASES =
  "delegation_specifiers/delegation_specifier|constructor_invocation|explicit_delegation*/user_type";
/** Kotlin, scripts too. */
const kotlin: Dialect = {
  comments: { line_comment: "", block_comment: "", shebang: "" },
  skipped: "import package_header",
  functions:
    "function_declaration secondary_constructor anonymous_initializer anonymous_function lambda_literal getter setter",
  defines: {
    class_declaration: [
      { kind: "interface", needs: "interface", bases: KOTLIN_BASES },
      { kind: "enum", needs: "modifiers/class_modifier/enum", bases: KOTLIN_BASES },
      { kind: "class", bases: KOTLIN_BASES },
    ],
    object_declaration: { kind: "class", bases: KOTLIN_BASES },
    companion_object: { kind: "class", bases: KOTLIN_BASES, leaf: true },
    type_alias: { kind: "type", name: "type" },
    function_declaration: [
      { kind: "method", in: "class_body enum_class_body" },
      { kind: "function", container: "user_type|nullable_type" },
    ],
    class_parameter: { kind: "property", name: "identifier", needs: "val|var" },
    property_declaration: [
      {
        kind: "constant",
        name: "variable_declaration/identifier",
        in: "source_file",
        unless: "getter",
        top: true,
      },
      { kind: "property", name: "variable_declaration/identifier", container: "user_type", top: true },
    ],
  },
  calls: {
    call_expression: "identifier|navigation_expression",
    delegation_specifier: "constructor_invocation/user_type",
  },
};

const PHP_BASES = "base_clause|class_interface_clause";
const php: Dialect = {
  comments: { comment: "" },
  skipped: "namespace_use_declaration namespace_name",
  functions: "function_definition method_declaration anonymous_function arrow_function",
  defines: {
    class_declaration: { kind: "class", bases: `${PHP_BASES},body/use_declaration/name|qualified_name` },
    trait_declaration: { kind: "class", bases: "body/use_declaration/name|qualified_name" },
    interface_declaration: { kind: "interface", bases: PHP_BASES },
    enum_declaration: { kind: "enum", bases: PHP_BASES },
    function_definition: { kind: "function" },
    method_declaration: { kind: "function" },
    const_element: { kind: "constant", top: true },
  },
  calls: {
    function_call_expression: "function",
    member_call_expression: "",
    nullsafe_member_call_expression: "",
    scoped_call_expression: "",
    object_creation_expression: "name|qualified_name",
  },
  namespaces: true,
};

const python: Dialect = {
  // A string that stands alone says something to people, or nothing.
  comments: { comment: "", expression_statement: "string|concatenated_string" },
  skipped: "import_statement import_from_statement future_import_statement",
  functions: "function_definition lambda",
  defines: {
    class_definition: { kind: "class", bases: "superclasses" },
    function_definition: { kind: "function" },
    type_alias_statement: { kind: "type", name: "left/identifier|generic_type*/identifier", top: true },
    assignment: {
      kind: "constant",
      name: "left~(?!__)\\w+$",
      needs: "right",
      in: "expression_statement",
      top: true,
    },
  },
  calls: { call: "function" },
};

const MIXED_IN = "body/call~(?:include|extend|prepend)\\b/arguments";
const ruby: Dialect = {
  comments: { comment: "" },
  functions: "method singleton_method",
  defines: {
    class: {
      kind: "class",
      bases: `superclass,${MIXED_IN}`,
    },
    module: { kind: "module", bases: MIXED_IN },
    method: { kind: "function" },
    singleton_method: { kind: "function" },
    alias: { kind: "function", top: true },
    // Calls in a type's body that make methods of the symbols they are given.
    call: {
      kind: "function",
      name: "arguments/simple_symbol",
      needs: "method~(?:attr_|scope$|delegate$|define_method$|alias_method$)",
      top: true,
    },
    assignment: [
      { kind: "class", name: "left~[A-Z]", needs: "right~(?:Struct|Class|Data|Module)\\.(?:new|define)\\b" },
      { kind: "constant", name: "left~[A-Z]", top: true },
    ],
    operator_assignment: { kind: "constant", name: "left~[A-Z]", top: true },
  },
  // Where a statement may stand, a name is a call without arguments.
  calls: { call: "", body_statement: "identifier", block_body: "identifier", then: "identifier" },
};

const rust: Dialect = {
  comments: { line_comment: "", block_comment: "" },
  skipped: "use_declaration extern_crate_declaration attribute_item inner_attribute_item",
  functions: "function_item closure_expression",
  defines: {
    function_item: { kind: "function" },
    function_signature_item: { kind: "function" },
    struct_item: { kind: "class" },
    union_item: { kind: "class" },
    enum_item: { kind: "enum" },
    trait_item: { kind: "interface", bases: "bounds" },
    impl_item: { kind: "implementation", name: "type", bases: "trait" },
    mod_item: { kind: "module", needs: "body" },
    type_item: { kind: "type" },
    associated_type: { kind: "type" },
    const_item: { kind: "constant", top: true },
    static_item: { kind: "constant", top: true },
    macro_definition: { kind: "macro" },
  },
  calls: { call_expression: "function", macro_invocation: "macro" },
};

const bash: Dialect = {
  comments: { comment: "" },
  functions: "function_definition",
  defines: {
    function_definition: { kind: "function" },
    declaration_command: {
      kind: "constant",
      name: "variable_assignment/name",
      needs: "readonly,export,word~-\\w*[rx]",
      top: true,
    },
  },
  calls: { command: "name" },
};

/** By grammar. */
export const DIALECTS = {
  bash,
  c,
  c_sharp: csharp,
  cpp: c,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  tsx: javascript,
  typescript: javascript,
} as const satisfies Readonly<Record<string, Dialect>>;
