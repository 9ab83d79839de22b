import { Accumulator } from "./accumulator.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Query } from "../query/query.ts";
import { identifierTokens, STEM, stem } from "../query/tokens.ts";
import { idf } from "./text_signals.ts";

/** Weight of a word from which on the request is about it: the title's words, and what a long text says again and again. */
const LEAST_WEIGHT = 3;
/** Parts of a name that have to be the request's: one is in many names. */
const LEAST_PARTS = 2;
const LEAST_LETTERS = 3;

/**
 * Files that define a name made of the request's words: `show fixture scopes` is near `_show_fixtures_per_test`. The best name of each of
 * `candidates` counts, by the weight of its words that the request has and the share of its words that they are.
 */
export function composedNameScores(
  corpus: Corpus,
  query: Query,
  frequency: ReadonlyMap<string, number>,
  candidates: readonly number[],
): Accumulator {
  const worth = worthOfStems(corpus, query, frequency);
  const values = new Map<string, number>();
  const scores = new Accumulator(corpus.size);
  for (const document of candidates) {
    let best = 0;
    for (const name of corpus.names(document)) {
      let value = values.get(name);
      if (value === undefined) {
        value = nameValue(name, worth);
        values.set(name, value);
      }
      if (value > best) best = value;
    }
    if (best > 0) scores.add(document, best);
  }
  return scores.normalized();
}

function worthOfStems(
  corpus: Corpus,
  query: Query,
  frequency: ReadonlyMap<string, number>,
): Map<string, number> {
  const worth = new Map<string, number>();
  const weights = new Map<string, number>();
  for (const [key, weight] of query.weights) {
    const root = key.startsWith(STEM) ? key.slice(STEM.length) : stem(key);
    if (root.length < LEAST_LETTERS) continue;
    worth.set(root, (worth.get(root) ?? 0) + weight * idf(corpus.files, frequency.get(key) ?? 0));
    weights.set(root, (weights.get(root) ?? 0) + weight);
  }
  for (const [root, weight] of weights) if (weight < LEAST_WEIGHT) worth.delete(root);
  return worth;
}

function nameValue(name: string, worth: ReadonlyMap<string, number>): number {
  const [whole, ...parts] = identifierTokens(name);
  if (whole === undefined || parts.length < LEAST_PARTS) return 0;
  const roots = new Set(parts.map(stem));
  let value = 0;
  let had = 0;
  for (const root of roots) {
    const its = worth.get(root);
    if (its === undefined || its <= 0) continue;
    value += its;
    had++;
  }
  return had < LEAST_PARTS ? 0 : value * had / roots.size;
}
