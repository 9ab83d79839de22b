import { Accumulator } from "./accumulator.ts";
import { type Corpus, documentsOf, KEY } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import type { Query } from "../query/query.ts";
import { identifierTokens, rootOf, stem, stemsPattern } from "../query/tokens.ts";
import { idf } from "./text_signals.ts";

/** A name that more files define or bear says little about any of them. */
const MAX_FILES = { name: 5, path: 3, scope: 8 };
/** What a folder of the scope's name says of one file in it, beside 1 for a file of that name. */
const FOLDER_OF_SCOPE = 0.7;
const MODULE_WEIGHT = 0.4;
/** Words of a request up to which one that is a file's name counts in full: in a longer one some are by chance. */
const FEW_WORDS = 10;
/** Weight of a word from which on the request is about it: the title's words, and what a long text says again and again. */
const LEAST_WEIGHT = 3;
/** Parts of a name that have to be the request's: one is in many names. */
const LEAST_PARTS = 2;
const LEAST_LETTERS = 3;
const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const C_SOURCE = /\.(?:c|cc|cpp|cxx|m|mm)$/;

/** Files that define a word of the request. `symbol`: one that only code has, the less the more files define it, since who asks for a symbol means its definition. */
export function definitionScores(corpus: Corpus, query: Query) {
  const [definition, symbol] = [new Accumulator(corpus.size), new Accumulator(corpus.size)];
  for (const [name, weight] of query.names) {
    const documents = documentsOf(corpus, [KEY.definition + name]);
    for (const document of documents) {
      if (documents.length <= MAX_FILES.name) definition.add(document, weight / documents.length);
      if (weight >= 1) symbol.raise(document, 1 / Math.sqrt(documents.length));
    }
  }
  return { definition: definition.normalized(), symbol };
}

/** Whether a file is a header beside the source file that does what it declares; one that is longer than that does it itself. */
export function isDeclarationOfSource(corpus: Corpus, document: number): boolean {
  const path = corpus.path(document);
  const { [document]: length = 0 } = corpus.lengths;
  return HEADER.test(path) &&
    documentsOf(corpus, [KEY.fileName + fileName(path)])
      .some((each) => C_SOURCE.test(corpus.path(each)) && (corpus.lengths[each] ?? 0) > length);
}

/** Files whose own name is a word of the request, the less the more there are; words that were only tried weigh less than 1. */
export function fileNameScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  const chance = Math.max(1, query.names.size / FEW_WORDS);
  for (const [name, weight] of query.weights) {
    const named = weight < 1 ? [] : documentsOf(corpus, inBothNumbers(KEY.fileName, name), MAX_FILES.name);
    for (const document of named) scores.raise(document, 1 / Math.sqrt(named.length) / chance);
  }
  return scores;
}

/** Files that the title's prefix names as the place: of that name, or below a folder of that name, the less the more there are. */
export function scopeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const scope of query.scopes) {
    const named = documentsOf(corpus, inBothNumbers(KEY.fileName, scope), MAX_FILES.scope);
    for (const document of named) scores.raise(document, 1 / Math.sqrt(named.length));
    const inside = documentsOf(corpus, inBothNumbers(KEY.folder, scope));
    const value = FOLDER_OF_SCOPE * Math.log(corpus.files / inside.length) / Math.log(corpus.files + 1);
    for (const document of inside) scores.raise(document, value);
  }
  return scores;
}

/** `session` means `sessions.py` as well. */
function inBothNumbers(kind: string, name: string): string[] {
  return [name, `${name}s`, ...(name.endsWith("s") ? [name.slice(0, -1)] : [])].map((each) => kind + each);
}

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
  const worth = new Map<string, { weight: number; value: number }>();
  for (const [key, weight] of query.weights) {
    const root = rootOf(key);
    const known = worth.get(root) ?? { weight: 0, value: 0 };
    const value = known.value + weight * idf(corpus.files, frequency.get(key) ?? 0);
    worth.set(root, { weight: known.weight + weight, value });
  }
  for (const [root, { weight, value }] of worth) {
    if (root.length < LEAST_LETTERS || weight < LEAST_WEIGHT || value <= 0) worth.delete(root);
  }
  const held = stemsPattern(worth.keys());
  const valueOf = (name: string) => {
    const parts = held.test(name) ? identifierTokens(name).slice(1) : [];
    if (parts.length < LEAST_PARTS) return 0;
    const roots = [...new Set(parts.map(stem))];
    const had = roots.flatMap((root) => worth.get(root)?.value ?? []);
    return had.length < LEAST_PARTS ? 0 : had.reduce((sum, value) => sum + value) * had.length / roots.length;
  };
  const scores = new Accumulator(corpus.size);
  for (const document of candidates) {
    const best = Math.max(0, ...corpus.names(document).map(valueOf));
    if (best > 0) scores.add(document, best);
  }
  return scores.normalized();
}

/** Files that the request names by path, by a frame of a trace, or as a dotted module. */
export function placeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  const raise = (documents: readonly number[], weight: number) => {
    if (documents.length > MAX_FILES.path) return;
    for (const document of documents) scores.raise(document, weight / documents.length);
  };
  for (const { path, weight } of query.places.paths) raise(bestTail(corpus, path), weight);
  for (const parts of query.places.modules) {
    for (const module of [parts, parts.slice(0, -1), parts.slice(0, -2)]) {
      const documents = module.length < 2 ? [] : moduleFiles(corpus, module);
      if (documents.length === 0) continue;
      raise(documents, MODULE_WEIGHT);
      break;
    }
  }
  return scores;
}

/** Files that share the longest tail of segments with a path as written; the file name at least. */
export function bestTail(corpus: Corpus, written: string): number[] {
  const segments = (path: string) => path.toLowerCase().split("/");
  return longestTail(corpus, fileName(written), segments(written), segments, 1);
}

/** Files whose path without ending ends in the module's last two parts and more. */
function moduleFiles(corpus: Corpus, parts: readonly string[]): number[] {
  const name = (parts.at(-1) ?? "").toLowerCase().replace(/[_-]/g, "");
  const segments = (path: string) =>
    path.replace(/(?:\/(?:__init__|index|mod|lib|main))?\.[^./]+$/, "").split("/");
  return longestTail(corpus, name, parts, segments, 2);
}

/** Of the files of a name, those whose path ends in most of the wanted segments, `least` of them. */
function longestTail(
  corpus: Corpus,
  name: string,
  wanted: readonly string[],
  segmentsOf: (path: string) => readonly string[],
  least: number,
): number[] {
  let best: number[] = [];
  let most = least;
  for (const document of documentsOf(corpus, [KEY.fileName + name])) {
    const segments = segmentsOf(corpus.path(document));
    let common = 0;
    while (common < wanted.length && segments.at(-1 - common) === wanted.at(-1 - common)) common++;
    if (common < most) continue;
    if (common > most) best = [];
    most = common;
    best.push(document);
  }
  return best;
}
