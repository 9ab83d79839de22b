import {
  baseNames,
  type Callee,
  calleeIn,
  type CalleeShapes,
  type Dialect,
  type Found,
  lastPart,
  named,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

const SHAPES: CalleeShapes = {
  names: ["identifier", "field_identifier", "type_identifier"],
  members: { field_expression: ["argument", "field"], qualified_identifier: ["scope", "name"] },
  wrappers: {
    template_function: "name",
    template_method: "name",
    template_type: "name",
    dependent_name: "",
    parenthesized_expression: "",
  },
};
const NAMES = new Set([
  "identifier",
  "field_identifier",
  "type_identifier",
  // `typedef int bool;`
  "primitive_type",
  "destructor_name",
  "operator_name",
  "operator_cast",
  "qualified_identifier",
  "template_function",
]);
const WITH_BODY = new Set(["struct_specifier", "class_specifier", "union_specifier", "enum_specifier"]);
/** What stands between a type's body and a member of it. */
const TRANSPARENT = /^(?:template|friend)_declaration$/;
const MAX_DEPTH = 50;
/** What broken code makes look like a function's name. */
const KEYWORD = /^(?:if|else|for|while|do|switch|case|return|sizeof|catch|defined)$/;

/** C and C++, preprocessed: the grammar of the one is nearly a part of the other's. */
export const c: Dialect = {
  leaves: [
    "identifier",
    "field_identifier",
    "type_identifier",
    "namespace_identifier",
    "primitive_type",
    "comment",
    "string_literal",
    "raw_string_literal",
    "char_literal",
    "number_literal",
    "storage_class_specifier",
    "access_specifier",
  ],
  skipped: ["using_declaration"],
  comments: ["comment"],
  functions: ["function_definition", "lambda_expression"],
  defines: {
    function_definition: functionDefinition,
    declaration,
    field_declaration: declaration,
    type_definition: typeDefinition,
    struct_specifier: withBody("class"),
    class_specifier: withBody("class"),
    union_specifier: withBody("class"),
    enum_specifier: withBody("enum"),
    namespace_definition: named("module"),
    alias_declaration: named("type"),
    concept_definition: named("type"),
  },
  calls: {
    call_expression: calleeIn("function", SHAPES),
    new_expression: calleeIn("type", SHAPES),
    compound_literal_expression: calleeIn("type", SHAPES),
  },
  typeNames: ["type_identifier"],
  capitalNames: ["namespace_identifier"],
  typeParameters: {
    type_parameter_declaration: ["type_identifier"],
    optional_type_parameter_declaration: ["type_identifier"],
    variadic_type_parameter_declaration: ["type_identifier"],
  },
  namespaces: true,
};

interface Declared {
  /** The node of the name, without what qualifies it. */
  name: number;
  scope: number;
  /** Whether it takes parameters itself, rather than what it points to. */
  callable: boolean;
}

/** Goes inwards through pointers, arrays and parameters to the name that is declared. */
function declared(tree: SyntaxTree, declarator: number): Declared | undefined {
  let current = declarator;
  let callable = false;
  for (let depth = 0; current !== NONE && depth < MAX_DEPTH; depth++) {
    const type = tree.type(current);
    if (NAMES.has(type)) return unqualified(tree, current, callable);
    if (type === "function_declarator") callable = true;
    // `int (*f)(int)` is a pointer; `int (*f(int))(int)` a function still, and says so further in.
    else if (type === "parenthesized_declarator") callable = false;
    const inner = tree.field(current, "declarator");
    current = inner === NONE ? innerDeclarator(tree, current) : inner;
  }
  return undefined;
}

function innerDeclarator(tree: SyntaxTree, node: number): number {
  for (const child of tree.children(node)) {
    const type = tree.type(child);
    if (NAMES.has(type) || type.endsWith("_declarator")) return child;
  }
  return NONE;
}

function unqualified(tree: SyntaxTree, node: number, callable: boolean): Declared {
  let name = node;
  let scope = NONE;
  for (let depth = 0; tree.type(name) === "qualified_identifier" && depth < MAX_DEPTH; depth++) {
    const inner = tree.field(name, "name");
    if (inner === NONE) break;
    scope = tree.field(name, "scope");
    name = inner;
  }
  if (tree.type(name) === "template_function") name = tree.field(name, "name");
  return { name, scope, callable: callable || tree.type(name) === "operator_cast" };
}

function nameText(tree: SyntaxTree, node: number): string {
  const text = tree.textOf(node);
  switch (tree.type(node)) {
    case "operator_cast":
      return (/^operator\s+[^(]{1,100}/.exec(text)?.[0] ?? "").trim().replace(/\s+/g, " ");
    case "operator_name":
    case "destructor_name":
      return text.replace(/\s+/g, "");
    default:
      return text;
  }
}

function functionDefinition(tree: SyntaxTree, node: number): Found | undefined {
  const found = declared(tree, tree.field(node, "declarator"));
  if (found === undefined || KEYWORD.test(tree.textOf(found.name))) return undefined;
  if (!found.callable) return unknownMacro(tree, node, found);
  const container = found.scope === NONE
    ? undefined
    : lastPart(tree.textOf(found.scope).replace(/<[^]*$/, ""));
  const name = nameText(tree, found.name);
  return container === undefined
    ? { name, kind: "function", at: found.name }
    : { name, kind: "method", container, at: found.name };
}

/** `class MACRO Name {}` looks like a function that gives a class back. */
function unknownMacro(tree: SyntaxTree, node: number, { name }: Declared): Found | undefined {
  const type = tree.type(tree.field(node, "type"));
  return /^(?:class|struct)_specifier$/.test(type)
    ? { name: tree.textOf(name), kind: "class", at: name }
    : undefined;
}

/** Whether a declaration stands directly in a type's body. */
function isMember(tree: SyntaxTree, node: number): boolean {
  let parent = tree.parent(node);
  while (parent !== NONE && TRANSPARENT.test(tree.type(parent))) parent = tree.parent(parent);
  return parent !== NONE && tree.type(parent) === "field_declaration_list";
}

/** Methods that are declared in a type without a body, and constants. A function's prototype defines nothing. */
function declaration(tree: SyntaxTree, node: number, { local }: Scope): Found[] {
  if (local) return [];
  let fixed = false;
  const found: Found[] = [];
  for (const child of tree.children(node)) {
    if (tree.type(child) === "type_qualifier") {
      fixed ||= tree.has(child, "const") || tree.has(child, "constexpr");
    }
    const inDeclarator = /declarator$|identifier$|^operator_cast$/.test(tree.type(child));
    if (!inDeclarator || child === tree.field(node, "type")) continue;
    const name = declared(tree, child);
    if (name === undefined || name.scope !== NONE) continue;
    if (name.callable) {
      if (isMember(tree, node)) {
        found.push({ name: nameText(tree, name.name), kind: "method", at: name.name });
      }
    } else if (fixed) found.push({ name: tree.textOf(name.name), kind: "constant", at: name.name });
  }
  return found;
}

/** `typedef struct { … } name;` is the struct's definition; the name stands behind it. */
function typeDefinition(tree: SyntaxTree, node: number): Found[] {
  const type = tree.field(node, "type");
  const body = WITH_BODY.has(tree.type(type)) && tree.field(type, "body") !== NONE;
  const own = body ? tree.textOf(tree.field(type, "name")) : "";
  const found: Found[] = [];
  for (const child of tree.children(node)) {
    if (child === type || !/declarator$|identifier$/.test(tree.type(child))) continue;
    const name = declared(tree, child)?.name ?? NONE;
    const text = tree.textOf(name);
    if (text === "" || text === own) continue;
    if (body && own === "" && found.length === 0) continue;
    found.push({ name: text, kind: "type", at: name });
  }
  return found;
}

function withBody(kind: "class" | "enum"): Dialect["defines"][string] {
  return (tree, node) => {
    if (tree.field(node, "body") === NONE) return undefined;
    const bases = baseNames(
      tree,
      [...tree.children(tree.child(node, "base_class_clause"))].filter((each) =>
        !/^(?:access_specifier|virtual)$/.test(tree.type(each))
      ),
    );
    const at = tree.field(node, "name");
    if (at === NONE) return nameless(tree, node, kind);
    const name = lastPart(tree.textOf(at));
    return name === undefined ? undefined : { name, kind, at: lastName(tree, at), bases };
  };
}

/** A struct that has its name from the `typedef` around it. */
function nameless(tree: SyntaxTree, node: number, kind: "class" | "enum"): Found | undefined {
  const parent = tree.parent(node);
  if (parent === NONE || tree.type(parent) !== "type_definition") return undefined;
  const name = declared(tree, tree.field(parent, "declarator"))?.name ?? NONE;
  return name === NONE ? undefined : { name: tree.textOf(name), kind, at: node };
}

function lastName(tree: SyntaxTree, node: number): number {
  const found: Callee | undefined = calleeIn("name", SHAPES)(tree, tree.parent(node));
  return found?.name ?? node;
}
