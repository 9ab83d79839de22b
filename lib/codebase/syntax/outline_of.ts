import { type Definition, isType } from "../structure/definition.ts";
import type { Dialect, Found, Scope } from "./dialect.ts";
import { isPlainName, lastPart } from "./dialect.ts";
import { CommentLines } from "./comment_lines.ts";
import type { Call, Outline } from "./outline.ts";
import { NONE, type SyntaxTree, type Vocabulary } from "./syntax_tree.ts";

const MAX_SIGNATURE = 200;
/** Definitions of one file beyond which it is generated data. */
const MAX_DEFINITIONS = 20_000;
/** Calls of one file beyond which it is generated data. */
const MAX_CALLS = 100_000;
const NEVER_CALLED = /^(?:super|this|import|require|self|base|nameof|typeof|sizeof|defined)$/;
const CAPITAL_NAME = /^[A-Z]\w*[a-z]\w*$/;
/** Ruby's may end in a mark. */
const CALLED_NAME = /^[_\p{L}][\w$\p{L}]*[?!]?$/u;
const MAX_NAME = 200;

/** What the engine does at nodes of one type. */
interface Role {
  define?: Dialect["defines"][string];
  extend?: NonNullable<Dialect["extends"]>[string];
  calls?: Dialect["calls"][string];
  remark?: NonNullable<Dialect["remark"]>[string];
  parameter?: readonly string[];
  typeName?: "any" | "capital";
  comment?: true;
  skipped?: true;
  local?: true;
}

/** A dialect laid out by the ids of a grammar. */
export interface Roles {
  dialect: Dialect;
  byType: readonly (Role | undefined)[];
}

export function rolesOf(dialect: Dialect, vocabulary: Vocabulary): Roles {
  const byName = new Map<string, Role>();
  const role = (type: string): Role => {
    let known = byName.get(type);
    if (known === undefined) byName.set(type, known = {});
    return known;
  };
  for (const [type, define] of Object.entries(dialect.defines)) role(type).define = define;
  for (const [type, extend] of Object.entries(dialect.extends ?? {})) role(type).extend = extend;
  for (const [type, calls] of Object.entries(dialect.calls)) role(type).calls = calls;
  for (const [type, remark] of Object.entries(dialect.remark ?? {})) role(type).remark = remark;
  for (const [type, fields] of Object.entries(dialect.typeParameters ?? {})) role(type).parameter = fields;
  for (const type of dialect.typeNames) role(type).typeName = "any";
  for (const type of dialect.capitalNames) role(type).typeName = "capital";
  for (const type of dialect.comments) role(type).comment = true;
  for (const type of dialect.skipped) role(type).skipped = true;
  for (const type of dialect.functions) role(type).local = true;
  // A keyword may be spelled like a node type: TypeScript has a `module` of either sort.
  return {
    dialect,
    byType: vocabulary.types.map((type, id) => vocabulary.kept[id] === 1 ? byName.get(type) : undefined),
  };
}

/** A definition whose nodes are being passed. */
interface Open {
  definition: Definition;
  /** Index of the first node behind it. */
  until: number;
}

