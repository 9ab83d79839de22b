import { DEFAULTS } from "../../settings/defaults.ts";
import { type Definition, enclosing, enclosingOf, isCallable } from "../structure/definition.ts";
import type { SourceFile } from "../files/source_file.ts";
import { type Focus, type LineWords, lineWords } from "./line_words.ts";
import { type Quote, quoteAround, statementEnd } from "./quote.ts";
import { phrasesOf } from "../query/tokens.ts";
import { bestWindow, value, WINDOW, wordsOf } from "./window_scores.ts";

const MAX_LINES = DEFAULTS.maxSnippetLines;
/** A definition that begins at most this far above the first match is shown from its signature on. */
const REACH = 7;
const MAX_CHARS = DEFAULTS.maxKeyLineChars;
/** Lines before the first match, where no definition begins there. */
const LEAD = 2;
/** Lines on both sides of one that whoever reads it reads as well. */
const NEAR = 3;
/** What a line costs whoever reads it beside its characters: its number, and a look. */
const COST = 13;
/** Least chance for its cost with which one more line is named, and most lines of one file. */
const LEAST_WORTH = 1.06e-4;
const MAX_KEYS = 40;
/** How much rather a line is named that has words of the request itself, not only beside it. */
const SAID = 1.1;
/** Characters under which a line says nothing to whoever reads it alone (`return;`). */
const LEAST_CHARS = 8;
const TWO_WORDS = /\p{L}{3}.*\P{L}\p{L}{3}/u;
/** `symbol`: the definition that the lines are most about. */
export interface Excerpt extends Quote {
  /** Single lines (from 1) that are most likely meant, best first and apart from each other, and the signature above. */
  keyLines: number[];
}

/**
 * The lines of a file that say most about a request: those in which its words stand densest, begun at their definition where that is near, or where
 * the request names it, and ended where a statement ends. Licences and imports are never chosen; undefined where no other line has a word of the
 * request. Lines count from 1.
 *
 * `chance`: that the file is meant, up to 1: the less it is, the fewer lines are named, and at 0 one that has words of the request. `mayBeQuoted`: whether the lines may be shown, with the signature above.
 */
export function excerpt(
  code: SourceFile,
  focus: Focus,
  { chance, mayBeQuoted }: { chance: number; mayBeQuoted: boolean },
): Excerpt | undefined {
  const { definitions, isProgram, roleOf } = code;
  const lines = code.lines.length > 1 && code.lines.at(-1) === "" ? code.lines.slice(0, -1) : code.lines;
  const { wanted } = focus;
  if (wanted !== undefined && wanted <= lines.length) {
    return { ...quoteAround(lines, wanted, enclosing(definitions, wanted)), keyLines: [wanted] };
  }
  const words = lineWords(code, lines.length, focus);
  const start = bestWindow(definitions, words);
  if (start === undefined) return undefined;
  const until = Math.min(lines.length, start + WINDOW);
  const matched = words.telling.filter((at) => start <= at && at < until);
  const last = matched.at(-1) ?? start;
  const symbol = subject(definitions, matched, words);
  const named = symbol && symbol.line - 1 > start && words.names[symbol.line - 1] ? symbol : undefined;
  let from = named ? named.line - 1 : beginning(roleOf, enclosing(definitions, start + 1), start);
  if (last - from >= MAX_LINES) from = start;
  const least = Math.max(start, from) + 1;
  const host = enclosing(definitions, last + 1);
  let end = Math.min(lines.length, from + MAX_LINES);
  if (host && host.endLine > last && host.endLine - from <= MAX_LINES) end = host.endLine;
  else if (isProgram) end = statementEnd(lines, least, end);
  while (end > least && (lines[end - 1] ?? "").trim() === "") end--;
  const head = enclosing(definitions, start + 1, isCallable)?.line ?? Infinity;
  const signature = mayBeQuoted && head <= from ? [head - 1] : [];
  const keys = likeliest(code, words, { phrases: focus.phrases, start, chance, beside: signature });
  return {
    start: from + 1,
    end,
    ...(symbol ? { symbol } : {}),
    keyLines: [...keys, ...signature].map((at) => at + 1),
  };
}

/**
 * The lines of code (from 0) that are most likely meant, for the characters that they take; first the one that has most of the request word for word.
 * The chance of one grows with the square root of the distinct words around it, as a share of all that the file has; fourfold words in the name of
 * its function are worth as much as twofold around it; in the densest window it is twofold.
 */
function likeliest(
  { lines, roleOf, definitions }: SourceFile,
  words: LineWords,
  { phrases, start, chance, beside }: {
    phrases: ReadonlySet<string>;
    start: number;
    chance: number;
    beside: number[];
  },
): number[] {
  const all = words.weights.reduce((sum, weight) => sum + weight, 0);
  const share = (weight: number) => 1 + 20 * weight / (all || Infinity);
  const host = enclosingOf(definitions, lines.length, isCallable);
  const isNear = new Uint8Array(lines.length);
  for (const at of words.telling) isNear.fill(1, Math.max(0, at - NEAR), at + NEAR + 1);
  const likely = lines.flatMap((line, at) => {
    if (!isNear[at]) return [];
    const text = line.trim();
    const isSaid = value(words, at) > 0;
    if (text.length < LEAST_CHARS || !isSaid && chance === 0) return [];
    const name = words.names[(host(at + 1)?.line ?? 0) - 1] ?? 0;
    const { weight, count } = wordsOf(words, at - NEAR, at + NEAR);
    const isAbout = isSaid || (name > 0 || count > 1) && TWO_WORDS.test(text.slice(0, MAX_CHARS));
    if (!isAbout || roleOf(at) !== "code") return [];
    const isDensest = at >= start && at < start + WINDOW;
    const odds = Math.sqrt(share(weight) / lines.length) * share(name) ** 0.25 *
      (isDensest ? 2 : 1);
    const likely = odds / (1 + odds);
    const worth = likely / (Math.min(text.length, MAX_CHARS) + COST) * (isSaid ? SAID : 1);
    const said = isSaid ? phrasesOf(line).filter((phrase) => phrases.has(phrase)).length : 0;
    return [{ at, text, likely, worth, said }];
  }).sort((a, b) => b.worth - a.worth || a.at - b.at);
  const most = likely.reduce((most, { said }) => Math.max(most, said), 1);
  const first = likely.find(({ said }) => said === most) ?? [];
  const keys: number[] = [];
  const texts = new Set<string>();
  let left = chance;
  for (const { at, text, likely: own, worth } of [first, likely].flat()) {
    if (keys.length > 0 && left * worth < LEAST_WORTH || keys.length >= MAX_KEYS) break;
    if (texts.has(text) || [...keys, ...beside].some((each) => Math.abs(each - at) <= NEAR)) continue;
    keys.push(at);
    texts.add(text);
    // The next one counts only where this one was not it.
    left *= 1 - own / 2;
  }
  return keys;
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
function beginning(roleOf: SourceFile["roleOf"], host: Definition | undefined, first: number): number {
  if (host && first - (host.line - 1) <= REACH) return host.line - 1;
  let from = Math.max(0, first - LEAD);
  while (from < first && /^(?:blank|preamble)$/.test(roleOf(from))) from++;
  return from;
}
