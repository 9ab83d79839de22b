import {
  baseNames,
  type Callee,
  type Dialect,
  type Found,
  lastPart,
  member,
  type Scope,
} from "../dialect.ts";
import { NONE, type SyntaxTree } from "../syntax_tree.ts";

/** Kotlin, scripts (`.kts`) too. */
export const kotlin: Dialect = {
  leaves: [
    "identifier",
    "line_comment",
    "block_comment",
    "shebang",
    "string_content",
    "number_literal",
    "character_literal",
    "class_modifier",
    "function_modifier",
    "member_modifier",
    "visibility_modifier",
    "inheritance_modifier",
    "parameter_modifier",
    "property_modifier",
    "platform_modifier",
  ],
  skipped: ["import", "package_header"],
  comments: ["line_comment", "block_comment", "shebang"],
  functions: [
    "function_declaration",
    "secondary_constructor",
    "anonymous_initializer",
    "anonymous_function",
    "lambda_literal",
    "getter",
    "setter",
  ],
  defines: {
    class_declaration: type,
    object_declaration: type,
    companion_object: companion,
    type_alias: (tree, node) => found(tree, tree.field(node, "type"), "type"),
    function_declaration: fun,
    secondary_constructor: member(constructor),
    class_parameter: (tree, node) =>
      tree.has(node, "val") || tree.has(node, "var")
        ? found(tree, tree.child(node, "identifier"), "property")
        : undefined,
    property_declaration: property,
  },
  calls: {
    call_expression: (tree, node) => callee(tree, tree.firstChild(node)),
    infix_expression: infix,
    constructor_invocation: (tree, node) =>
      tree.type(tree.parent(node)) === "delegation_specifier"
        ? { name: typeName(tree, tree.firstChild(node)), object: NONE }
        : undefined,
    binary_expression: generic,
  },
  typeNames: [],
  capitalNames: ["identifier"],
  mentions: (tree, node) => tree.type(tree.parent(node)) !== "enum_entry",
  typeParameters: { type_parameter: ["identifier"] },
  namespaces: false,
};

/** A definition by the node that is its name, which may be written between backticks. */
function found(tree: SyntaxTree, at: number, kind: Found["kind"]): Found | undefined {
  return at === NONE ? undefined : { name: tree.textOf(at).replaceAll("`", ""), kind, at };
}

function type(tree: SyntaxTree, node: number): Found | undefined {
  const isEnum = [...tree.children(tree.child(node, "modifiers"))].some((each) =>
    tree.textOf(each) === "enum"
  );
  const kind = tree.has(node, "interface") ? "interface" : isEnum ? "enum" : "class";
  const named = found(tree, tree.field(node, "name"), kind);
  return named && { ...named, bases: supertypes(tree, node) };
}

function supertypes(tree: SyntaxTree, node: number): string[] {
  const heads: number[] = [];
  for (const specifier of tree.children(tree.child(node, "delegation_specifiers"))) {
    const by = tree.child(specifier, "constructor_invocation", "explicit_delegation");
    heads.push(tree.child(by === NONE ? specifier : by, "user_type"));
  }
  return baseNames(tree, heads.filter((head) => head !== NONE));
}

/** Its members are reached by the name of the class around it, whether or not it has one of its own. */
function companion(tree: SyntaxTree, node: number): Found[] {
  const named = found(tree, tree.field(node, "name"), "class");
  return named ? [{ ...named, bases: supertypes(tree, node) }] : [];
}

function fun(tree: SyntaxTree, node: number, scope: Scope): Found | Found[] | undefined {
  const at = tree.field(node, "name");
  const around = tree.type(tree.parent(node));
  if (around === "class_body" || around === "enum_class_body") {
    return member(() => found(tree, at, "method"))(tree, node, scope);
  }
  return extension(tree, node, scope, found(tree, at, "method")) ?? found(tree, at, "function");
}

