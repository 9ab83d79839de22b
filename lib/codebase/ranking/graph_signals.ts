import { Accumulator } from "./accumulator.ts";
import { type Corpus, KEY } from "../corpus/corpus.ts";
import { folderOf } from "../files/folder_of.ts";

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

/** Files of a folder lift one another: its best, half its second, a quarter of its third. Looked at among `candidates` alone. */
export function folderScores(
  corpus: Corpus,
  scores: Accumulator,
  candidates: readonly number[],
): Accumulator {
  const folders = new Map<string, number[]>();
  for (const document of candidates) {
    const path = corpus.path(document);
    const folder = folderOf(path);
    const members = folders.get(folder);
    if (members) members.push(document);
    else folders.set(folder, [document]);
  }
  const lifts = new Accumulator(corpus.size);
  for (const members of folders.values()) {
    const best = members.map((document) => scores.get(document)).sort((a, b) => b - a);
    const lift = (best[0] ?? 0) + 0.5 * (best[1] ?? 0) + 0.25 * (best[2] ?? 0);
    for (const document of members) lifts.add(document, lift);
  }
  return lifts.normalized();
}
