import type { Call, Definition, Outline } from "../structure/definition.ts";
import { containerIn, isType, MAX_DEFINITIONS } from "../structure/definition.ts";
import { MAX_SIGNATURE, NO_CONTAINER } from "../structure/definition.ts";
import type { Roles, Rule } from "./dialect.ts";
import { isName, namesIn, type Written, written } from "./names.ts";
import { leads, type NodePath, nodesAt } from "./node_path.ts";
import { NONE, type SyntaxTree } from "./syntax_tree.ts";

/** Calls of one file beyond which it is generated data. */
const MAX_CALLS = 100_000;
const MAX_NAME = 200;
/** What no definition is called, whatever broken code looks like. */
const KEYWORD = /^(?:_|if|else|for|while|do|switch|case|return|sizeof|catch|defined|exports)$/;
const CALLED = /^[\w:.$\p{L}-]+[?!]?$/u;
const NEVER_CALLED = /^(?:super|this|import|require|self|base|nameof|typeof|sizeof|defined)$/;
/** What may stand with the name of its type. */
const HELD = /^(?:function|method|property)$/;

/** A definition whose nodes are being passed, the first node behind it, and where its text ends. */
interface Open {
  definition: Definition;
  until: number;
  end: number | undefined;
}

/** Reads definitions, calls and comments off a tree, in one pass over its nodes. */
export function outlineOf(tree: SyntaxTree, { namespaces, byType }: Roles): Outline {
  const definitions: Definition[] = [];
  const calls: Call[] = [];
  const comments: number[] = [];
  const stack: Open[] = [];
  const primitives = new Set<string>();
  let localUntil = 0;

  for (let node = 0; node < tree.size;) {
    const role = byType[tree.typeIds[node] ?? 0];
    const after = tree.afters[node] ?? tree.size;
    const isComment = role?.comment !== undefined && leads(tree, node, role.comment);
    if (isComment) comments.push(node);
    if (isComment || role?.skipped) {
      node = after;
      continue;
    }
    while ((stack.at(-1)?.until ?? Infinity) <= node) stack.pop();
    if (role?.defines !== undefined && definitions.length < MAX_DEFINITIONS) define(node, role.defines);
    if (role?.calls !== undefined && calls.length < MAX_CALLS) {
      for (const called of nodesAt(tree, node, role.calls)) call(called);
    }
    if (role?.primitive) primitives.add(tree.textOf(node));
    if (role?.local && node >= localUntil) localUntil = after;
    node++;
  }

  function define(node: number, rules: readonly Rule[]): void {
    const rule = rules.find((each) => applies(tree, node, each));
    const around = stack.at(-1);
    const inFunction = around?.definition.kind === "function" || around?.definition.kind === "method";
    if (rule === undefined || (rule.top && node < localUntil) || (rule.kind === "method" && inFunction)) {
      return;
    }
    const names = [...nodesAt(tree, node, rule.name)].flatMap((at) => nameAt(at, rule) ?? []);
    const isMember = around !== undefined && isType(around.definition.kind);
    for (const { name, at, object } of names) {
      // `const Shop = class Shop {}` names one thing twice.
      if (name === around?.definition.name && tree.ends[node] === around.end) continue;
      const line = tree.line(rule.whole ? node : at);
      const said = containerSaid(node, at, object, rule);
      const container = said ?? containerIn(around?.definition, namespaces);
      const bases = rule.bases === undefined ? [] : basesAt(node, rule.bases);
      const definition: Definition = {
        name,
        kind: rule.kind === "function" && (said !== undefined || isMember) ? "method" : rule.kind,
        line,
        endLine: Math.max(line, tree.endLine(node)),
        signature: tree.lineText(line).trim().slice(0, MAX_SIGNATURE),
        ...(container !== undefined && { container }),
        ...(bases.length > 0 && { bases }),
      };
      definitions.push(definition);
      if (names.length === 1 && !rule.leaf) {
        stack.push({ definition, until: tree.afters[node] ?? tree.size, end: tree.ends[node] });
      }
    }
  }

  function nameAt(at: number, rule: Rule): { name: string; at: number; object: number } | undefined {
    const found: Written = written(tree, at) ?? { name: at, object: NONE };
    // A namespace is called by all of its parts.
    const isSpace = rule.kind === "module" && namespaces;
    const node = isSpace ? at : found.name;
    if ((tree.ends[node] ?? 0) - (tree.starts[node] ?? 0) > MAX_NAME) return undefined;
    const text = tree.textOf(node);
    const name = text.startsWith("operator") ? text.replace(/\s+/g, "") : text.replace(/^[:"'`]|["'`]$/g, "");
    const isOne = isName(name) || isSpace || /^(?:~|operator\W)/.test(name) || text.startsWith("`");
    return isOne && !KEYWORD.test(name) ? { name, at: node, object: found.object } : undefined;
  }

  function containerSaid(node: number, name: number, object: number, rule: Rule): string | undefined {
    const said = rule.container === undefined
      ? object
      : nodesAt(tree, node, rule.container).next().value ?? NONE;
    const type = said === NONE || said >= name ? undefined : typeSaid(tree, said);
    return type === undefined || NO_CONTAINER.test(type) || !HELD.test(rule.kind) ? undefined : type;
  }

  function basesAt(node: number, path: NodePath): string[] {
    const found = [...nodesAt(tree, node, path)].flatMap((at) => namesIn(tree, at));
    return [...new Set(found.map((name) => tree.textOf(name)))].filter(isName);
  }

  function call(node: number): void {
    const found = written(tree, node);
    if (found === undefined) return;
    const name = tree.textOf(found.name);
    if (name.length > MAX_NAME || !CALLED.test(name) || NEVER_CALLED.test(name)) return;
    const receiver = receiverOf(tree, found.object);
    calls.push({ name, line: tree.line(found.name), ...(receiver !== undefined && { receiver }) });
  }

  const types = new Set(
    definitions.filter(({ kind }) => kind === "class" || kind === "enum").map(({ name }) => name),
  );
  return {
    // `typedef struct shop { … } shop;`
    definitions: definitions.filter(({ kind, name }) =>
      !primitives.has(name) && (kind !== "type" || !types.has(name))
    )
      .sort((a, b) => a.line - b.line),
    calls: calls.sort((a, b) => a.line - b.line),
    comments: commentLines(tree, comments),
  };
}

/** Blanks beside a comment that are looked at: many comments may stand on one long line. */
const MAX_BLANKS = 1000;

/** Runs of lines that hold nothing but comment. `nodes` are in order of the text. */
function commentLines(tree: SyntaxTree, nodes: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  const isBlank = (from: number, to: number) =>
    to - from <= MAX_BLANKS && tree.text.slice(from, to).trim() === "";
  /** Where the last comment ended that began a line, or followed another that did. */
  let covered = 0;
  for (const node of nodes) {
    const [start = 0, end = 0] = [tree.starts[node], tree.ends[node]];
    const [first, last] = [tree.line(node), tree.endLine(node)];
    const opens = isBlank(Math.max(covered, tree.lineStart(first)), start);
    if (opens) covered = end;
    const from = opens ? first : first + 1;
    const to = isBlank(end, tree.lineStart(last + 1)) ? last : last - 1;
    if (from > to) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] + 1 >= from) run[1] = Math.max(run[1], to);
    else runs.push([from, to]);
  }
  return runs;
}

/** `Type` of `Type`, `Type<T>` and `ns.Type.prototype`, but nothing of `a.b`. */
function typeSaid(tree: SyntaxTree, node: number): string | undefined {
  const found = written(tree, node);
  if (found === undefined || found.object === NONE) return found && tree.textOf(found.name);
  const type = tree.textOf(found.name) === "prototype" ? written(tree, found.object) : undefined;
  return type && tree.textOf(type.name);
}

function applies(tree: SyntaxTree, node: number, { needs, unless, parents }: Rule): boolean {
  return (needs === undefined || leads(tree, node, needs)) &&
    (unless === undefined || !leads(tree, node, unless)) &&
    (parents === undefined || parents.includes(tree.type(tree.parent(node))));
}

/** The name before a dot, arrow or colons: plain, or the last part of a path such as `a::B`. */
function receiverOf(tree: SyntaxTree, object: number): string | undefined {
  if (object === NONE || (tree.ends[object] ?? 0) - (tree.starts[object] ?? 0) > MAX_NAME) return undefined;
  const text = tree.textOf(object);
  if (isName(text)) return text;
  const found = /::|\\/.test(text) ? written(tree, object) : undefined;
  return found && tree.textOf(found.name);
}