/** Called by its type's name, like the constructor in the type's head, which the type stands for. */
function constructor(tree: SyntaxTree, node: number, { definition }: Scope): Found | undefined {
  const at = tree.child(node, "constructor");
  return definition === undefined || at === NONE ? undefined : { name: definition.name, kind: "method", at };
}

/** A value: of a type, of a file, of an object; none of a function. */
function property(tree: SyntaxTree, node: number, scope: Scope): Found[] | Found | undefined {
  if (scope.local) return undefined;
  const body = tree.parent(node);
  const inType = tree.type(body) === "class_body" || tree.type(body) === "enum_class_body";
  const holder = tree.type(tree.parent(body));
  const isOnce = !inType || holder === "companion_object" || holder === "object_declaration";
  const several = tree.child(node, "multi_variable_declaration");
  const kind = isOnce && tree.child(node, "getter") === NONE ? "constant" : "property";
  if (several !== NONE) {
    return [...tree.children(several)].flatMap((each) =>
      found(tree, tree.child(each, "identifier"), kind) ?? []
    );
  }
  const one = found(tree, tree.child(tree.child(node, "variable_declaration"), "identifier"), kind);
  return inType ? one : extension(tree, node, scope, one && { ...one, kind: "property" }) ?? one;
}

/** What is defined outside of types for a type that stands before its name: it is called as that type's member. */
function extension(
  tree: SyntaxTree,
  node: number,
  { local }: Scope,
  one: Found | undefined,
): Found | undefined {
  if (one === undefined || local) return undefined;
  const until = tree.starts[one.at] ?? 0;
  for (const child of tree.children(node)) {
    if ((tree.starts[child] ?? 0) >= until) return undefined;
    const receiver = tree.type(child) === "nullable_type" ? tree.child(child, "user_type") : child;
    if (tree.type(receiver) !== "user_type") continue;
    const container = lastPart(tree.textOf(receiver).replace(/\.Companion$/, ""));
    return container === undefined ? undefined : { ...one, container };
  }
  return undefined;
}

function callee(tree: SyntaxTree, node: number): Callee | undefined {
  switch (tree.type(node)) {
    case "identifier":
      return { name: node, object: NONE };
    case "navigation_expression": {
      const name = tree.lastChild(node);
      const object = tree.firstChild(node);
      if (name === object || tree.type(name) !== "identifier") return undefined;
      return { name, object: bare(tree, object) };
    }
    default:
      return undefined;
  }
}

/** `x` of `x!!`, `Outer` of `this@Outer`, `Base` of `super<Base>`. */
function bare(tree: SyntaxTree, object: number): number {
  switch (tree.type(object)) {
    case "unary_expression": {
      const argument = tree.field(object, "argument");
      return tree.textOf(object).endsWith("!!") && argument !== NONE ? argument : object;
    }
    case "this_expression":
    case "super_expression": {
      const said = tree.child(object, "user_type", "identifier");
      return said === NONE ? object : said;
    }
    default:
      return object;
  }
}

/** `a name b` */
function infix(tree: SyntaxTree, node: number): Callee | undefined {
  const object = tree.firstChild(node);
  const name = object === NONE ? NONE : tree.nextSibling(object);
  return name === NONE || tree.type(name) !== "identifier" ? undefined : { name, object };
}

/** `name<Type>(value)`, which the grammar takes for two comparisons. People put blanks around those. */
function generic(tree: SyntaxTree, node: number): Callee | undefined {
  const left = tree.field(node, "left");
  const right = tree.field(node, "right");
  if (tree.type(left) !== "binary_expression" || tree.type(right) !== "parenthesized_expression") {
    return undefined;
  }
  const name = tree.field(left, "left");
  const argument = tree.field(left, "right");
  const between = (from: number, to: number) => tree.text.slice(tree.ends[from], tree.starts[to]);
  return between(name, argument) === "<" && between(argument, right) === ">" ? callee(tree, name) : undefined;
}

/** The node of the last name of a type. */
function typeName(tree: SyntaxTree, type: number): number {
  return [...tree.children(type)].filter((each) => tree.type(each) === "identifier").at(-1) ?? NONE;
}
