import { type Query, STEM } from "./query.ts";
import type { Ranked, Ranking } from "./rank.ts";
import { isCodeLike, stem } from "./tokens.ts";
import type { Match, WordMatcher } from "./word_matcher.ts";

/** Share of the files beyond which a word tells none of them apart. */
const COMMON = 0.15;
const COMMON_FILES = 4;
/** Distinct words of the request that a file must have when nothing else speaks for it. */
const ENOUGH_WORDS = 2;

/** What of the request a file really has: the grounds for naming it, and the words of its summary. */
export interface Evidence {
  /** Distinctive words found in its text, weightiest first. */
  words: string[];
  /** 0..1: how sure one may be that the request is about this file. */
  confidence: number;
}

/** Rarity × weight of the request's words that tell files apart. */
export function distinctiveWords(query: Query, ranking: Ranking, files: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    const frequency = ranking.frequency.get(key) ?? 0;
    if (frequency === 0 || frequency > Math.max(COMMON_FILES, files * COMMON)) continue;
    const root = key.startsWith(STEM) ? key.slice(STEM.length) : stem(key);
    const value = weight * Math.log(1 + (files - frequency + 0.5) / (frequency + 0.5));
    found.set(root, (found.get(root) ?? 0) + value);
  }
  return found;
}

/** Weighs what the text at hand has of the distinctive words. */
export function evidence(file: Ranked, best: Ranked, text: string, matcher: WordMatcher): Evidence {
  const present = new Map<string, string>();
  const note = ({ token, root }: Match) => {
    if ((present.get(root)?.length ?? Infinity) > token.length) present.set(root, token);
  };
  matcher.each(text, note);
  matcher.each(file.path, note);
  const value = (root: string) => matcher.weight(root);
  const roots = [...present.keys()].sort((a, b) => value(b) - value(a) || (a < b ? -1 : 1));
  const total = [...matcher.distinctive.values()].reduce((sum, each) => sum + each, 0);
  const covered = roots.reduce((sum, root) => sum + value(root), 0);
  const { signals } = file;
  const named = Math.max(
    signals.place,
    0.8 * signals.fileName,
    0.7 * signals.member,
    0.6 * signals.definition,
  );
  const relative = best.score > 0 ? file.score / best.score : 0;
  const coverage = total > 0 ? covered / total : 0;
  const confidence = relative * Math.min(1, 0.25 + 0.45 * Math.sqrt(coverage) + 0.5 * named);
  return {
    words: roots.map((root) => present.get(root) ?? root),
    confidence: Math.round(confidence * 100) / 100,
  };
}

/** True where a file is worth being named: it was named itself, or several distinctive words meet in it, or one that only code has. */
export function isEnough(file: Ranked, { words }: Evidence): boolean {
  const { signals } = file;
  if (signals.place > 0 || signals.member > 0 || signals.fileName >= 0.5) return true;
  if (words.some(isCodeLike)) return true;
  const needed = signals.definition > 0 || signals.path > 0.5 ? 1 : ENOUGH_WORDS;
  return words.length >= needed;
}
