import type { Node } from "jsonc-parser";

/** Adds a child to an array, or to an object where `key` is given, as the last one, in the style of the file. Offsets come from a tree of the same text. */
export function addChild(text: string, container: Node, value: unknown, key?: string): string {
  const name = key === undefined ? "" : JSON.stringify(key);
  return appendChild(text, container, {
    pretty: (unit, newline) =>
      ((name && `${name}: `) + JSON.stringify(value, null, unit)).replaceAll("\n", newline),
    compact: (minified) => (name && name + (minified ? ":" : ": ")) + JSON.stringify(value),
  });
}

/** Adds a child in the very words it has elsewhere. */
export function insertChild(
  text: string,
  container: Node,
  words: string,
  index: number,
  like: string,
): string {
  const next = container.children?.[index];
  if (next === undefined) {
    return appendChild(text, container, { pretty: () => words, compact: () => words }, like);
  }
  const { eol, minified } = style(like);
  const indent = indentBefore(text, next.offset);
  const gap = indent === undefined ? (minified ? "" : " ") : eol + indent;
  return `${text.slice(0, next.offset)}${words},${gap}${text.slice(next.offset)}`;
}

interface Rendering {
  /** @param newline what a line inside begins with. */
  pretty(unit: string, newline: string): string;
  compact(minified: boolean): string;
}

function appendChild(
  text: string,
  container: Node,
  { pretty, compact }: Rendering,
  like = text,
): string {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const from = last === undefined ? container.offset + 1 : last.offset + last.length;
  const comma = commaBetween(text, from, close);
  const end = from + text.slice(from, close).trimEnd().length;
  const { unit, eol, minified } = style(like);
  const base = indentOfLine(text, container.offset);
  const before = text.slice(0, from) + (last === undefined || comma !== undefined ? "" : ",") +
    text.slice(from, end);
  const closing = comma === undefined ? "" : ",";
  if (last !== undefined && !text.slice(container.offset, close).includes("\n")) {
    return before + (minified ? "" : " ") + compact(minified) + closing + text.slice(end);
  }
  if (minified) return before + compact(true) + text.slice(end);
  const own = last === undefined ? undefined : indentBefore(text, last.offset);
  const indent = own ?? base + unit;
  const child = pretty(unit, eol + indent);
  const rest = last === undefined ? eol + base + text.slice(close) : text.slice(end);
  return before + eol + indent + child + closing + rest;
}

/** Takes the child at `index` out of an array or object, with one comma; comments around it stay. */
export function removeChild(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) return text;
  const close = container.offset + container.length - 1;
  const end = child.offset + child.length;
  const after = commaBetween(text, end, children[index + 1]?.offset ?? close);
  const previous = children[index - 1];
  const before = after === undefined && previous
    ? commaBetween(text, previous.offset + previous.length, child.offset)
    : undefined;
  const line = indentBefore(text, child.offset);
  const eol = line === undefined ? 0 : text.startsWith("\r\n", child.offset - line.length - 2) ? 2 : 1;
  const start = line === undefined ? child.offset : child.offset - line.length - eol;
  const cuts: [number, number][] = [[start, end]];
  if (after !== undefined) cuts.push([after, after + 1]);
  if (before !== undefined) cuts.unshift([before, before + 1]);
  if (children.length === 1) {
    const inside = cut(text.slice(0, close), cuts).slice(container.offset + 1);
    if (inside.trim() === "") return text.slice(0, container.offset + 1) + text.slice(close);
  }
  if (line === undefined && after !== undefined && index === 0) {
    const blanks = /^[ \t]*/.exec(text.slice(after + 1))?.[0].length ?? 0;
    cuts.push([after + 1, after + 1 + blanks]);
  }
  return cut(text, cuts);
}

function cut(text: string, ranges: [number, number][]): string {
  return ranges.toSorted((a, b) => b[0] - a[0]).reduce(
    (rest, [from, to]) => rest.slice(0, from) + rest.slice(to),
    text,
  );
}

/** Offset of the comma between two neighbours, comments passed over. */
function commaBetween(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (text[at] === ",") return at;
    if (text[at] !== "/") continue;
    const mark = text[at + 1] === "*" ? "*/" : "\n";
    const end = text.indexOf(mark, at + 2);
    if (end === -1) return undefined;
    at = end + mark.length - 1;
  }
  return undefined;
}

function style(text: string): { unit: string; eol: string; minified: boolean } {
  const unit = /^[ \t]+(?=["{[])/m.exec(text)?.[0] ?? "  ";
  const content = text.trim();
  return {
    unit,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    minified: content.length > 2 && !content.includes("\n"),
  };
}

function indentOfLine(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What stands between the start of the line and the offset, if that is nothing but blanks. */
function indentBefore(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset - 1);
  const line = text.slice(start + 1, offset);
  return start >= 0 && /^[ \t]*$/.test(line) ? line : undefined;
}
