import { type Query, STEM } from "../query/query.ts";
import type { Ranked, Ranking } from "./rank.ts";
import { idf } from "./text_signals.ts";
import { isCodeLike, stem } from "../query/tokens.ts";
import { type Match, WordMatcher } from "../query/word_matcher.ts";

/** Share of the files beyond which a word tells none of them apart; in a small repository every word of its trade is in many files. */
const COMMON = 0.15;
const COMMON_SMALL = 0.6;
const SMALL_FILES = 12;
/** Distinct words of the request that a file must have when nothing else speaks for it, unless the request has no more than one. */
const ENOUGH_WORDS = 2;
/** Words that weigh less than this share of the heaviest do not count as found. */
const LEAST_SHARE = 0.08;
/** What a word is worth for choosing lines however many files have it, beside 1 for the rarest. */
const LEAST_RARITY = 0.3;

/** What of the request a file really has: the grounds for naming it, and the words of its summary. */
export interface Evidence {
  /** Distinctive words found in its text, weightiest first. */
  words: string[];
  /** True where a word is among them that only code has, or two that code writes as one. */
  telling: boolean;
  /** 0..1: how much of the request's words, by weight. */
  coverage: number;
  /** 0..1: how sure one may be that the request is about this file. */
  confidence: number;
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
  /** Distinct words that a file must have. */
  needed: number;
}

/** Weighs a request's words by how rare they are among `files` files. */
export function requestWords(query: Query, ranking: Ranking, files: number): RequestWords {
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
    needed: Math.min(ENOUGH_WORDS, Math.max(1, query.concepts)),
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
  return { ...found, confidence: Math.round(confidence * 100) / 100 };
}

/** What a text has of a request: its distinctive words, weightiest first, each in its shortest form, and its share of all words by weight. */
export function covered(
  text: string,
  { distinctive, content, telling, joined }: RequestWords,
): Omit<Evidence, "confidence"> {
  const present = new Map<string, string>();
  content.each(text, ({ token, root }: Match) => {
    if ((present.get(root)?.length ?? Infinity) > token.length) present.set(root, token);
  });
  const value = (root: string) => distinctive.weight(root);
  const roots = [...present.keys()].filter((root) => value(root) > 0)
    .sort((a, b) => value(b) - value(a) || (a < b ? -1 : 1));
  let had = 0;
  let all = 0;
  for (const [root, weight] of content.distinctive) {
    if (joined.has(root)) continue;
    all += weight;
    if (present.has(root)) had += weight;
  }
  return {
    words: roots.map((root) => present.get(root) ?? root),
    telling: roots.some((root) => telling.has(root)),
    coverage: all > 0 ? had / all : 0,
  };
}

/** True where a file is worth being named: it was named itself, or enough distinctive words meet in it, or one that only code has. */
export function isEnough(
  file: Ranked,
  { words, telling }: Evidence,
  { content, needed }: RequestWords,
): boolean {
  const { signals } = file;
  if (signals.place > 0 || signals.member > 0 || signals.fileName >= 0.5 || telling) return true;
  const inPath = new Set<string>();
  content.each(file.path, ({ root }) => inPath.add(root));
  if (inPath.size >= ENOUGH_WORDS) return true;
  return words.length >= (signals.definition > 0 || signals.path > 0.5 ? 1 : needed);
}
