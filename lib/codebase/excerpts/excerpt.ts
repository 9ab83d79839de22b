import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, enclosing, enclosingCallable } from "../structure/definition.ts";
import type { FileCode } from "./file_code.ts";
import type { LineRole } from "./line_roles.ts";
import { type Focus, type LineWords, lineWords } from "./line_words.ts";
import { type Quote, quoteAround, quotedLines } from "./quote.ts";
import { value, WINDOW, windowScores } from "./window_scores.ts";

const MAX_LINES = DEFAULTS.maxSnippetLines;
/** A definition that begins at most this far above the first match is shown from its signature on. */
const REACH = 7;
/** Lines before the first match, where no definition begins there. */
const LEAD = 2;
/** Lines of a comment, or of annotations, shown above a definition; the end of a longer comment says little without its beginning. */
const MAX_LEADING = 3;
/** Lines of other places that are told beside an excerpt, and what such a place is worth at least beside it. */
const MAX_ELSEWHERE = 3;
const LEAST_ELSEWHERE = 0.35;
/** Letters and digits of a line below which the head of its function says more. */
const LEAST_LETTERS = 16;

/** `symbol`: the definition that the lines are most about. */
export interface Excerpt extends Quote {
  /** Lines (from 1) of further places of the file, the most telling one of each, best first. */
  elsewhere: number[];
}

/**
 * The lines of a file that say most about a request: those in which its words stand densest, begun at their definition where that is near, or where
 * the request names it. Licences
 * and imports are never chosen; undefined where no other line has a word of the request. Lines count from 1.
 */
export function excerpt(code: FileCode, focus: Focus): Excerpt | undefined {
  const { definitions, isProgram } = code;
  const lines = code.lines.length > 1 && code.lines.at(-1) === "" ? code.lines.slice(0, -1) : code.lines;
  const { wanted } = focus;
  if (wanted !== undefined && wanted <= lines.length) {
    return { ...quoteAround(lines, wanted, enclosing(definitions, wanted)), elsewhere: [] };
  }
  const { roles } = code;
  const words = lineWords(lines, roles, definitions, focus);
  const scores = windowScores(definitions, words);
  const start = bestOf(scores);
  if (start === undefined) return undefined;
  const until = Math.min(lines.length, start + WINDOW);
  const matched = range(start, until).filter((at) => value(words, at) > 0);
  const last = matched.at(-1) ?? start;
  const symbol = subject(definitions, matched, words);
  const named = symbol && symbol.line - 1 > start && words.names.has(symbol.line - 1) ? symbol : undefined;
  let from = named
    ? beginning(lines, roles, named, named.line - 1)
    : beginning(lines, roles, enclosing(definitions, start + 1), start);
  if (last - from >= MAX_LINES) from = start;
  const host = enclosing(definitions, last + 1);
  let end = Math.min(lines.length, from + MAX_LINES);
  if (host && host.endLine > last && host.endLine - from <= MAX_LINES) end = host.endLine;
  else if (!host && isProgram) end = Math.min(end, last + 1 + LEAD);
  while (end > last + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  const elsewhere = furtherLines(code, scores, { from, end }, words);
  return { start: from + 1, end, ...quotedLines(lines, from, end), ...(symbol ? { symbol } : {}), elsewhere };
}

/** The first of the highest scores; undefined where there is none. */
function bestOf(scores: Float64Array): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score <= most * (1 + 1e-9)) continue;
    most = score;
    best = at;
  }
  return best;
}

/** Lines (from 1) that tell of the next best windows, which have no line in common with what is shown, nor with one another. */
function furtherLines(
  code: Pick<FileCode, "lines" | "roles" | "definitions">,
  scores: Float64Array,
  shown: { from: number; end: number },
  words: LineWords,
): number[] {
  const found: number[] = [];
  const left = Float64Array.from(scores);
  const least = LEAST_ELSEWHERE * scores.reduce((most, score) => Math.max(most, score), 0);
  left.fill(0, Math.max(0, shown.from - WINDOW + 1), shown.end);
  while (found.length < MAX_ELSEWHERE) {
    const start = bestOf(left);
    if (start === undefined || (left[start] ?? 0) < least) break;
    left.fill(0, Math.max(0, start - WINDOW + 1), start + WINDOW);
    const at = telling(start, code.roles, words);
    const host = enclosingCallable(code.definitions, at + 1);
    const isShort = letters(code.lines[at] ?? "") < LEAST_LETTERS;
    const line = host && (isShort || at + 1 - host.line <= REACH) ? host.line : at + 1;
    if (isShort && !host || line > shown.from && line <= shown.end || found.includes(line)) continue;
    found.push(line);
  }
  return found;
}

/** Letters and digits of a line. The pattern for all scripts takes long to compile, and few lines need it. */
function letters(line: string): number {
  const others = /^[\0-\x7f]*$/.test(line) ? /[^A-Za-z0-9]/g : /[^\p{L}\p{N}]/gu;
  return line.replace(others, "").length;
}

/** The line (from 0) of a window that is worth most, code before comment. */
function telling(start: number, roles: readonly LineRole[], words: LineWords): number {
  let best = start;
  let most = -1;
  for (const at of range(start, Math.min(words.words.length, start + WINDOW))) {
    const worth = value(words, at);
    if (roles[at] !== "code" || worth <= most) continue;
    most = worth;
    best = at;
  }
  return best;
}

/** The definition to which most of the matched lines belong by weight, the innermost of each; the first of equals. */
function subject(
  definitions: readonly Definition[],
  matched: readonly number[],
  words: LineWords,
): Definition | undefined {
  const sums = new Map<Definition, number>();
  for (const at of matched) {
    const definition = enclosing(definitions, at + 1);
    if (definition) sums.set(definition, (sums.get(definition) ?? 0) + value(words, at));
  }
  return [...sums].sort(([a, one], [b, other]) => other - one || a.line - b.line)[0]?.[0];
}

/** The line (from 0) to begin with: the signature above with the end of its comment, or a little before the first match. */
function beginning(
  lines: readonly string[],
  roles: readonly LineRole[],
  host: Definition | undefined,
  first: number,
): number {
  let from = first;
  if (host && first - (host.line - 1) <= REACH) from = host.line - 1;
  else {
    from = Math.max(0, first - LEAD);
    while (from < first && (roles[from] === "blank" || roles[from] === "preamble")) from++;
    return from;
  }
  const signature = from;
  while (from > 0 && signature - from < MAX_LEADING && /^\s*@/.test(lines[from - 1] ?? "")) from--;
  const comment = from;
  while (from > 0 && signature - from <= MAX_LEADING && roles[from - 1] === "prose") from--;
  return signature - from <= MAX_LEADING ? from : comment;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
