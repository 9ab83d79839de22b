import { type AbsentName, absentNames } from "./absent_names.ts";
import { type Concept, conceptsOf, says } from "./concepts.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { type Query, STEM } from "../query/query.ts";
import type { Ranked, Ranking } from "./rank.ts";
import { idf } from "./text_signals.ts";
import { identifierTokens, isCodeLike, stem } from "../query/tokens.ts";
import { type Match, WordMatcher } from "../query/word_matcher.ts";

/** Share of the files beyond which a word tells none of them apart; in a small repository every word of its trade is in many files. */
const COMMON = 0.15;
const COMMON_SMALL = 0.6;
const SMALL_FILES = 12;
/** Concepts of the request that must meet in a file when nothing else speaks for it. */
const ENOUGH = 2;
/** Lines within which concepts meet: what a reader sees at once. Anywhere in a long file a few words stand by chance. */
const TOGETHER_LINES = 30;
/** Share of the request's concepts that a file must have where its own name is one of them as a whole, and where a part of it or of a definition's is. */
const SHARE = { whole: 0.3, part: 0.5 } as const;
/** The same of the file that ranks first, wherever in it they stand. */
const FIRST_SHARE = 0.6;
/** Share of what a request speaks of that a file must have where nothing else says that it is about code. */
const STRICT_SHARE = 0.67;
/** Words that weigh less than this share of the heaviest do not count as found. */
const LEAST_SHARE = 0.08;
/** What a word is worth for choosing lines however many files have it, beside 1 for the rarest. */
const LEAST_RARITY = 0.3;

/** What of the request a file really has: the grounds for naming it, and the words of its summary. */
export interface Evidence extends Covered {
  /** 0..1: how sure one may be that the request is about this file. */
  confidence: number;
  /** The text that was weighed. */
  text: string;
  /** True of the file that ranks first. */
  first: boolean;
}

interface Covered {
  /** Distinctive words found in its text, weightiest first: as it has them, Chinese as the request has it. */
  words: string[];
  /** True where a word is among them that only code has, or two that code writes as one. */
  telling: boolean;
  /** 0..1: how much of the request's words, by weight. */
  coverage: number;
  /** What it says of what the request speaks of. */
  concepts: Concept[];
}

/** The words of a request, by stem, as a corpus weighs them. */
export interface RequestWords {
  /** Finds the words that tell files apart; all of them where none does. */
  distinctive: WordMatcher;
  /** Finds every word of content: between the lines of one file, common words tell too. Weights are 0..1. */
  content: WordMatcher;
  /** Stems of words that are enough alone. */
  telling: ReadonlySet<string>;
  /** Stems of words that only may have been meant. */
  joined: ReadonlySet<string>;
  concepts: readonly Concept[];
  /** True for a question, which may be about words of the work around the code: `where are the tests run?`, but not `fix the tests`. */
  isQuestion: boolean;
  /** True where the repository has to say that the request is about it at all. */
  strict: boolean;
  /** Names of the request that no file has. */
  absent: readonly AbsentName[];
  /** Names that a file defines. */
  names(document: number): readonly string[];
}

const QUESTION = /\b(?:where|which|what|how|why|who|when)\b|[哪谁]|怎么|如何|什么|为何|为啥/i;

