import { NONE, type SyntaxTree } from "../syntax_tree.ts";

export const FUNCTION = new Set(["arrow_function", "function_expression", "generator_function"]);
export const WRAPPED = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
]);
/** What an object may stand in without being the less within reach. */
const INSIDE = new Set([...WRAPPED, "object", "pair"]);
const HOLDERS = new Set([
  "variable_declarator",
  "assignment_expression",
  "export_statement",
  "public_field_definition",
  "field_definition",
]);
const LOCAL = new Set([
  ...FUNCTION,
  "function_declaration",
  "generator_function_declaration",
  "method_definition",
]);
export const NAME = /^#?[\p{L}_$][\w$\p{L}]*$/u;

/** What an object is the value of, over the objects and brackets around it. */
function holderOf(tree: SyntaxTree, object: number): number {
  let holder = tree.parent(object);
  while (INSIDE.has(tree.type(holder))) holder = tree.parent(holder);
  return holder;
}

/** Whether a local object is more than an argument: it has a name, or is what a function returns that is no argument itself. */
export function isReachable(tree: SyntaxTree, object: number): boolean {
  const holder = holderOf(tree, object);
  const type = tree.type(holder);
  if (HOLDERS.has(type)) return true;
  if (type !== "return_statement" && type !== "arrow_function") return false;
  const returning = type === "arrow_function" ? holder : functionAround(tree, holder);
  // What a module hands over is called once: `define(function () { return { … }; })`.
  return tree.type(tree.parent(returning)) !== "arguments" || functionAround(tree, returning) === NONE;
}

function functionAround(tree: SyntaxTree, node: number): number {
  let around = tree.parent(node);
  while (around !== NONE && !LOCAL.has(tree.type(around))) around = tree.parent(around);
  return around;
}

/** The type whose prototype an object is, or is mixed into; the variable that holds it. */
export function ofObject(tree: SyntaxTree, object: number): { container?: string } {
  if (tree.type(object) !== "object") return {};
  const holder = holderOf(tree, object);
  const type = tree.type(holder);
  if (type === "variable_declarator" && tree.parent(object) === holder) {
    const name = tree.textOf(tree.field(holder, "name"));
    return NAME.test(name) ? { container: name } : {};
  }
  const target = type === "assignment_expression"
    ? tree.field(holder, "left")
    : type === "arguments"
    ? tree.firstChild(holder)
    : NONE;
  const container = target === NONE ? undefined : prototypeOf(tree.textOf(target));
  return container === undefined ? {} : { container };
}

/** `Type` of `a.Type.prototype` */
export function prototypeOf(object: string): string | undefined {
  return object.length > 200 ? undefined : /(?:^|\.)([\w$]+)\.prototype$/.exec(object)?.[1];
}
