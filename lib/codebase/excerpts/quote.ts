import type { Finding, Snippet } from "../../contract/finding.ts";
import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, isType } from "../structure/definition.ts";

/** Characters of a line that leave the sandbox: far more than are shown. */
const MAX_LINE_CHARS = 4000;
/** Lines before and after the quoted ones that are looked at with them, so that nothing secret is cut in half. */
const AROUND = 5;
/** The same where a private key is near: the longest have a hundred lines. */
const AROUND_KEY = 150;

/** Quoted lines, from 1, and the definition that they are of. */
export interface Quote {
  start: number;
  end: number;
  symbol?: Definition;
}

/**
 * At most `max` lines around the 1-based `line`: those of its definition from its head on, where that stands at most `before` lines above or the
 * definition fits as a whole.
 */
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
  const start = symbol ? first : Math.max(1, Math.min(first, lines.length - max + 1));
  while (end > at && (lines[end - 1] ?? "").trim() === "") end--;
  return { start, end, ...(symbol ? { symbol } : {}) };
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
  const around: [first: number, last: number][] = [];
  for (const [first, last] of [[start, end], ...keyLines.map((line) => [line, line])] as [number, number][]) {
    const nearby = lines.slice(Math.max(0, first - 1 - AROUND_KEY), last + AROUND_KEY);
    const reach = nearby.some((line) => line.includes("-----")) ? AROUND_KEY : AROUND;
    around.push([Math.max(1, first - reach), Math.min(lines.length, last + reach)]);
  }
  return {
    lines: { start, end },
    snippet: snippet(start, end),
    keyLines: keyLines.map((line) => snippet(line, line)),
    around: joined(around).map(([first, last]) => snippet(first, last)),
  };
}

/** Ranges that touch as one, in order. */
function joined(ranges: [first: number, last: number][]): [first: number, last: number][] {
  const apart: [number, number][] = [];
  for (const range of ranges.sort(([a], [b]) => a - b)) {
    const before = apart.at(-1);
    if (before === undefined || range[0] > before[1] + 1) apart.push(range);
    else before[1] = Math.max(before[1], range[1]);
  }
  return apart;
}
