import { Accumulator } from "./accumulator.ts";
import { type Corpus, KEY } from "../corpus/corpus.ts";
import { fileName } from "../files/file_kind.ts";
import type { Query } from "../query/query.ts";

/** A name that more files define or bear says little about any of them. */
const MAX_FILES_OF_NAME = 5;
const MAX_FILES_OF_PATH = 3;
const MAX_FILES_OF_SCOPE = 8;
/** What a folder of the scope's name says of one file in it, beside 1 for a file of that name. */
const FOLDER_OF_SCOPE = 0.7;
const MODULE_WEIGHT = 0.4;

function documentsOf(corpus: Corpus, keys: readonly string[]): number[] {
  const documents: number[] = [];
  for (const key of keys) corpus.each(key, (document) => documents.push(document));
  return documents;
}

/** Files that define a word of the request. */
export function definitionScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const [name, weight] of query.names) {
    const documents = documentsOf(corpus, [KEY.definition + name]);
    if (documents.length > MAX_FILES_OF_NAME) continue;
    for (const document of documents) scores.add(document, weight / documents.length);
  }
  return scores.normalized();
}

/** Files whose own name is a word of the request. */
export function fileNameScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const [name, weight] of query.said) {
    const documents = documentsOf(corpus, inBothNumbers(KEY.fileName, name));
    if (documents.length > MAX_FILES_OF_NAME) continue;
    for (const document of documents) scores.raise(document, weight / Math.sqrt(documents.length));
  }
  return scores;
}

/** Files that the title's prefix names as the place: of that name, or below a folder of that name, the less the more there are. */
export function scopeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const scope of query.scopes) {
    const named = documentsOf(corpus, inBothNumbers(KEY.fileName, scope));
    if (named.length <= MAX_FILES_OF_SCOPE) {
      for (const document of named) scores.raise(document, 1 / Math.sqrt(named.length));
    }
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

/** Files that the request names by path, by a frame of a trace, or as a dotted module. */
export function placeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  const raise = (documents: readonly number[], weight: number) => {
    if (documents.length > MAX_FILES_OF_PATH) return;
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
