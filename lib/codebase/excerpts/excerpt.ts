import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, enclosing, isCallable } from "../structure/definition.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { LineRole } from "./line_roles.ts";
import { type Focus, type LineWords, lineWords } from "./line_words.ts";
import { type Quote, quoteAround, statementEnd } from "./quote.ts";
import { phrasesOf } from "../query/tokens.ts";
import { bestWindow, tellingLines, value, WINDOW } from "./window_scores.ts";

const MAX_LINES = DEFAULTS.maxSnippetLines;
/** A definition that begins at most this far above the first match is shown from its signature on. */
const REACH = 7;
/** Lines before the first match, where no definition begins there. */
const LEAD = 2;
/** Single lines that are named of a place which is hardly quoted: those that it would show count among them. */
const FEW = 4;
/** Lines on both sides of one that whoever reads it reads as well. */
const NEAR = 3;
/** What the words of so many lines on both sides say of a line, beside 1 for those NEAR it: what belongs together stands together. */
const AROUND = { lines: 10, worth: 1 / 3 };
/** What a line costs whoever reads it beside its characters: its number, and a look. */
const COST = 10;
/** Two letters or digits side by side. */
const SAYS_SOMETHING = /[\p{L}\p{N}_]{2}/u;
const ONLY_STRING = /^\s*(["'`])[^"'`]*\1[,;]?\s*$/;
/** `symbol`: the definition that the lines are most about. */
export interface Excerpt extends Quote {
  /** Single lines (from 1) that say most: the best of those shown, the signature above, then others, best first and apart from each other. */
  keyLines: number[];
}

/**
 * The lines of a file that say most about a request: those in which its words stand densest, begun at their definition where that is near, or where
 * the request names it, and ended where a statement ends. Licences and imports are never chosen; undefined where no other line has a word of the
 * request. Lines count from 1.
 *
 * @param further how many single lines to name besides those shown.
 */
export function excerpt(code: SourceFile, focus: Focus, further = 0): Excerpt | undefined {
  const { definitions, isProgram, roles } = code;
  const lines = code.lines.length > 1 && code.lines.at(-1) === "" ? code.lines.slice(0, -1) : code.lines;
  const { wanted } = focus;
  if (wanted !== undefined && wanted <= lines.length) {
    return { ...quoteAround(lines, wanted, enclosing(definitions, wanted)), keyLines: [wanted] };
  }
  const words = lineWords(code, lines.length, focus);
  const start = bestWindow(definitions, words);
  if (start === undefined) return undefined;
  const until = Math.min(lines.length, start + WINDOW);
  const matched = tellingLines(words).filter((at) => start <= at && at < until && value(words, at) > 0);
  const last = matched.at(-1) ?? start;
  const symbol = subject(definitions, matched, words);
  const named = symbol && symbol.line - 1 > start && words.names.has(symbol.line - 1) ? symbol : undefined;
  let from = named ? named.line - 1 : beginning(roles, enclosing(definitions, start + 1), start);
  if (last - from >= MAX_LINES) from = start;
  const host = enclosing(definitions, last + 1);
  let end = Math.min(lines.length, from + MAX_LINES);
  if (host && host.endLine > last && host.endLine - from <= MAX_LINES) end = host.endLine;
  else if (isProgram) end = statementEnd(lines, start + 1, end);
  while (end > start + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  const isShown = (at: number) => at >= from && at < end;
  const telling = sayingMost(code, words, focus.phrases);
  const head = enclosing(definitions, start + 1, isCallable)?.line;
  const keys = telling.filter(isShown).slice(0, 1);
  if (head !== undefined && further > 0 && head <= from) keys.push(head - 1);
  const most = keys.length + further;
  for (const at of telling) {
    const isSeen = further > FEW && isShown(at) || keys.some((each) => Math.abs(each - at) <= NEAR);
    if (!isSeen && keys.length < most) keys.push(at);
  }
  return { start: from + 1, end, ...(symbol ? { symbol } : {}), keyLines: keys.map((at) => at + 1) };
}

/** Lines of code (from 0) that have words of the request, none that is but a string; first the one that says most of it word for word, then those that say most, and stand amid most of it, for the characters that they take. */
function sayingMost({ lines, roles }: SourceFile, words: LineWords, phrases: ReadonlySet<string>): number[] {
  const sums = new Float64Array(lines.length + 1);
  for (const at of lines.keys()) sums[at + 1] = (sums[at] ?? 0) + value(words, at);
  const within = (at: number, reach: number) =>
    (sums[Math.min(lines.length, at + reach + 1)] ?? 0) - (sums[Math.max(0, at - reach)] ?? 0);
  const telling = tellingLines(words).flatMap((at) => {
    const line = lines[at] ?? "";
    const own = value(words, at);
    if (roles[at] !== "code" || own === 0 || !SAYS_SOMETHING.test(line) || ONLY_STRING.test(line)) return [];
    const worth = own + within(at, NEAR) + AROUND.worth * within(at, AROUND.lines);
    const said = phrasesOf(line).filter((phrase) => phrases.has(phrase)).length;
    return [{ at, said, worth: worth / (line.trim().length + COST) }];
  });
  telling.sort((a, b) => b.worth - a.worth || a.at - b.at);
  const most = Math.max(1, ...telling.map(({ said }) => said));
  const first = telling.find(({ said }) => said === most) ?? [];
  return [...new Set([first, telling].flat())].map(({ at }) => at);
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

/** The line (from 0) to begin with: the signature above, or a little before the first match. */
function beginning(roles: readonly LineRole[], host: Definition | undefined, first: number): number {
  if (host && first - (host.line - 1) <= REACH) return host.line - 1;
  let from = Math.max(0, first - LEAD);
  while (from < first && (roles[from] === "blank" || roles[from] === "preamble")) from++;
  return from;
}
