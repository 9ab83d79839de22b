import type { Corpus } from "../corpus/corpus.ts";
import type { Query } from "../query/query.ts";
import { IDENTIFIER_CHARACTERS } from "../query/tokens.ts";
import type { Ranking } from "./rank.ts";
import { B, idf, K1 } from "./text_signals.ts";

/** Phrases looked for: the heaviest ones. */
const PHRASES = 60;
/** Best files that are read for it: further down, a pair of words moves nothing to the front. */
const FILES = 30;
/** Characters of a file that are looked through. */
const MAX_CHARS = 200_000;
const LETTER = `[${IDENTIFIER_CHARACTERS}]`;
/** What may stand between the two words; a dollar sign may, too. */
const BETWEEN = `[^${IDENTIFIER_CHARACTERS.replace("$", "")}\\n]{1,3}`;
const GAP = new RegExp(`[^${IDENTIFIER_CHARACTERS}]+`);

/**
 * Adds to the best files what neighbouring words of the request weigh that stand side by side in them, and orders them anew. Only files already
 * ranked are read, so that pairs of words need no index of their own; how rare a pair is follows from how many of these files have it.
 */
export function withPhrases(
  ranking: Ranking,
  query: Query,
  corpus: Corpus,
  read: (path: string) => string | undefined,
  until: number,
): Ranking {
  const phrases = [...query.phrases].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, PHRASES);
  if (phrases.length === 0 || ranking.scale === 0) return ranking;
  const weights = new Map(phrases);
  const alternatives = phrases.map(([phrase]) => phrase.replaceAll("$", "\\$").replace(" ", () => BETWEEN));
  const pattern = new RegExp(`(?<!${LETTER})(?=((?:${alternatives.join("|")}))(?!${LETTER}))`, "g");
  const counts: { at: number; found: Map<string, number> }[] = [];
  const frequency = new Map<string, number>();
  for (const [at, file] of ranking.files.slice(0, FILES).entries()) {
    if (performance.now() > until) break;
    const text = read(file.path)?.slice(0, MAX_CHARS).toLowerCase();
    if (text === undefined) continue;
    const found = new Map<string, number>();
    for (const match of text.matchAll(pattern)) {
      const phrase = (match[1] ?? "").replace(GAP, " ");
      if (weights.has(phrase)) found.set(phrase, (found.get(phrase) ?? 0) + 1);
    }
    for (const phrase of found.keys()) frequency.set(phrase, (frequency.get(phrase) ?? 0) + 1);
    counts.push({ at, found });
  }
  const average = corpus.totalLength / Math.max(1, corpus.files);
  const files = ranking.files.map((file) => ({ ...file }));
  for (const { at, found } of counts) {
    const file = files[at];
    if (!file) continue;
    const norm = K1 * (1 - B + B * corpus.length(file.document) / average);
    for (const [phrase, count] of found) {
      const rarity = (weights.get(phrase) ?? 0) * idf(corpus.files, frequency.get(phrase) ?? 1);
      file.score += file.prior * rarity * count * (K1 + 1) / (count + norm) / ranking.scale;
    }
  }
  files.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return { ...ranking, files };
}