/** Reads definitions, calls, types and comments off a tree, in one pass over its nodes. */
export function outlineOf(tree: SyntaxTree, { dialect, byType }: Roles): Outline {
  const definitions: Definition[] = [];
  const calls: Call[] = [];
  const types = new Set<string>();
  const parameters = new Set<string>();
  const comments = new CommentLines(tree);
  const stack: Open[] = [];
  /** Names of definitions and of what is called: no mentions of types. */
  const taken = new Set<number>();
  let localUntil = 0;

  for (let node = 0; node < tree.size;) {
    const role = byType[tree.typeIds[node] ?? 0];
    if (role === undefined) {
      node++;
      continue;
    }
    const after = tree.afters[node] ?? tree.size;
    if (role.comment !== undefined || role.remark?.(tree, node) === true) {
      comments.add(node);
      node = after;
      continue;
    }
    if (role.skipped !== undefined) {
      node = after;
      continue;
    }
    for (let open = stack.at(-1); open !== undefined && open.until <= node; open = stack.at(-1)) stack.pop();
    const local = node < localUntil;
    if (role.define !== undefined && definitions.length < MAX_DEFINITIONS) {
      const found = role.define(tree, node, { definition: stack.at(-1)?.definition, local });
      if (Array.isArray(found)) { for (const each of found) define(each, node, local, false); }
      else if (found !== undefined) define(found, node, local, true);
    }
    if (role.extend !== undefined && !local) extend(role.extend(tree, node));
    if (role.calls !== undefined && calls.length < MAX_CALLS) call(node, role.calls);
    if (role.parameter !== undefined) parameter(node, role.parameter);
    if (role.typeName !== undefined && !taken.has(node)) mention(node, role.typeName);
    if (role.local !== undefined && !local) localUntil = after;
    node++;
  }

  function define(found: Found, node: number, local: boolean, open: boolean): void {
    const { at, ...candidate } = found;
    if (candidate.name === "" || candidate.name.length > MAX_NAME) return;
    taken.add(at);
    const scope: Scope = { definition: stack.at(-1)?.definition, local };
    const container = candidate.container ?? containerName(scope.definition, dialect.namespaces);
    const line = tree.line(at);
    const definition: Definition = {
      name: candidate.name,
      kind: candidate.kind === "function" && scope.definition !== undefined && isType(scope.definition.kind)
        ? "method"
        : candidate.kind,
      line,
      endLine: Math.max(line, tree.endLine(node)),
      signature: tree.lineText(line).trim().slice(0, MAX_SIGNATURE),
      ...(container !== undefined && { container }),
      ...(candidate.bases !== undefined && candidate.bases.length > 0 && { bases: candidate.bases }),
    };
    definitions.push(definition);
    if (open) stack.push({ definition, until: tree.afters[node] ?? tree.size });
  }

  function extend(bases: readonly string[]): void {
    const top = stack.at(-1)?.definition;
    if (top === undefined || !(isType(top.kind) || top.kind === "interface" || top.kind === "module")) return;
    for (const base of bases) if (!top.bases?.includes(base)) top.bases = [...top.bases ?? [], base];
  }

  function call(node: number, read: NonNullable<Role["calls"]>): void {
    const found = read(tree, node);
    if (found === undefined) return;
    const written = tree.textOf(found.name);
    if (written.length > MAX_NAME) return;
    const name = CALLED_NAME.test(written) ? written : lastPart(written);
    if (name === undefined || NEVER_CALLED.test(name) || dialect.builtIns?.has(name) === true) return;
    taken.add(found.name);
    const receiver = receiverOf(tree, found.object);
    calls.push({ name, line: tree.line(found.name), ...(receiver !== undefined && { receiver }) });
  }

  function parameter(node: number, fields: readonly string[]): void {
    for (const field of fields) {
      const name = tree.field(node, field);
      const by = name === NONE ? tree.child(node, field) : name;
      if (by !== NONE) parameters.add(tree.textOf(by));
    }
  }

  function mention(node: number, which: "any" | "capital"): void {
    const start = tree.starts[node] ?? 0;
    if (which === "capital") {
      const first = tree.text.charCodeAt(start);
      if (first < 65 || first > 90) return;
    }
    if ((tree.ends[node] ?? 0) - start > MAX_NAME || dialect.mentions?.(tree, node) === false) return;
    const name = tree.textOf(node);
    if (name !== "" && (which === "any" || CAPITAL_NAME.test(name))) types.add(name);
  }

  for (const name of parameters) types.delete(name);
  for (const name of dialect.builtIns ?? []) types.delete(name);
  return {
    definitions: definitions.sort((a, b) => a.line - b.line),
    calls: calls.sort((a, b) => a.line - b.line),
    types: [...types].sort(),
    comments: comments.runs(),
  };
}

function containerName(definition: Definition | undefined, namespaces: boolean): string | undefined {
  if (definition === undefined) return undefined;
  const { kind, name } = definition;
  if (isType(kind) || kind === "constant") return name;
  return kind === "module" && !namespaces ? name : undefined;
}

const MAX_RECEIVER = 300;

/** The name before a dot, arrow or colons: plain, or the last part of a path. `super()` is `super`. */
function receiverOf(tree: SyntaxTree, object: number): string | undefined {
  if (object === NONE || (tree.ends[object] ?? 0) - (tree.starts[object] ?? 0) > MAX_RECEIVER) {
    return undefined;
  }
  const text = tree.textOf(object);
  if (isPlainName(text)) return text;
  if (text === "super()") return "super";
  return /::|\\/.test(text) && /^[\w:\\]+(?:<[^()]*>)?$/.test(text) ? lastPart(text) : undefined;
}
