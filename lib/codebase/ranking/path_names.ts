import { type Corpus, KIND } from "../corpus/corpus.ts";
import { ownName } from "../files/file_kind.ts";
import type { Query } from "../query/query.ts";
import { identifierTokens, rootOf, STEM, stem } from "../query/tokens.ts";
import { Accumulator } from "./accumulator.ts";
import { idf } from "./text_signals.ts";

/** Letters from which on a word counts as short for one that begins with it: `config`, `util`. */
const LEAST_PREFIX = 4;
/** Sum of rarities from which on a name says enough: below it, it is of words that many files have. */
const ENOUGH_RARITY = 2;
/** Share of a name from which on the best one counts in full. */
const ENOUGH_SHARE = 0.4;
/** `packages/zod/src/v4/`: the folder above and the number. */
const VERSION_FOLDER = /^((?:[^/]+\/)*?)v(\d{1,3})\//;
/** Words of a request up to which a name counts in full. */
const FEW_WORDS = 5;

/**
 * What the names of files say of a request, whatever the order, number and form of their words: `array utility` is `ArrayUtils`.
 *
 * `name`: share of a file's own name that is made of the request's words, by their rarity; a file that only passes on what its folder has bears no name.
 * `path`: share of the request that stands in the whole path.
 */
export function pathNameScores(
  corpus: Corpus,
  query: Query,
  frequency: ReadonlyMap<string, number>,
  candidates: readonly number[],
): { name: Accumulator; path: Accumulator } {
  const name = new Accumulator(corpus.size);
  const path = new Accumulator(corpus.size);
  // A question of a few words is about what it names; of a long text, a word is in some file's name by chance, several seldom are.
  const words = query.names.size / FEW_WORDS;
  const chance = new Map<number, number>();
  const worth = worthOfStems(corpus, query, frequency);
  const all = [...worth.values()].reduce((sum, value) => sum + value, 0);
  const stems = new Set([...query.weights.keys()].map(rootOf));
  const unknown = Math.sqrt(corpus.files);
  const rarity = (part: string) =>
    idf(corpus.files, frequency.get(part) ?? frequency.get(STEM + part) ?? unknown);
  const weigh = (parts: readonly string[]) => parts.reduce((sum, part) => sum + rarity(part), 0);
  const isSaid = kept((part) => [...stems].some((word) => areForms(part, word)));
  const parts = kept(partsOf);
  const saidBy = kept((part) => [...worth.keys()].filter((word) => areForms(part, word)));
  for (const document of candidates) {
    const its = corpus.path(document);
    const kind = corpus.kinds[document] ?? 0;
    if (!(kind & KIND.hub && kind & KIND.declares)) {
      const own = [...new Set(parts(ownName(its)))];
      const had = own.filter(isSaid);
      const value = weigh(had);
      if (value > 0) name.add(document, value / weigh(own) * Math.min(1, value / ENOUGH_RARITY));
      chance.set(document, Math.max(1, words / had.length));
    }
    const said = new Set(its.replace(/\.[^./]*$/, "").split("/").flatMap(parts).flatMap(saidBy));
    let had = 0;
    for (const [word, value] of worth) if (said.has(word)) had += value;
    if (had > 0) path.add(document, had / all);
  }
  const most = Math.max(ENOUGH_SHARE, name.max());
  for (const document of name.touched) name.scale(document, 1 / (most * (chance.get(document) ?? 1)));
  return { name, path };
}

/** Of these files, those below `v3/` where others stand below `v4/` beside it: unless the request names a version, the newest is meant. */
export function olderVersions(corpus: Corpus, query: Query, documents: readonly number[]): number[] {
  const newest = new Map<string, number>();
  const versioned = documents.flatMap((document) => {
    const [, above, number] = VERSION_FOLDER.exec(corpus.path(document)) ?? [];
    if (above === undefined || query.weights.has(`v${number}`)) return [];
    newest.set(above, Math.max(newest.get(above) ?? 0, Number(number)));
    return [{ document, above, version: Number(number) }];
  });
  return versioned.filter(({ above, version }) => version < (newest.get(above) ?? 0))
    .map(({ document }) => document);
}

/** What the request's words weigh, by stem; words that were only tried as one do not count. */
function worthOfStems(corpus: Corpus, query: Query, frequency: ReadonlyMap<string, number>) {
  const worth = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    const root = rootOf(key);
    if (root.length < 2 || query.joined.has(key)) continue;
    worth.set(root, (worth.get(root) ?? 0) + weight * idf(corpus.files, frequency.get(key) ?? 0));
  }
  return worth;
}

/** Whether two stems are the same word, or one is the other's beginning. */
function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LEAST_PREFIX && long.startsWith(short);
}

/** Works each text out once: the same folders stand in many paths. */
function kept<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

function partsOf(name: string): string[] {
  const [whole, ...parts] = identifierTokens(name);
  return (parts.length > 0 ? parts : whole === undefined ? [] : [whole]).map(stem);
}