/** Weighs a request's words by how rare they are among the files of `corpus`. `text` is the request as it was asked, `symbols` what was found in it. */
export function requestWords(
  query: Query,
  ranking: Ranking,
  corpus: Pick<Corpus, "files" | "names">,
  { query: text, symbols, strict = false }: {
    query: string;
    symbols: readonly string[];
    strict?: boolean;
  },
): RequestWords {
  const { files } = corpus;
  const concepts = conceptsOf(text, symbols);
  const telling = new Set<string>();
  for (const [name, value] of query.names) {
    if (value >= 1 && isCodeLike(name)) telling.add(stem(name.toLowerCase()));
  }
  const distinctive = new Map<string, number>();
  const all = new Map<string, number>();
  const weights = new Map<string, number>();
  const rarities = new Map<string, number>();
  const joined = new Set<string>();
  const common = Math.max(files * COMMON, Math.min(files * COMMON_SMALL, SMALL_FILES));
  for (const [key, weight] of query.weights) {
    const frequency = ranking.frequency.get(key) ?? 0;
    if (frequency === 0) continue;
    const root = key.startsWith(STEM) ? key.slice(STEM.length) : stem(key);
    const rarity = idf(files, frequency);
    bump(all, root, weight * rarity);
    if (frequency <= common && query.joined.has(key)) telling.add(root);
    if (frequency <= common || telling.has(root)) bump(distinctive, root, weight * rarity);
    if (query.joined.has(key)) joined.add(root);
    else bump(weights, root, weight);
    rarities.set(root, Math.min(rarities.get(root) ?? Infinity, rarity));
  }
  const least = LEAST_SHARE * Math.max(...distinctive.values());
  for (const [root, value] of distinctive) if (value < least && !telling.has(root)) distinctive.delete(root);
  const heaviest = Math.max(...weights.values());
  for (const root of joined) weights.set(root, heaviest);
  const rarest = Math.max(...rarities.values());
  const content = [...weights].map(([root, weight]) => {
    const rarity = (rarities.get(root) ?? 0) / rarest;
    return [root, weight / heaviest * (LEAST_RARITY + (1 - LEAST_RARITY) * rarity)] as const;
  });
  return {
    distinctive: new WordMatcher(distinctive.size > 0 ? distinctive : all),
    content: new WordMatcher(new Map(content)),
    telling,
    joined,
    concepts,
    isQuestion: QUESTION.test(text),
    strict,
    absent: absentNames(concepts, ranking, corpus),
    names: (document) => corpus.names(document),
  };
}

function bump(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

/** Weighs what the text at hand has of the request's words. */
export function evidence(file: Ranked, best: Ranked, text: string, words: RequestWords): Evidence {
  const found = covered(`${text}\n${file.path}`, words);
  const { signals } = file;
  const named = Math.max(
    signals.place,
    0.8 * signals.fileName,
    0.7 * signals.member,
    0.6 * signals.definition,
  );
  const relative = best.score > 0 ? file.score / best.score : 0;
  const confidence = relative * Math.min(1, 0.4 + 0.4 * Math.sqrt(found.coverage) + 0.3 * named);
  return { ...found, confidence: Math.round(confidence * 100) / 100, text, first: relative === 1 };
}

/** What a text has of a request: its distinctive words, weightiest first, each in its shortest form, and its share of all words by weight. */
export function covered(
  text: string,
  { distinctive, content, telling, joined, concepts }: RequestWords,
): Covered {
  const present = new Map<string, string>();
  content.each(text, ({ token, root }: Match) => {
    if ((present.get(root)?.length ?? Infinity) > token.length) present.set(root, token);
  });
  const said = concepts.filter((concept) => says(concept, present, text));
  const value = (root: string) => distinctive.weight(root);
  const roots = [...present.keys()].filter((root) => value(root) > 0);
  let had = 0;
  let all = 0;
  for (const [root, weight] of content.distinctive) {
    if (joined.has(root)) continue;
    all += weight;
    if (present.has(root)) had += weight;
  }
  return {
    words: shownWords(roots.map((root) => [present.get(root) ?? root, value(root)]), said, text),
    telling: roots.some((root) => telling.has(root)),
    coverage: all > 0 ? had / all : 0,
    concepts: said,
  };
}

const HAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

/** Found words as a person reads them: Chinese is looked up in pairs of characters, and shown in the request's own words. */
function shownWords(
  found: readonly (readonly [string, number])[],
  said: readonly Concept[],
  text: string,
): string[] {
  const shown = new Map<string, number>();
  for (const [word, weight] of found) if (!HAN.test(word)) shown.set(word, weight);
  for (const { literal } of said) {
    if (literal === undefined || !text.includes(literal)) continue;
    if (!HAN.test(literal)) {
      shown.set(literal, Infinity);
      continue;
    }
    const pairs = found.filter(([word]) => HAN.test(word) && literal.includes(word));
    if (pairs.length > 0) shown.set(literal, Math.max(...pairs.map(([, weight]) => weight)));
  }
  return [...shown].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word);
}

