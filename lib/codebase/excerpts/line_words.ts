import { type Definition, isCallable, isType } from "../structure/definition.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { LineRole } from "./line_roles.ts";
import { identifierTokens } from "../query/tokens.ts";
import type { WordMatcher } from "../query/word_matcher.ts";

/** What a request looks for among the lines of a file. */
export interface Focus {
  /** Weighs every word of content. */
  matcher: WordMatcher;
  /** Words of the request that may be names of definitions: 1 for code-like ones. */
  names: ReadonlyMap<string, number>;
  /** `A.b` of the request. */
  members: readonly (readonly string[])[];
  /** Four words in a row as the request has them: an error's message, a line of code. */
  phrases: ReadonlySet<string>;
  /** Whether the request is about tests: else those that stand in the file they test are passed over. */
  aboutTests: boolean;
  /** A line (from 1) that the request itself names. */
  wanted?: number | undefined;
  /** The definition that a trace names, where all else of the file is beside the point. */
  within?: Definition;
}

const MAX_CHARS = 1000;
/** What a word found in one kind of line is worth. A comment says what the code beside it does: the code is to be shown. */
const WORTH: Record<LineRole, number> = { code: 1, prose: 0.4, preamble: 0, blank: 0 };
/** What a line is worth beside 1 in tests that stand in the file they test, where the request is not about tests: what they try is meant. */
const IN_TESTS = 0.3;
const TESTS = /^tests?$/i;
/** A word that is on many lines of the file still says this much. */
const LEAST_RARITY = 0.15;
/** A definition whose name the request says, as it stands or as `A.b`, is what it is about; a type where the request says no more. */
const NAMED = 3;
const ALL = 0.9;
/** One whose name is made of words of the request: the same words once more, less for a type, whose name says what all of it is about. */
const SPOKEN = { callable: 1.2, type: 0.7, other: 0.4 };
/** A word that the file's path has too. */
const IN_PATH = 0.5;

/** What each line (from 0) has of a request. A word is a number, its place in `weights`. */
export interface LineWords {
  /** Lines that have a word of the request, or begin a definition that is named like it, in order. */
  telling: readonly number[];
  /** By line: its words, each once, and what a word is worth there. */
  words: readonly (readonly number[])[];
  worths: Float64Array;
  /** By line: what the name of a definition that begins there is worth. */
  names: Float64Array;
  /** What each word weighs among the lines of this file. */
  weights: readonly number[];
}

/** What the first so many `lines` of a file have of a request. */
export function lineWords(
  { path, text, roleOf, definitions }: SourceFile,
  lines: number,
  { matcher, names, members, aboutTests, within }: Focus,
): LineWords {
  const isAside = (at: number) => within !== undefined && (at + 1 < within.line || at >= within.endLine);
  const shares = new Float64Array(lines).fill(1);
  for (const { name, line, endLine } of definitions) {
    if (!aboutTests && TESTS.test(name)) shares.fill(IN_TESTS, line - 1, endLine);
  }
  const words = new Array<number[]>(lines).fill([]);
  const worths = new Float64Array(lines);
  const numbers = new Map<string, number>();
  const numberOf = (root: string) => numbers.get(root) ?? numbers.set(root, numbers.size).size - 1;
  for (const [at, found] of matcher.byLine(text)) {
    worths[at] = isAside(at) ? 0 : WORTH[roleOf(at)] * (shares[at] ?? 0);
    if (worths[at] === 0) continue;
    const here = found.filter(({ column }) => column < MAX_CHARS).map(({ root }) => numberOf(root));
    words[at] = here.filter((word, place) => here.indexOf(word) === place);
  }
  const counts = new Uint32Array(numbers.size);
  for (const word of words.flat()) counts[word] = (counts[word] ?? 0) + 1;
  const weights = new Map(
    [...numbers].map(([root, word]) => [root, matcher.weight(root) * rarity(counts[word] ?? 0, lines)]),
  );
  for (const root of matcher.in(path)) weights.set(root, IN_PATH * (weights.get(root) ?? 0));
  const bonus = new Float64Array(lines);
  const strongest = Math.max(0, ...weights.values());
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  // All names in one text: most have no word of the request, and are passed over at once.
  const inNames = matcher.byLine(definitions.map(({ name }) => name).join("\n"));
  for (const [index, definition] of definitions.entries()) {
    const at = definition.line - 1;
    if (isAside(at)) continue;
    const called = names.get(definition.name) ?? 0;
    const isMember = members.some(([owner, member]) =>
      member === definition.name && (definition.container === undefined || definition.container === owner)
    );
    const said = [...new Set(inNames.get(index)?.map(({ root }) => root))];
    const sum = said.reduce((total, root) => total + (weights.get(root) ?? matcher.weight(root)), 0);
    // A constructor is called what its type is.
    const isConstructor = definition.name === definition.container;
    const holds = isConstructor || isType(definition.kind) || definition.kind === "module";
    const isMeant = !holds || sum >= ALL * all;
    const named = (called >= 1 || isMember) && isMeant ? NAMED * strongest : 0;
    const value = (shares[at] ?? 0) * (named + spoken(definition, sum, said.length));
    if (value > (bonus[at] ?? 0) && roleOf(at) !== "preamble") bonus[at] = value;
  }
  const telling = [...words.keys()].filter((at) => words[at]?.length || bonus[at]);
  return { telling, words, worths, names: bonus, weights: [...weights.values()] };
}

/** A word on few lines of a file says more about them than one on many. */
function rarity(count: number, lines: number): number {
  const most = Math.log(1 + lines / 2);
  const rare = most > 0 ? Math.log(1 + lines / (count + 1)) / most : 1;
  return Math.max(LEAST_RARITY, Math.min(1, rare));
}

/** What the words of a name that the request has are worth, less where the name says more than the request. `sum`: what they weigh, of `count` such words. */
function spoken(definition: Definition, sum: number, count: number): number {
  if (sum === 0) return 0;
  const holds = isType(definition.kind) && definition.kind !== "type";
  const kind = isCallable(definition) ? "callable" : holds ? "type" : "other";
  const parts = Math.max(1, identifierTokens(definition.name).length - 1);
  return SPOKEN[kind] * sum * Math.min(1, count / parts);
}
