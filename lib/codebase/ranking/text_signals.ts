import { Accumulator } from "./accumulator.ts";
import { type Corpus, KEY } from "../corpus/corpus.ts";
import type { Query } from "../query/query.ts";

/** How fast a word's count is saturated, and how much a long text costs: of text with names and path (BM25F), and of paths alone. */
const TEXT = { k1: 2, b: 0.4 };
const PATH = { k1: 1.2, b: 0.5 };
/** What a word counts in the name of a definition and in the path, beside 1 in the text. */
const IN_DEFINITION = 4;
const IN_PATH = 10;

/** How rare a word is that so many of the files have. */
export function idf(files: number, frequency: number): number {
  return Math.log(1 + (files - frequency + 0.5) / (frequency + 0.5));
}

/** What a word says of a text that has it `count` times (BM25). `length`: of the text, beside the average. */
export function saturated(count: number, length: number, { k1, b }: { k1: number; b: number }): number {
  return count * (k1 + 1) / (count + k1 * (1 - b + b * length));
}

/** How well each file's text, names and path match the weighted words, and how well its path alone does. `frequency`: files by key. */
export function textScores(corpus: Corpus, query: Query, deadline: number) {
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
    corpus.each(
      key,
      (document, count, inDefinitions) => counts.add(document, count + IN_DEFINITION * inDefinitions),
    );
    corpus.each(KEY.path + key, (document, count) => {
      counts.add(document, IN_PATH * count);
      inPath.add(document, count);
    });
    frequency.set(key, counts.touched.length);
    addWord(counts, weight * idf(corpus.files, counts.touched.length), corpus, average, text);
    const pathRarity = weight * idf(corpus.files, inPath.touched.length);
    for (const document of inPath.touched) {
      const length = (corpus.pathLengths[document] ?? 0) / pathAverage;
      path.add(document, pathRarity * saturated(inPath.get(document), length, PATH));
    }
    counts.clear();
    inPath.clear();
  }
  return { text, path, frequency };
}

/** Adds to `text` what a word says of each document that has it: `saturated` written out, since most of a large repository's have one. */
function addWord(
  counts: Accumulator,
  rarity: number,
  { lengths }: Corpus,
  average: number,
  { values, touched }: Accumulator,
): void {
  const { k1, b } = TEXT;
  for (let at = 0; at < counts.touched.length; at++) {
    const document = counts.touched[at] ?? 0;
    const count = counts.values[document] ?? 0;
    const length = lengths[document] ?? 0;
    const before = values[document] ?? 0;
    if (before === 0) touched.push(document);
    values[document] = before + rarity * count * (k1 + 1) / (count + k1 * (1 - b + b * length / average));
  }
}
