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

function documentsOf(corpus: Corpus, key: string): number[] {
  const documents: number[] = [];
  corpus.each(key, (document) => documents.push(document));
  return documents;
}

/** Files that define a word of the request. */
export function definitionScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const [name, weight] of query.names) {
    const documents = documentsOf(corpus, KEY.definition + name);
    if (documents.length > MAX_FILES_OF_NAME) continue;
    for (const document of documents) scores.add(document, weight / documents.length);
  }
  return scores;
}

/** Files whose own name is a word of the request. */
export function fileNameScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  for (const [name, weight] of query.said) {
    const documents = inBothNumbers(name).flatMap((each) => documentsOf(corpus, KEY.fileName + each));
    if (documents.length > MAX_FILES_OF_NAME) continue;
    for (const document of documents) {
      const value = weight / Math.sqrt(documents.length);
      if (value > scores.get(document)) scores.add(document, value - scores.get(document));
    }
  }
  return scores;
}

/** Files that the title's prefix names as the place: of that name, or below a folder of that name, the less the more there are. */
export function scopeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  const raise = (documents: readonly number[], value: number) => {
    for (const document of documents) {
      if (value > scores.get(document)) scores.add(document, value - scores.get(document));
    }
  };
  for (const scope of query.scopes) {
    const names = inBothNumbers(scope);
    const named = names.flatMap((name) => documentsOf(corpus, KEY.fileName + name));
    if (named.length <= MAX_FILES_OF_SCOPE) raise(named, 1 / Math.sqrt(named.length));
    const inside = names.flatMap((name) => documentsOf(corpus, KEY.folder + name));
    if (inside.length > 0) {
      raise(inside, FOLDER_OF_SCOPE * Math.log(corpus.files / inside.length) / Math.log(corpus.files + 1));
    }
  }
  return scores;
}

/** `session` means `sessions.py` as well. */
function inBothNumbers(name: string): string[] {
  return [name, `${name}s`, ...(name.endsWith("s") ? [name.slice(0, -1)] : [])];
}

/** `A.b` where one file defines both. */
export function memberScores(corpus: Corpus, query: Query): Accumulator {
  const sums = new Accumulator(corpus.size);
  for (const [owner, member] of query.places.members) {
    const owners = new Set(documentsOf(corpus, KEY.definition + owner));
    if (owners.size === 0) continue;
    const both = documentsOf(corpus, KEY.definition + member).filter((document) => owners.has(document));
    if (both.length > MAX_FILES_OF_PATH) continue;
    for (const document of both) sums.add(document, 1 / both.length);
  }
  for (const document of sums.touched) {
    const value = sums.get(document);
    sums.values[document] = value / (value + 0.5);
  }
  return sums;
}

/** Files that the request names by path, by a frame of a trace, or as a dotted module. */
export function placeScores(corpus: Corpus, query: Query): Accumulator {
  const scores = new Accumulator(corpus.size);
  const raise = (documents: number[], weight: number) => {
    if (documents.length > MAX_FILES_OF_PATH) return;
    for (const document of documents) {
      const value = weight / documents.length;
      if (value > scores.get(document)) scores.add(document, value - scores.get(document));
    }
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
  const wanted = written.toLowerCase().split("/");
  let best: number[] = [];
  let most = 0;
  for (const document of documentsOf(corpus, KEY.fileName + fileName(written))) {
    const segments = corpus.path(document).toLowerCase().split("/");
    let common = 0;
    while (
      common < wanted.length && segments[segments.length - 1 - common] === wanted[wanted.length - 1 - common]
    ) common++;
    if (common === 0 || common < most) continue;
    if (common > most) best = [];
    most = common;
    best.push(document);
  }
  return best;
}

/** Files whose path without ending ends in the module's last two parts and more. */
function moduleFiles(corpus: Corpus, parts: string[]): number[] {
  const last = parts[parts.length - 1] ?? "";
  let best: number[] = [];
  let most = 1;
  for (const document of documentsOf(corpus, KEY.fileName + last.toLowerCase().replace(/[_-]/g, ""))) {
    const segments = corpus.path(document).replace(/(?:\/(?:__init__|index|mod|lib|main))?\.[^./]+$/, "")
      .split("/");
    let common = 0;
    while (
      common < parts.length && segments[segments.length - 1 - common] === parts[parts.length - 1 - common]
    ) common++;
    if (common < 2 || common < most) continue;
    if (common > most) best = [];
    most = common;
    best.push(document);
  }
  return best;
}
