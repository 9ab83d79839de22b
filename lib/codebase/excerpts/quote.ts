import { redact, type Redaction } from "../../guard/secrets/redact.ts";
import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, isType } from "../structure/definition.ts";

/** Lines longer than this are cut: a line is evidence, not a data file. */
const MAX_LINE_CHARS = 240;
/** Lines before and after the quoted ones that are redacted with them, so that nothing secret is cut in half. */
const AROUND = 5;
/** The same where a private key is near: the longest have a hundred lines. */
const AROUND_KEY = 150;

export interface Quoted {
  text: string;
  redactions: Redaction[];
}

/** Quoted lines, from 1, and the definition that they are of. */
export interface Quote extends Quoted {
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
  return { start, end, ...quotedLines(lines, start - 1, end), ...(symbol ? { symbol } : {}) };
}

/** Lines `from` (from 0) to before `end`, without the secrets that stand in them or reach into them. */
export function quotedLines(lines: readonly string[], from: number, end: number): Quoted {
  const nearby = lines.slice(Math.max(0, from - AROUND_KEY), end + AROUND_KEY);
  const reach = nearby.some((line) => line.includes("-----")) ? AROUND_KEY : AROUND;
  const first = Math.max(0, from - reach);
  const around = redact(lines.slice(first, end + reach).join("\n"));
  const clean = around.text.split("\n").slice(from - first, end - first);
  const raw = lines.slice(from, end);
  const text = clean.map(cutLine).join("\n");
  if (clean.every((line, at) => line === raw[at])) return { text, redactions: [] };
  const own = redact(raw.join("\n")).redactions;
  return {
    text,
    redactions: own.length > 0 ? own : around.redactions.map(({ kind }) => ({ kind, count: 1 })),
  };
}

/** At most so many characters of a line as are evidence, none of them by half. */
export function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const cut = line.slice(0, MAX_LINE_CHARS);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Counts of several quotes together, by kind. */
export function summed(all: readonly Redaction[]): Redaction[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of all) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => ({ kind, count }));
}
