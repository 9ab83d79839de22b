import { type Concept, conceptsOf, isQuestion } from "../query/concepts.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Query } from "../query/query.ts";
import type { Ranking } from "./rank.ts";
import { idf } from "./text_signals.ts";
import { bump, isCodeLike, phrasesOf, rootOf, stem } from "../query/tokens.ts";
import { WordMatcher } from "../query/word_matcher.ts";

/** Share of the files beyond which a word tells none of them apart; in a small repository every word of its trade is in many files. */
const COMMON = 0.15;
const COMMON_SMALL = 0.6;
const SMALL_FILES = 12;
/** Words that weigh less than this share of the heaviest do not count as found. */
const LEAST_SHARE = 0.08;
/** What a word is worth for choosing lines however many files have it, beside 1 for the rarest. */
const LEAST_RARITY = 0.3;

export interface RequestWords {
  /** Stems of the words that tell files apart; all of them where none does. */
  distinctive: ReadonlySet<string>;
  /** Finds every word of content: between the lines of one file, common words tell too. Weights are 0..1. */
  content: WordMatcher;
  /** Each four words in a row, as the request has them. */
  phrases: ReadonlySet<string>;
  /** Stems of words that are enough alone. */
  telling: ReadonlySet<string>;
  /** Stems of words that only may have been meant. */
  joined: ReadonlySet<string>;
  concepts: readonly Concept[];
  isQuestion: boolean;
  /** True where the repository has to say that the request is about it at all. */
  strict: boolean;
  /** Names that a file defines. */
  names(document: number): readonly string[];
}

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
    const root = rootOf(key);
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
  const heaviest = weights.size === 0 ? 1 : Math.max(...weights.values());
  for (const root of joined) weights.set(root, heaviest);
  const rarest = Math.max(...rarities.values());
  const content = [...weights].map(([root, weight]) => {
    const rarity = (rarities.get(root) ?? 0) / rarest;
    return [root, weight / heaviest * (LEAST_RARITY + (1 - LEAST_RARITY) * rarity)] as const;
  });
  return {
    distinctive: new Set((distinctive.size > 0 ? distinctive : all).keys()),
    content: new WordMatcher(new Map(content)),
    phrases: new Set(phrasesOf(text)),
    telling,
    joined,
    concepts,
    isQuestion: isQuestion(text),
    strict,
    names: (document) => corpus.names(document),
  };
}
