import { Accumulator } from "./accumulator.ts";
import { type Corpus, KEY } from "../corpus/corpus.ts";
import type { Query } from "../query/query.ts";

/** BM25F over text, definition names and path: one saturation for the weighted sum of the counts. */
export const K1 = 2;
export const B = 0.4;
const IN_DEFINITION = 4;
const IN_PATH = 10;

const PATH_K1 = 1.2;
const PATH_B = 0.5;

/** How rare a word is that so many of the files have. */
export function idf(files: number, frequency: number): number {
  return Math.log(1 + (files - frequency + 0.5) / (frequency + 0.5));
}

/** How well each file's text, names and path match the weighted words, and how well its path alone does. `frequency`: files by key. */
export interface TextScores {
  text: Accumulator;
  path: Accumulator;
  frequency: Map<string, number>;
}

export function textScores(corpus: Corpus, query: Query, deadline: number): TextScores {
  const text = new Accumulator(corpus.size);
  const path = new Accumulator(corpus.size);
  const counts = new Accumulator(corpus.size);
  const inPath = new Accumulator(corpus.size);
  const frequency = new Map<string, number>();
  const average = corpus.totalLength / Math.max(1, corpus.files);
  const pathAverage = corpus.totalPathLength / Math.max(1, corpus.files);
  // Heaviest words first, so that a deadline costs the least.
  for (const [key, weight] of query.weights) {
    if (performance.now() > deadline) break;
    if (corpus.addCounts) corpus.addCounts(key, IN_DEFINITION, counts);
    else {
      corpus.each(
        key,
        (document, count, inDefinitions) => counts.add(document, count + IN_DEFINITION * inDefinitions),
      );
    }
    corpus.each(KEY.path + key, (document, count) => {
      counts.add(document, IN_PATH * count);
      inPath.add(document, count);
    });
    frequency.set(key, counts.touched.length);
    addSaturated(counts, weight * idf(corpus.files, counts.touched.length), corpus, average, text);
    const pathRarity = weight * idf(corpus.files, inPath.touched.length);
    for (const document of inPath.touched) {
      const count = inPath.get(document);
      const norm = PATH_K1 * (1 - PATH_B + PATH_B * corpus.pathLength(document) / pathAverage);
      path.add(document, pathRarity * count * (PATH_K1 + 1) / (count + norm));
    }
    counts.clear();
    inPath.clear();
  }
  return { text, path, frequency };
}

/** Adds to `text` what a word says of each document that has it `counts` times. */
function addSaturated(
  counts: Accumulator,
  rarity: number,
  corpus: Corpus,
  average: number,
  { values, touched }: Accumulator,
): void {
  const lengths = corpus.columns?.lengths;
  const { values: found, touched: documents } = counts;
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at] ?? 0;
    const count = found[document] ?? 0;
    const length = lengths ? lengths[document] ?? 0 : corpus.length(document);
    const norm = K1 * (1 - B + B * length / average);
    const before = values[document] ?? 0;
    if (before === 0) touched.push(document);
    values[document] = before + rarity * count * (K1 + 1) / (count + norm);
  }
}