/** True where a file is worth being named: it was named itself, or enough of what the request speaks of meets in it, or a name that only code has. */
export function isEnough(
  file: Ranked,
  { words, telling, concepts, text, first }: Evidence,
  request: RequestWords,
): boolean {
  const { signals, document, path } = file;
  if (signals.place > 0 || signals.member > 0 || telling) return true;
  const { absent } = request;
  const has = (identifiers: readonly string[]) => {
    const roots = rootsIn(identifiers);
    return (concept: Concept) => says(concept, roots, "");
  };
  if (request.strict) {
    const content = (list: readonly Concept[]) => list.filter(({ kind }) => kind !== "weak");
    const [had, all] = [content(concepts), content(request.concepts)];
    if (had.length === 0 || had.length < STRICT_SHARE * all.length) return false;
    if (!had.some(has([path])) && !had.some(has(request.names(document)))) return false;
  }
  if (absent.some(({ nearest }) => nearest?.document === document)) return true;
  const unknown = new Set(absent.map(({ name }) => name));
  const asked = request.concepts.filter(({ said }) => !unknown.has(said));
  const of = (list: readonly Concept[], ...kinds: Concept["kind"][]) =>
    list.filter(({ kind }) => kinds.includes(kind));
  // Beside a name that is nowhere, what was asked about it is no evidence.
  const anyStrong = unknown.size > 0 || of(asked, "name", "strong").length + of(concepts, "loose").length > 0;
  const found = anyStrong ? of(concepts, "name", "strong", "loose") : of(concepts, "weak");
  if (found.length === 0 || (!anyStrong && !request.isQuestion)) return false;
  if (concepts.filter(has([path])).length >= ENOUGH) return true;
  const all = request.concepts.length - of(asked, "loose").length;
  const share = found.length / Math.max(1, all);
  if (share >= SHARE.whole && found.some(has([path.slice(path.lastIndexOf("/") + 1)]))) {
    if (signals.fileName >= 0.5 || share >= SHARE.part) return true;
  }
  const defined = request.names(document);
  if (share >= SHARE.part && words.length > 0 && found.some(has(defined))) return true;
  if (concepts.length >= ENOUGH && defined.some((name) => isComposed(name, concepts))) return true;
  const needed = all > 1 ? ENOUGH : 1;
  if (first && words.length > 0 && concepts.length >= Math.max(needed, FIRST_SHARE * all)) return true;
  return words.length > 0 && concepts.length >= needed && (needed === 1 || meet(text, path, request));
}

/** Whether enough concepts, one of which tells files apart, meet in a few lines of a text, or in them and its path. */
function meet(text: string, path: string, request: RequestWords): boolean {
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += TOGETHER_LINES / 2) {
    const part = lines.slice(at, at + TOGETHER_LINES).join("\n");
    const { words, concepts } = covered(`${part}\n${path}`, request);
    if (words.length > 0 && concepts.length >= ENOUGH) return true;
  }
  return false;
}

function rootsIn(identifiers: readonly string[]): Set<string> {
  return new Set(
    identifiers.flatMap((text) => text.match(/[A-Za-z0-9_$\u0080-\uffff]+/g) ?? []).flatMap(identifierTokens)
      .map(stem),
  );
}

/** Whether a name is made of two of the concepts: `teardown_request`. */
function isComposed(name: string, concepts: readonly Concept[]): boolean {
  const roots = identifierTokens(name).slice(1).map(stem);
  if (roots.length < ENOUGH) return false;
  const had = concepts.filter((concept) => roots.some((root) => concept.roots.has(root)));
  return had.length >= ENOUGH;
}
