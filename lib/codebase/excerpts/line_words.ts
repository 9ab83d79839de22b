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

/** What each line has of a request. */
export interface LineWords {
  /** Lines of the file. */
  lines: number;
  /** By line (from 0), of those that have any, the stems on it, each with what it is worth there. */
  words: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** For each line at which a definition begins, what its name is worth. */
  names: Map<number, number>;
  /** Stem → weight among the lines of this file. */
  weights: Map<string, number>;
}

/** What the first so many `lines` of a file have of a request. */
export function lineWords(
  { path, text, roles, definitions }: SourceFile,
  lines: number,
  { matcher, names, members, aboutTests, within }: Focus,
): LineWords {
  const isAside = (at: number) => within !== undefined && (at + 1 < within.line || at >= within.endLine);
  const shares = new Float64Array(lines).fill(1);
  for (const { name, line, endLine } of definitions) {
    if (!aboutTests && TESTS.test(name)) shares.fill(IN_TESTS, line - 1, endLine);
  }
  const words = new Map<number, Map<string, number>>();
  for (const [at, found] of matcher.byLine(text)) {
    const role = roles[at];
    if (role === undefined || isAside(at)) continue;
    const worth = WORTH[role] * (shares[at] ?? 0);
    const roots = found.filter(({ column }) => column < MAX_CHARS).map(({ root }) => [root, worth] as const);
    if (worth > 0 && roots.length > 0) words.set(at, new Map(roots));
  }
  const weights = rarity({ words, lines }, matcher);
  for (const root of matcher.in(path)) weights.set(root, IN_PATH * (weights.get(root) ?? 0));
  const bonus = new Map<number, number>();
  const strongest = Math.max(0, ...weights.values());
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  // All names in one text: most have no word of the request, and are passed over at once.
  const inNames = matcher.byLine(definitions.map(({ name }) => name).join("\n"));
  for (const [index, definition] of definitions.entries()) {
    const at = definition.line - 1;
    if (roles[at] === "preamble" || isAside(at)) continue;
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
    if (value > 0) bonus.set(at, Math.max(bonus.get(at) ?? 0, value));
  }
  return { lines, words, names: bonus, weights };
}

/** A word on few lines of a file says more about them than one on many. */
function rarity({ words, lines }: Pick<LineWords, "words" | "lines">, matcher: WordMatcher) {
  const counts = new Map<string, number>();
  for (const line of words.values()) {
    for (const root of line.keys()) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  const most = Math.log(1 + lines / 2);
  return new Map([...counts].map(([root, count]) => {
    const rare = most > 0 ? Math.log(1 + lines / (count + 1)) / most : 1;
    return [root, matcher.weight(root) * Math.max(LEAST_RARITY, Math.min(1, rare))];
  }));
}

/** What the words of a name that the request has are worth, less where the name says more than the request. `sum`: what they weigh, of `count` such words. */
function spoken(definition: Definition, sum: number, count: number): number {
  if (sum === 0) return 0;
  const holds = isType(definition.kind) && definition.kind !== "type";
  const kind = isCallable(definition) ? "callable" : holds ? "type" : "other";
  const parts = Math.max(1, identifierTokens(definition.name).length - 1);
  return SPOKEN[kind] * sum * Math.min(1, count / parts);
}
