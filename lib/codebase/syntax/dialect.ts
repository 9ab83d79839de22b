import type { Candidate, Definition } from "../structure/definition.ts";
import { NONE, type SyntaxTree } from "./syntax_tree.ts";

/** What a node defines. */
export interface Found extends Candidate {
  /** The node whose line is the definition's: its name, or where the name follows the body, the whole. */
  at: number;
}

/** Where a node stands. */
export interface Scope {
  /** The innermost definition around it. */
  definition: Definition | undefined;
  /** Whether it stands in a function, where a value is nobody else's business. */
  local: boolean;
}

/** What is called, and on what: nodes, `NONE` where there is none. */
export interface Callee {
  name: number;
  object: number;
}

export type Define = (tree: SyntaxTree, node: number, scope: Scope) => Found | Found[] | undefined;
export type Calls = (tree: SyntaxTree, node: number) => Callee | undefined;

/** How one grammar's node types are to be read. Node types that no grammar of the language has do no harm. */
export interface Dialect {
  /** Node types that are not looked into: there is nothing to find in them. */
  leaves: readonly string[];
  /** Node types that are passed over with all that is in them: imports are told elsewhere. */
  skipped: readonly string[];
  comments: readonly string[];
  /** Whether a node is a comment in effect, such as a string that stands alone as a statement. */
  remark?: Readonly<Record<string, (tree: SyntaxTree, node: number) => boolean>>;
  /** Node types whose insides are local. */
  functions: readonly string[];
  defines: Readonly<Record<string, Define>>;
  /** Bases that are named in a type's body, not in its head. */
  extends?: Readonly<Record<string, (tree: SyntaxTree, node: number) => string[]>>;
  calls: Readonly<Record<string, Calls>>;
  /** Node types that are names of types, and those that are where they begin with a capital and have a small letter. */
  typeNames: readonly string[];
  capitalNames: readonly string[];
  /** Whether a name that would be taken for a type's stands where one can. */
  mentions?: (tree: SyntaxTree, node: number) => boolean;
  /** Names of types that mean the same in every file: neither a mention of them nor a conversion to them says anything. */
  builtIns?: ReadonlySet<string>;
  /** Node types that give a name to a type of their own, by the field (or child types) that holds it. */
  typeParameters?: Readonly<Record<string, readonly string[]>>;
  /** Whether a module is a namespace only: then it is no container. */
  namespaces: boolean;
}

const PLAIN_NAME = /^[$@_\p{L}][$\w\p{L}]*$/u;
const QUALIFIED_NAME = /^[\w$\p{L}.:\\]+/u;

/** `Foo` of `a.b::Foo<Bar>`; undefined where the text is no name. */
export function lastPart(text: string): string | undefined {
  const last = QUALIFIED_NAME.exec(text)?.[0].replace(/[.:\\]+$/, "").split(/[.:\\]+/).pop();
  return last !== undefined && /^[_$\p{L}]/u.test(last) ? last : undefined;
}

/** Last parts of the names that some nodes are, each once, without those that are none. */
export function baseNames(tree: SyntaxTree, nodes: Iterable<number>): string[] {
  const names: string[] = [];
  for (const node of nodes) {
    const name = lastPart(tree.textOf(node));
    if (name !== undefined && !names.includes(name)) names.push(name);
  }
  return names;
}

/** Whether the text is one name and nothing else; a variable's sigil is part of it. */
export function isPlainName(text: string): boolean {
  return PLAIN_NAME.test(text);
}

/** A definition named by a field, with what is known of it. */
export function named(
  kind: Candidate["kind"],
  options: { field?: string; bases?: (tree: SyntaxTree, node: number) => string[]; top?: boolean } = {},
): Define {
  const { field = "name", bases, top = false } = options;
  return (tree, node, { local }) => {
    if (top && local) return undefined;
    const name = tree.field(node, field);
    if (name === NONE) return undefined;
    const from = bases?.(tree, node) ?? [];
    return { name: tree.textOf(name), kind, at: name, ...(from.length > 0 && { bases: from }) };
  };
}

/** Like another way of defining, but not inside of functions: what a class without a name has there cannot be found by name. */
export function member(find: Define): Define {
  return (tree, node, scope) => {
    const around = scope.definition?.kind;
    return around === "method" || around === "function" ? undefined : find(tree, node, scope);
  };
}

/** How a grammar writes what is called. */
export interface CalleeShapes {
  /** Node types that are a plain name. */
  names: readonly string[];
  /** Node types of access to a member: fields of the object and of the name; "" for the last child. */
  members: Readonly<Record<string, readonly [object: string, name: string]>>;
  /** Node types around what is called: the field it is in; "" for the first child. */
  wrappers: Readonly<Record<string, string>>;
}

/** Reads the callee in one field of a call. */
export function calleeIn(field: string, shapes: CalleeShapes): Calls {
  return (tree, node) => callee(tree, tree.field(node, field), shapes);
}

export function callee(
  tree: SyntaxTree,
  node: number,
  { names, members, wrappers }: CalleeShapes,
): Callee | undefined {
  let object = NONE;
  for (let current = node; current !== NONE;) {
    const type = tree.type(current);
    if (names.includes(type)) return { name: current, object };
    const member = members[type];
    const wrapped = wrappers[type];
    if (member !== undefined) {
      object = tree.field(current, member[0]);
      current = member[1] === "" ? tree.lastChild(current) : tree.field(current, member[1]);
    } else if (wrapped !== undefined) {
      current = wrapped === "" ? tree.firstChild(current) : tree.field(current, wrapped);
    } else return undefined;
  }
  return undefined;
}
