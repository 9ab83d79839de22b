import { strippedLines } from "./boilerplate.ts";
import { glossed, piecesOf } from "./chinese.ts";
import { type NamedPlaces, namedPlaces, scopesIn } from "./names.ts";
import { EVERYDAY, PARTICLES, STOP_WORDS } from "./common_words.ts";
import { MAX_THESAURUS_WORDS, related } from "./thesaurus.ts";
import { bump, COMPOUND, eachRun, identifierTokens, isCodeLike, pairTokens, STEM, stem } from "./tokens.ts";

/** A request in plain words, as the ranking reads it. */
export interface Query {
  /** Lower-case tokens and what they weigh; a key with `STEM` in front counts every word of that stem. */
  weights: Map<string, number>;
  /** Words as written that may name a definition: 1 for code-like ones, less for plain ones. */
  names: Map<string, number>;
  /** Neighbouring words written as one, lower case: `looked up` may be `lookup` in code. */
  joined: Set<string>;
  /** Chinese as written, without what other characters stand between, and what a word there weighs. */
  chinese: { run: string; weight: number }[];
  places: NamedPlaces;
  /** What the title's prefix names as the place, as `fix(table): …` does; lower case, without `_` and `-`. */
  scopes: string[];
  /** True where the request is about prose: a change log, a readme, a licence. */
  aboutDocs: boolean;
  /** True where the request is about translations, so that their tables are no lesser files. */
  aboutTranslations: boolean;
  /** True where the request is about tests, so that tests are no lesser files. */
  aboutTests: boolean;
}

const TITLE = 4;
const TITLE_CODE = 5;
const INLINE_CODE = 2;
const BLOCK = 0.7;
const PART = 0.7;
const GLOSSARY = 2;
/** Whoever writes Chinese and leaves a word in Latin letters means that word: it counts no less than what the glossary makes of the others. */
const LATIN_IN_CHINESE = 1.6;
/** A translation that stands in every file for other reasons, beside one that does not. */
const WEAK_GLOSSARY = 0.25;
const JOINED = 0.2;
/** Pairs of words that are tried as one. */
const MAX_JOINED = 40;
/** A word that code uses for the one that was said: `dir` for `directory`. */
const RELATED = 0.15;
const HAN = /\p{Script=Han}/u;
const PLAIN = /^[A-Za-z][a-z]*$/;
const PLAIN_NAME = 0.3;
/** Longer requests are pasted logs; the words that matter stand in front. */
const MAX_CHARS = 60_000;
const MAX_TOKENS = 600;
/** Shorter parts, and parts that are stop words, say nothing alone: `v-for`, `add-on`. */
const MIN_PART = 3;

const DOCS =
  /\b(?:readme|change ?logs?|release notes?|licen[sc]es?|docs?|documentation)\b|文档|自述|变更日志|更新日志|许可/i;
const TRANSLATIONS =
  /\b(?:i18n|l10n|locales?|locali[sz]\w{1,10}|translat\w{1,10}|internationali[sz]\w{1,10}|languages?)\b|国际化|翻译|多语言|语言包|词条|文案/i;
const TESTS = /\btests?\b|测试|单测|用例/i;

