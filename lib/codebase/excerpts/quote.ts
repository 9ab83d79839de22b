import type { Finding, Snippet } from "../../contract/finding.ts";
import { joined } from "../../guard/span.ts";
import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, isType } from "../structure/definition.ts";

/** Characters of a line that leave the sandbox: far more than are shown. */
const MAX_LINE_CHARS = 4000;
/** Lines before and after the quoted ones that are looked at with them, so that nothing secret is cut in half. */
const AROUND = 5;
/** The same where a private key is near: the longest have a hundred lines. */
const AROUND_KEY = 150;
/** A line whose statement goes on, or that says what comes below it; and what one begins with that ends what began above it. */
const GOES_ON = /(?:[,([{=+&|.:?\\]|=>)\s*$|^\s*(?:\/\/|\/?\*|#\s)/;
const CLOSES = /^\s*[)\]}.]/;

/** Quoted lines, from 1, and the definition that they are of. */
export interface Quote {
  start: number;
  end: number;
  symbol?: Definition;
}

/** At most `max` lines around the 1-based `line`: those of its definition from its head on, where that stands at most `before` lines above or the definition fits as a whole. */
export function quoteAround(
  lines: readonly string[],
  line: number,
  symbol?: Definition,
  { max = DEFAULTS.maxSnippetLines, before = Math.floor((max - 1) / 2) }: { max?: number; before?: number } =
    {},
): Quote {
  const at = Math.min(Math.max(1, line), Math.max(1, lines.length));
  const head = symbol === undefined ? 0 : Math.min(symbol.line, at);
  const fits = symbol !== undefined && Math.max(symbol.endLine, at) - head < max;
  const first = fits || symbol && at - head <= before ? head : Math.max(1, at - before);
  let end = Math.min(lines.length, first + max - 1);
  if (symbol && first >= head && !isType(symbol.kind)) end = Math.max(at, Math.min(end, symbol.endLine));
  if (symbol && end < symbol.endLine) end = statementEnd(lines, at, end);
  const start = symbol ? first : Math.max(1, Math.min(first, lines.length - max + 1));
  while (end > at && (lines[end - 1] ?? "").trim() === "") end--;
  return { start, end, ...(symbol ? { symbol } : {}) };
}

/** The last line before `end`, and not before `least`, with which a statement ends, as the index of the line after it; `end` where there is none. */
export function statementEnd(lines: readonly string[], least: number, end: number): number {
  const indentation = (line: string) => line.length - line.trimStart().length;
  for (let at = end; at >= least; at--) {
    const [line = "", next = ""] = [lines[at - 1], lines[at]];
    if (line.trim() === "" || next.trim() === "") return at;
    const goesOn = GOES_ON.test(line) || CLOSES.test(next) || indentation(next) > indentation(line);
    if (!goesOn) return at;
  }
  return end;
}

/** Lines `start` to `end` (from 1) as they stand, single lines besides, and what stands around all these. */
export function quote(
  lines: readonly string[],
  { start, end }: Quote,
  keyLines: readonly number[],
): Required<Pick<Finding, "lines" | "snippet" | "keyLines" | "around">> {
  const snippet = (first: number, last: number): Snippet => ({
    startLine: first,
    text: lines.slice(first - 1, last).map((line) => line.slice(0, MAX_LINE_CHARS)).join("\n"),
  });
  const quotes = [{ start, end }, ...keyLines.map((line) => ({ start: line, end: line }))];
  // As far as the line behind the last.
  const around = quotes.map(({ start, end }) => {
    const nearby = lines.slice(Math.max(0, start - 1 - AROUND_KEY), end + AROUND_KEY);
    const reach = nearby.some((line) => line.includes("-----")) ? AROUND_KEY : AROUND;
    return { start: Math.max(1, start - reach), end: Math.min(lines.length, end + reach) + 1 };
  });
  return {
    lines: { start, end },
    snippet: snippet(start, end),
    keyLines: keyLines.map((line) => snippet(line, line)),
    around: joined(around).map(({ start, end }) => snippet(start, end - 1)),
  };
}
