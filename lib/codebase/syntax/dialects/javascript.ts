import {
  baseNames,
  callee,
  calleeIn,
  type CalleeShapes,
  type Dialect,
  type Found,
  named,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";
import { FUNCTION, isReachable, NAME, ofObject, prototypeOf, WRAPPED } from "./javascript_objects.ts";

const SHAPES: CalleeShapes = {
  names: ["identifier", "property_identifier", "private_property_identifier"],
  members: { member_expression: ["object", "property"] },
  wrappers: { non_null_expression: "", instantiation_expression: "", parenthesized_expression: "" },
};
/** JavaScript and TypeScript, with JSX and without. */
export const javascript: Dialect = {
  leaves: [
    "identifier",
    "property_identifier",
    "type_identifier",
    "string",
    "number",
    "regex",
    "comment",
    "predefined_type",
    "this",
    "super",
    "string_fragment",
    "jsx_text",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
  ],
  skipped: ["import_statement", "export_clause"],
  comments: ["comment", "html_comment", "hash_bang_line"],
  functions: [
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
    "class_static_block",
  ],
  defines: {
    class_declaration: named("class", { bases: heritage }),
    abstract_class_declaration: named("class", { bases: heritage }),
    class: classExpression,
    function_declaration: named("function"),
    generator_function_declaration: named("function"),
    function_signature: named("function"),
    function_expression: exported,
    interface_declaration: named("interface", { bases: heritage }),
    enum_declaration: named("enum"),
    type_alias_declaration: named("type"),
    internal_module: namespace,
    module: namespace,
    variable_declarator: declarator,
    method_definition: method,
    method_signature: method,
    abstract_method_signature: method,
    property_signature: field,
    public_field_definition: field,
    field_definition: field,
    pair,
    assignment_expression: assignment,
  },
  calls: {
    call_expression: calleeIn("function", SHAPES),
    new_expression: calleeIn("constructor", SHAPES),
    jsx_opening_element: component,
    jsx_self_closing_element: component,
  },
  typeNames: ["type_identifier"],
  capitalNames: ["identifier"],
  typeParameters: { type_parameter: ["name"] },
  namespaces: true,
};

function heritage(tree: SyntaxTree, node: number): string[] {
  const heads: number[] = [];
  for (const child of tree.children(node)) {
    const type = tree.type(child);
    if (type === "class_heritage") {
      for (const clause of tree.children(child)) {
        if (tree.type(clause).endsWith("_clause")) heads.push(...tree.children(clause));
        else heads.push(clause);
      }
    } else if (type === "extends_type_clause") heads.push(...tree.children(child));
  }
  return baseNames(
    tree,
    heads.filter((head) =>
      tree.type(head) !== "type_arguments" && !/^(?:extends|implements)$/.test(tree.type(head))
    ),
  );
}

function isFunction(tree: SyntaxTree, node: number): boolean {
  return node !== NONE && FUNCTION.has(tree.type(node));
}

/** What a value is when brackets and casts around it are taken away. */
function bare(tree: SyntaxTree, value: number): number {
  let current = value;
  while (current !== NONE && WRAPPED.has(tree.type(current))) current = tree.firstChild(current);
  return current;
}

function classExpression(tree: SyntaxTree, node: number): Found | undefined {
  const name = tree.field(node, "name");
  const parent = tree.parent(node);
  // What holds it names it.
  const held = /^(?:variable_declarator|(?:public_)?field_definition)$/.test(tree.type(parent)) ||
    (tree.type(parent) === "assignment_expression" && assigned(tree, parent) !== undefined);
  if (name === NONE || held) return undefined;
  return { name: tree.textOf(name), kind: "class", at: name, bases: heritage(tree, node) };
}

/** `module.exports = function name() {}` */
function exported(tree: SyntaxTree, node: number): Found | undefined {
  const name = tree.field(node, "name");
  const parent = tree.parent(node);
  if (name === NONE || tree.type(parent) !== "assignment_expression") return undefined;
  return tree.textOf(tree.field(parent, "left")) === "module.exports"
    ? { name: tree.textOf(name), kind: "function", at: name }
    : undefined;
}

function namespace(tree: SyntaxTree, node: number): Found | undefined {
  const name = tree.field(node, "name");
  if (name === NONE || tree.type(name) === "string") return undefined;
  return { name: tree.textOf(name), kind: "module", at: name };
}

function declarator(tree: SyntaxTree, node: number, { local }: Scope): Found | undefined {
  const at = tree.field(node, "name");
  if (tree.type(at) !== "identifier") return undefined;
  const name = tree.textOf(at);
  const value = bare(tree, tree.field(node, "value"));
  if (isFunction(tree, value)) return { name, kind: "function", at };
  if (value !== NONE && tree.type(value) === "class") {
    return { name, kind: "class", at, bases: heritage(tree, value) };
  }
  const typed = tree.field(node, "type") !== NONE;
  const loop = tree.type(tree.parent(tree.parent(node))) === "for_statement";
  return local || loop || (value === NONE && !typed) ? undefined : { name, kind: "constant", at };
}

/** The name of a member where it is one that code can say. */
function memberName(tree: SyntaxTree, at: number): string | undefined {
  if (at === NONE) return undefined;
  const written = tree.textOf(at);
  const name = tree.type(at) === "string" ? written.slice(1, -1) : written;
  return NAME.test(name) ? name : undefined;
}

function method(tree: SyntaxTree, node: number): Found | undefined {
  const at = tree.field(node, "name");
  const name = memberName(tree, at);
  return name === undefined ? undefined : { name, kind: "method", at, ...ofObject(tree, tree.parent(node)) };
}

/** A field or property that holds a function, or is declared to. */
function field(tree: SyntaxTree, node: number): Found | undefined {
  const name = tree.field(node, "name");
  const at = name === NONE ? tree.field(node, "property") : name;
  const value = bare(tree, tree.field(node, "value"));
  const said = memberName(tree, at);
  if (said === undefined) return undefined;
  if (value !== NONE && tree.type(value) === "class") {
    return { name: said, kind: "class", at, bases: heritage(tree, value) };
  }
  const declared = value === NONE && tree.child(tree.field(node, "type"), "function_type") !== NONE;
  return declared || isFunction(tree, value) ? { name: said, kind: "method", at } : undefined;
}

/** A function in an object that others can reach: one that has a name, is returned, exported or handed over by the module itself. */
function pair(tree: SyntaxTree, node: number, { definition, local }: Scope): Found | undefined {
  if (!isFunction(tree, bare(tree, tree.field(node, "value")))) return undefined;
  const at = tree.field(node, "key");
  const name = memberName(tree, at);
  if (name === undefined) return undefined;
  const object = tree.parent(node);
  const said = !local || definition?.kind === "constant" || definition?.kind === "class" ||
    isReachable(tree, object);
  return said ? { name, kind: "method", at, ...ofObject(tree, object) } : undefined;
}

/** What an assignment gives a value to: a name, and what that is a member of ("" for a plain name). */
function assigned(tree: SyntaxTree, node: number): { name: string; object: string; at: number } | undefined {
  const target = callee(tree, tree.field(node, "left"), SHAPES);
  if (target === undefined) return undefined;
  const name = memberName(tree, target.name);
  const object = target.object === NONE ? "" : tree.textOf(target.object);
  return name === undefined || object.length > 200 || (object === "module" && name === "exports")
    ? undefined
    : { name, object, at: target.name };
}

/** `exports.name = …`, `Type.prototype.name = …`, `object.name = function …`, `this.name = function …`, `Type.Other = class …`, `name = function …` */
function assignment(tree: SyntaxTree, node: number, { definition, local }: Scope): Found | undefined {
  const target = assigned(tree, node);
  if (target === undefined) return undefined;
  const { name, object, at } = target;
  const value = bare(tree, tree.field(node, "right"));
  const isCode = isFunction(tree, value);
  const isExport = object === "exports" || object === "module.exports";
  if (value !== NONE && tree.type(value) === "class") {
    return { name, kind: "class", at, bases: heritage(tree, value) };
  }
  if (isExport && !isCode) return local ? undefined : { name, kind: "constant", at };
  if (!isCode || name === "exports") return undefined;
  if (isExport || object === "") return { name, kind: "function", at };
  const type = prototypeOf(object);
  if (type !== undefined) return { name, kind: "method", container: type, at };
  const container = object === "this" ? definition?.container ?? definition?.name : object;
  if (container === undefined || !NAME.test(container)) return { name, kind: "function", at };
  return { name, kind: object === "this" ? "method" : "function", container, at };
}

/** A component used in JSX is called by whoever draws it. */
function component(tree: SyntaxTree, node: number) {
  const found = callee(tree, tree.field(node, "name"), SHAPES);
  return found !== undefined && /^[A-Z]/.test(tree.textOf(found.name)) ? found : undefined;
}