/** Reads a request. `symbols` and `paths` were found in it, or stand beside it, and count like inline code. */
export function shapeQuery(
  text: string,
  symbols: readonly string[] = [],
  paths: readonly string[] = [],
): Query {
  const head = text.slice(0, 300);
  const query: Query = {
    weights: new Map(),
    names: new Map(),
    joined: new Set(),
    chinese: [],
    scopes: scopesIn(text),
    places: namedPlaces([text.slice(0, MAX_CHARS), ...paths].join("\n")),
    aboutDocs: DOCS.test(head),
    aboutTranslations: TRANSLATIONS.test(head),
    aboutTests: TESTS.test(head),
  };
  let first = true;
  let fenced = false;
  for (const line of strippedLines(text.slice(0, MAX_CHARS))) {
    const trimmed = line.text.trim();
    if (/^(?:```|~~~)/.test(trimmed)) {
      fenced = !fenced;
      continue;
    }
    if (trimmed === "" || line.isOutput) continue;
    const block = !first && (fenced || /^(?: {4}|\t|\s*>>>)/.test(line.text));
    readLine(query, trimmed, first ? TITLE : block ? BLOCK : 1, first, block);
    first = false;
  }
  for (const symbol of symbols) if (!query.names.has(symbol)) addWord(query, symbol, INLINE_CODE, true);
  query.weights = heaviestFirst(query.weights);
  return query;
}

/** The words of a request in the order in which they are looked up. */
export function heaviestFirst(weights: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_TOKENS));
}

function readLine(query: Query, line: string, weight: number, title: boolean, block: boolean): void {
  const latin = HAN.test(line) ? LATIN_IN_CHINESE : 1;
  for (const [compound] of block ? [] : line.matchAll(COMPOUND)) {
    const parts = compound.toLowerCase().split("-");
    if (parts.some((part) => part.length < MIN_PART || STOP_WORDS.has(part))) {
      addToken(query.weights, parts.join(""), weight);
    }
  }
  // Every other piece stands between backticks.
  const pieces = block ? [line] : line.split(/`([^`]{1,200})`/);
  for (const [at, piece] of pieces.entries()) {
    const inCode = at % 2 === 1;
    const value = inCode ? (title ? TITLE_CODE : INLINE_CODE) : weight;
    let previous: { word: string; end: number } | undefined;
    /** The plain words up to this one, with only spaces between them. */
    let spoken: string[] = [];
    eachRun(piece, (start, end, pairs) => {
      const run = piece.slice(start, end);
      const follows = previous !== undefined && start - previous.end === 1;
      if (pairs) addHan(query, run, weight);
      if (pairs || inCode || block || !PLAIN.test(run)) spoken = [];
      else {
        spoken = [...(follows ? spoken.slice(1 - MAX_THESAURUS_WORDS) : []), run.toLowerCase()];
        if (title) addRelated(query, spoken, latin * value);
      }
      if (pairs) {
        previous = undefined;
        return;
      }
      const word = run.toLowerCase();
      if (!STOP_WORDS.has(word) || inCode) addWord(query, run, latin * value, inCode);
      if (previous && follows && !block) join(query, previous.word, word, JOINED * latin * value);
      previous = { word, end };
    });
  }
}

/** What code may call the last of these words, or the phrase that ends with it; the longest that the thesaurus has. */
function addRelated(query: Query, spoken: readonly string[], weight: number): void {
  for (let from = 0; from < spoken.length; from++) {
    const phrase = spoken.slice(from);
    const words = phrase.length === 1 && STOP_WORDS.has(phrase[0] ?? "") ? [] : related(phrase);
    for (const word of words) addToken(query.weights, word, weight * RELATED);
    if (words.length > 0) return;
  }
}

/** Two plain words that code may write as one: `rate limit`, `looked up`. One that no file has costs nothing. */
function join(query: Query, first: string, second: string, weight: number): void {
  if (!/^[a-z]{3,}$/.test(first) || !/^[a-z]{2,}$/.test(second)) return;
  if (STOP_WORDS.has(first) && STOP_WORDS.has(second) && !PARTICLES.has(second)) return;
  for (const word of new Set([first + second, stem(first) + second, `${first}_${second}`])) {
    if (query.joined.size >= MAX_JOINED) return;
    query.joined.add(word);
    bump(query.weights, word, weight);
  }
}

function addWord(query: Query, word: string, weight: number, inCode: boolean): void {
  const [whole, ...parts] = identifierTokens(word);
  if (whole === undefined || whole.length < 2) return;
  addToken(query.weights, whole, weight);
  for (const part of parts) if (!STOP_WORDS.has(part)) addToken(query.weights, part, weight * PART);
  if (word.length >= 3) {
    const value = inCode || isCodeLike(word) ? 1 : PLAIN_NAME;
    query.names.set(word, Math.max(query.names.get(word) ?? 0, value));
  }
}

/** Chinese: what the glossary knows counts in English too; all of it is read in pairs of characters. */
function addHan(query: Query, run: string, weight: number): void {
  query.chinese.push({ run, weight });
  for (const { english } of glossed(run)) {
    const telling = english.filter((word) => !EVERYDAY.has(word)).length;
    for (const word of english) {
      const value = !EVERYDAY.has(word) ? GLOSSARY / Math.sqrt(telling) : telling > 0 ? WEAK_GLOSSARY : 1;
      addToken(query.weights, word, weight * value);
    }
  }
  for (const pair of piecesOf(run).flatMap(pairTokens)) bump(query.weights, pair, weight);
}

/** Adds to what a word weighs. Half of it goes to its stem, so that other forms count, but less than itself. */
export function addToken(weights: Map<string, number>, token: string, weight: number): void {
  if (!/^[a-z]{4,}$/.test(token)) {
    bump(weights, token, weight);
    return;
  }
  bump(weights, token, weight / 2);
  bump(weights, STEM + stem(token), weight / 2);
}
