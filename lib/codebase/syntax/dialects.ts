import type { Dialect } from "./dialect.ts";

const bash: Dialect = {
  defines: String.raw`
    function_definition: function
    declaration_command: constant name=variable_assignment/name needs=readonly,export,word~-\w*[rx] top
  `,
  calls: { command: "name" },
};

const DECLARATOR = "declarator|pointer_declarator|reference_declarator*";
const C_FUNCTION = `${DECLARATOR}/function_declarator/declarator`;

/**
 * C and C++: the grammar of the one is nearly a part of the other's. `TEST(Shop, sells) {` is a function that its macro's arguments name.
 */
const c: Dialect = {
  defines: String.raw`
    function_definition: function name=declarator/parameters/parameter_declaration/type needs=declarator/declarator~[A-Z][A-Z\d_]+$ unless=type
    function_definition: function name=${C_FUNCTION}
    field_declaration: method name=${C_FUNCTION} needs=${C_FUNCTION}
    field_declaration: constant name=${DECLARATOR}/declarator needs=type_qualifier/const|constexpr top
    declaration: method name=${C_FUNCTION} needs=${C_FUNCTION} in=field_declaration_list
    declaration: constant name=${DECLARATOR}/declarator needs=type_qualifier/const|constexpr unless=${C_FUNCTION} top
    type_definition: class name=declarator needs=type/field_declaration_list unless=type/name whole
    type_definition: enum name=declarator needs=type/enumerator_list unless=type/name whole
    type_definition: type name=declarator|pointer_declarator|function_declarator|parenthesized_declarator*/declarator leaf
    struct_specifier|class_specifier|union_specifier: class needs=body bases=base_class_clause
    enum_specifier: enum needs=body bases=base_class_clause
    namespace_definition: module
    alias_declaration|concept_definition: type
    preproc_def|preproc_function_def: macro
  `,
  calls: { call_expression: "function", new_expression: "type", compound_literal_expression: "type" },
  namespaces: true,
};

const csharp: Dialect = {
  defines: String.raw`
    class_declaration|struct_declaration|record_declaration: class bases=base_list
    interface_declaration: interface bases=base_list
    enum_declaration: enum
    delegate_declaration: type
    namespace_declaration: module
    method_declaration|constructor_declaration: method
    local_function_statement: function
    property_declaration: property
    field_declaration: constant name=variable_declaration/variable_declarator/name needs=modifier/const|readonly
    field_declaration: property name=variable_declaration/variable_declarator/name
  `,
  calls: {
    invocation_expression: "function",
    object_creation_expression: "type",
    primary_constructor_base_type: "type",
  },
  namespaces: true,
};

const go: Dialect = {
  defines: String.raw`
    function_declaration: function
    method_declaration: method container=receiver/parameter_declaration/type
    method_elem: method
    type_spec: class needs=struct_type bases=struct_type/field_declaration_list/field_declaration-name/type
    type_spec: interface needs=interface_type bases=interface_type/type_elem
    type_spec: type
    type_alias: type
    const_spec|var_spec: constant top
  `,
  calls: { call_expression: "function", type_conversion_expression: "type" },
};

const JAVA_BASES = "superclass|super_interfaces|extends_interfaces";
const java: Dialect = {
  defines: String.raw`
    class_declaration|record_declaration: class bases=${JAVA_BASES}
    enum_declaration: enum bases=${JAVA_BASES}
    interface_declaration: interface bases=${JAVA_BASES}
    annotation_type_declaration: interface
    module_declaration: module
    method_declaration|constructor_declaration|compact_constructor_declaration|annotation_type_element_declaration: method
    field_declaration: constant name=declarator/name needs=modifiers/final top
    constant_declaration: constant name=declarator/name top
  `,
  calls: { method_invocation: "", object_creation_expression: "type" },
};

/** Brackets and casts around a value. */
const CAST = "parenthesized_expression|as_expression|satisfies_expression|non_null_expression*";
const SCRIPT_FUNCTION = `${CAST}/arrow_function|function_expression|generator_function`;
const SCRIPT_CLASS = `${CAST}/class`;
const HERITAGE = "class_heritage|extends_type_clause";

