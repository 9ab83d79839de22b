import { baseNames, type Callee, calleeIn, type Dialect, type Found, lastPart, named } from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

export const rust: Dialect = {
  leaves: [
    "identifier",
    "field_identifier",
    "type_identifier",
    "primitive_type",
    "line_comment",
    "block_comment",
    "string_literal",
    "raw_string_literal",
    "char_literal",
    "integer_literal",
    "float_literal",
    "lifetime",
    "self",
    "crate",
    "super",
  ],
  skipped: ["use_declaration", "extern_crate_declaration"],
  comments: ["line_comment", "block_comment"],
  functions: ["function_item", "closure_expression"],
  defines: {
    function_item: named("function"),
    function_signature_item: named("function"),
    struct_item: named("class"),
    union_item: named("class"),
    enum_item: named("enum"),
    trait_item: named("interface", { bases: supertraits }),
    impl_item: implementation,
    mod_item: (tree, node, scope) =>
      tree.field(node, "body") === NONE ? undefined : named("module")(tree, node, scope),
    type_item: named("type"),
    associated_type: named("type"),
    const_item: constant,
    static_item: constant,
    macro_definition: named("macro"),
  },
  calls: {
    call_expression: calleeIn("function", {
      names: ["identifier", "field_identifier"],
      members: { field_expression: ["value", "field"], scoped_identifier: ["path", "name"] },
      wrappers: { generic_function: "function", parenthesized_expression: "" },
    }),
    macro_invocation: calleeIn("macro", {
      names: ["identifier"],
      members: { scoped_identifier: ["path", "name"] },
      wrappers: {},
    }),
    token_tree: callInMacro,
  },
  typeNames: ["type_identifier"],
  capitalNames: ["identifier"],
  builtIns: new Set(["Self"]),
  typeParameters: { type_parameter: ["name"] },
  namespaces: false,
};

function supertraits(tree: SyntaxTree, node: number): string[] {
  const bounds = [...tree.children(tree.field(node, "bounds"))];
  return baseNames(
    tree,
    bounds.filter((bound) => !/^(?:lifetime|removed_trait_bound)$/.test(tree.type(bound))),
  );
}

/** `impl Trait for Type` and `impl Type`: more of a type, named like it. */
function implementation(tree: SyntaxTree, node: number): Found | undefined {
  let at = tree.field(node, "type");
  while (at !== NONE && /^(?:reference|pointer|dynamic)_type$/.test(tree.type(at))) {
    const inner = tree.field(at, "type");
    at = inner === NONE ? tree.field(at, "trait") : inner;
  }
  const name = at === NONE ? undefined : lastPart(tree.textOf(at));
  if (name === undefined) return undefined;
  const trait = tree.field(node, "trait");
  return { name, kind: "implementation", at, ...(trait !== NONE && { bases: baseNames(tree, [trait]) }) };
}

function constant(...[tree, node, { local }]: Parameters<Dialect["defines"][string]>): Found | undefined {
  const at = tree.field(node, "name");
  const name = tree.textOf(at);
  return local || at === NONE || name === "_" ? undefined : { name, kind: "constant", at };
}

/** Inside a macro nothing is parsed: a name with a parenthesis right behind it is taken for a call. */
function callInMacro(tree: SyntaxTree, node: number): Callee | undefined {
  const start = tree.starts[node] ?? 0;
  const name = node - 1;
  if (tree.text[start] !== "(" || tree.type(name) !== "identifier" || tree.ends[name] !== start) {
    return undefined;
  }
  if (tree.parent(name) !== tree.parent(node) || tree.type(tree.parent(node)) !== "token_tree") {
    return undefined;
  }
  if (isInAttribute(tree, node)) return undefined;
  const before = name - 1;
  const between = tree.text.slice(tree.ends[before], tree.starts[name]);
  const joined = tree.parent(before) === tree.parent(name) && (between === "." || between === "::") &&
    !/[.:]/.test(tree.text[(tree.starts[before] ?? 0) - 1] ?? "");
  return { name, object: joined ? before : NONE };
}

/** `all(` of `#[cfg(all(unix, test))]`, and `derive(` of an attribute that itself stands in a macro. */
function isInAttribute(tree: SyntaxTree, node: number): boolean {
  let around = tree.parent(node);
  for (; tree.type(around) === "token_tree"; around = tree.parent(around)) {
    const start = tree.starts[around] ?? 0;
    if (tree.text[start] === "[" && /#!?\s?$/.test(tree.text.slice(Math.max(0, start - 3), start))) {
      return true;
    }
  }
  return tree.type(around) === "attribute";
}
