import { Accumulator } from "./accumulator.ts";
import { type Corpus, KEY } from "../corpus/corpus.ts";

/** Files whose neighbours are asked: further down the list, neighbours say nothing. */
const SEEDS = 10;

/** Numbers of the files that a file imports. */
export function importedBy(corpus: Corpus, document: number): number[] {
  return corpus.imports(document).flatMap((path) => corpus.document(path) ?? []);
}

/** Numbers of the files that import a file. */
export function importersOf(corpus: Corpus, document: number): number[] {
  const importers: number[] = [];
  corpus.each(KEY.importer + corpus.path(document), (importer) => importers.push(importer));
  return importers;
}

/** The best files give to what they import, less where many import it, and to what imports them, less where it imports much. */
export function neighbourScores(corpus: Corpus, scores: Accumulator, best: readonly number[]): Accumulator {
  const gifts = new Accumulator(corpus.size);
  for (const document of best.slice(0, SEEDS)) {
    const score = scores.get(document);
    for (const target of importedBy(corpus, document)) {
      gifts.add(target, score / Math.sqrt(importersOf(corpus, target).length + 1));
    }
    for (const importer of importersOf(corpus, document)) {
      gifts.add(importer, score / Math.sqrt(corpus.imports(importer).length + 1));
    }
  }
  return gifts.normalized();
}