/** JavaScript and TypeScript, with JSX and without. */
const javascript: Dialect = {
  defines: String.raw`
    class_declaration|abstract_class_declaration|class: class bases=${HERITAGE}
    function_declaration|generator_function_declaration|function_signature: function
    function_expression: function in=assignment_expression
    interface_declaration: interface bases=${HERITAGE}
    enum_declaration: enum
    type_alias_declaration: type
    internal_module: module
    module: module unless=string
    variable_declarator: class needs=${SCRIPT_CLASS} bases=${SCRIPT_CLASS}/class_heritage
    variable_declarator: function needs=${SCRIPT_FUNCTION}
    variable_declarator: constant needs=value|type top
    method_definition|method_signature|abstract_method_signature: method
    property_signature|public_field_definition|field_definition: class name=name|property needs=${SCRIPT_CLASS} bases=${SCRIPT_CLASS}/class_heritage
    property_signature|public_field_definition|field_definition: method name=name|property needs=${SCRIPT_FUNCTION}
    property_signature|public_field_definition|field_definition: method name=name|property needs=type/function_type
    pair: method name=key needs=${SCRIPT_FUNCTION}
    assignment_expression: class name=left needs=${SCRIPT_CLASS} bases=${SCRIPT_CLASS}/class_heritage
    assignment_expression: function name=left needs=${SCRIPT_FUNCTION}
    assignment_expression: constant name=left needs=left~(?:module\.)?exports\. top
  `,
  calls: {
    call_expression: "function",
    new_expression: "constructor",
    jsx_opening_element: "name~[A-Z]",
    jsx_self_closing_element: "name~[A-Z]",
  },
  namespaces: true,
};

const KOTLIN_BASES =
  "delegation_specifiers/delegation_specifier|constructor_invocation|explicit_delegation*/user_type";

/** Kotlin, scripts too. */
const kotlin: Dialect = {
  defines: String.raw`
    class_declaration: interface needs=interface bases=${KOTLIN_BASES}
    class_declaration: enum needs=modifiers/class_modifier/enum bases=${KOTLIN_BASES}
    class_declaration: class bases=${KOTLIN_BASES}
    object_declaration: class bases=${KOTLIN_BASES}
    companion_object: class bases=${KOTLIN_BASES} leaf
    type_alias: type name=type
    function_declaration: method in=class_body|enum_class_body
    function_declaration: function container=user_type|nullable_type
    class_parameter: property name=identifier needs=val|var
    property_declaration: constant name=variable_declaration/identifier in=source_file unless=getter top
    property_declaration: property name=variable_declaration/identifier container=user_type top
  `,
  calls: {
    call_expression: "identifier|navigation_expression",
    delegation_specifier: "constructor_invocation/user_type",
  },
};

const PHP_BASES = "base_clause|class_interface_clause";
const php: Dialect = {
  defines: String.raw`
    class_declaration: class bases=${PHP_BASES},body/use_declaration/name|qualified_name
    trait_declaration: class bases=body/use_declaration/name|qualified_name
    interface_declaration: interface bases=${PHP_BASES}
    enum_declaration: enum bases=${PHP_BASES}
    function_definition|method_declaration: function
    const_element: constant top
  `,
  calls: {
    function_call_expression: "function",
    member_call_expression: "",
    nullsafe_member_call_expression: "",
    scoped_call_expression: "",
    object_creation_expression: "name|qualified_name",
  },
  namespaces: true,
};

/** A string that stands alone is a comment. */
const python: Dialect = {
  remarks: { expression_statement: "string|concatenated_string" },
  defines: String.raw`
    class_definition: class bases=superclasses
    function_definition: function
    type_alias_statement: type name=left/identifier|generic_type*/identifier top
    assignment: constant name=left~(?!__)\w+$ needs=right in=expression_statement top
  `,
  calls: { call: "function" },
};

const MIXED_IN = String.raw`body/call~(?:include|extend|prepend)\b/arguments`;

/** Calls in a type's body make methods of the symbols they are given. Where a statement may stand, a name is a call without arguments. */
const ruby: Dialect = {
  defines: String.raw`
    class: class bases=superclass,${MIXED_IN}
    module: module bases=${MIXED_IN}
    method|singleton_method: function
    alias: function top
    call: function name=arguments/simple_symbol needs=method~(?:attr_|scope$|delegate$|define_method$|alias_method$) top
    assignment: class name=left~[A-Z] needs=right~(?:Struct|Class|Data|Module)\.(?:new|define)\b
    assignment: constant name=left~[A-Z] top
    operator_assignment: constant name=left~[A-Z] top
  `,
  calls: { call: "", body_statement: "identifier", block_body: "identifier", then: "identifier" },
};

const rust: Dialect = {
  defines: String.raw`
    function_item|function_signature_item: function
    struct_item|union_item: class
    enum_item: enum
    trait_item: interface bases=bounds
    impl_item: implementation name=type bases=trait
    mod_item: module needs=body
    type_item|associated_type: type
    const_item|static_item: constant top
    macro_definition: macro
  `,
  calls: { call_expression: "function", macro_invocation: "macro" },
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
