import type { Node } from "jsonc-parser";

/** How a file is written. */
interface Style {
  /** Indentation of one level. */
  unit: string;
  eol: string;
  minified: boolean;
}

/**
 * Adds a child to an array or object, as the last one. Offsets come from a tree of the same text.
 *
 * @param render the child's words: over several lines that begin with `newline`, or on one line where that is undefined.
 */
export function appendChild(
  text: string,
  container: Node,
  render: (style: Style, newline: string | undefined) => string,
): string {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const from = last === undefined ? container.offset + 1 : last.offset + last.length;
  const comma = commaBetween(text, from, close);
  const end = from + text.slice(from, close).trimEnd().length;
  const style = styleOf(text);
  const before = text.slice(0, from) + (last === undefined || comma !== undefined ? "" : ",") +
    text.slice(from, end);
  const closing = comma === undefined ? "" : ",";
  const isOneLine = last !== undefined && !text.slice(container.offset, close).includes("\n");
  if (isOneLine || style.minified) {
    return before + (style.minified ? "" : " ") + render(style, undefined) + closing + text.slice(end);
  }
  const base = indentOfLine(text, container.offset);
  const own = last === undefined ? undefined : indentBefore(text, last.offset);
  const newline = style.eol + (own ?? base + style.unit);
  const rest = last === undefined ? style.eol + base + text.slice(close) : text.slice(end);
  return before + newline + render(style, newline) + closing + rest;
}

/** Writes a value, as an object's member where `key` is given, in the style of a file. */
export function rendering(value: unknown, key?: string): Parameters<typeof appendChild>[2] {
  return ({ unit, minified }, newline) => {
    const name = key === undefined ? "" : JSON.stringify(key) + (minified ? ":" : ": ");
    if (newline === undefined) return name + JSON.stringify(value);
    return name + JSON.stringify(value, null, unit).replaceAll("\n", newline);
  };
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

function styleOf(text: string): Style {
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
