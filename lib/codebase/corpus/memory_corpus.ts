import { fileKind, fileName, folderNames } from "../files/file_kind.ts";
import { isSource, language } from "../files/languages.ts";
import type { Present } from "../files/repo_files.ts";
import { importNames } from "../imports/import_targets.ts";
import { conventionOf, importedPaths } from "../imports/imports.ts";
import { Vocabulary } from "../query/vocabulary.ts";
import type { Outline } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { onlyDeclares } from "../structure/line_patterns.ts";
import { type Corpus, KEY, KIND, stemKey, stemOf, type Visit } from "./corpus.ts";
import { Postings } from "./postings.ts";

/** Definitions of a file beyond which it is a table of data. */
const MAX_DEFINITIONS = 2000;

/** A file as the index sees it: its path, its text (undefined where content is not read), what it defines and imports. */
export interface FileContent {
  path: string;
  text: string | undefined;
  definitions: readonly string[];
  imports: readonly string[];
  bases?: readonly string[];
  /** Added to what the path says of its kind. */
  kind?: number;
}

/** A file as an index sees it; what it defines is told by its outline, else by patterns. */
export function analyse(path: string, content: Present, outline?: Outline): FileContent {
  if (content.kind === "opaque") {
    return { path, text: undefined, definitions: [], imports: [], kind: KIND.opaque };
  }
  const { text } = content;
  const masked = maskedLines(text, language(path, text));
  const found = outline?.definitions ?? definitions(text, language(path, text), masked);
  const kind = isSource(path, text) && onlyDeclares(masked, found) ? KIND.declares : 0;
  const counted = found.slice(0, MAX_DEFINITIONS);
  return {
    path,
    text,
    definitions: counted.map(({ name }) => name),
    bases: counted.flatMap(({ bases = [] }) => bases),
    imports: importedPaths(text, path),
    kind,
  };
}

/** Files held in memory: all that are read where there is no index, what changed since the index was built, and each batch on its way into the index. */
export class MemoryCorpus implements Corpus {
  readonly vocabulary = new Vocabulary();
  /** By token number. */
  readonly postings = new Postings();
  readonly lengths: number[] = [];
  readonly pathLengths: number[] = [];
  readonly kinds: number[] = [];
  readonly #files: Pick<FileContent, "path" | "definitions" | "imports">[] = [];
  readonly #pathVocabulary = new Vocabulary();
  readonly #byPath = new Map<string, number>();
  #stems: ReadonlyMap<string | undefined, readonly number[]> | undefined;
  #length = 0;
  #pathLength = 0;
  #standsFor = 0;

  get size(): number {
    return this.#files.length;
  }
  get files(): number {
    return Math.max(this.#standsFor, this.size);
  }
  get totalLength(): number {
    return this.#length * this.files / Math.max(1, this.size);
  }
  get totalPathLength(): number {
    return this.#pathLength * this.files / Math.max(1, this.size);
  }

  /** Says of how many files these are the best part: a word that all of them have is still rare. */
  standsFor(files: number): void {
    this.#standsFor = files;
  }

  path(document: number): string {
    return this.#files[document]?.path ?? "";
  }
  document(path: string): number | undefined {
    return this.#byPath.get(path);
  }
  imports(document: number): string[] {
    return [...(this.#files[document]?.imports ?? [])];
  }
  names(document: number): readonly string[] {
    return this.#files[document]?.definitions ?? [];
  }
  /** Nothing here was parsed. */
  outline(): undefined {
    return undefined;
  }

  each(key: string, visit: Visit): void {
    const root = stemOf(key);
    const id = this.vocabulary.known(root ?? key);
    if (id !== undefined) this.postings.each(id, visit);
    if (root === undefined) return;
    for (const form of this.#forms().get(key) ?? []) this.postings.each(form, visit);
  }

  /** Numbers of the tokens with a stem that they are not themselves. */
  #forms(): ReadonlyMap<string | undefined, readonly number[]> {
    const { words } = this.vocabulary;
    return this.#stems ??= Map.groupBy(words.keys(), (id) => stemKey(words[id] ?? ""));
  }

  /** Takes a file in; its number is the next one. */
  add(file: FileContent): number {
    const document = this.size;
    const { vocabulary } = this;
    const inPath = this.#pathVocabulary.count([file.path.replace(/\.[a-z0-9]{1,10}$/i, "")]);
    for (const id of inPath.ids) {
      this.#post(KEY.path + (this.#pathVocabulary.words[id] ?? ""), document, inPath.count(id), 0);
    }
    this.#post(KEY.fileName + fileName(file.path), document, 1, 0);
    for (const name of folderNames(file.path)) this.#post(KEY.folder + name, document, 1, 0);
    for (const name of new Set(file.definitions)) this.#post(KEY.definition + name, document, 1, 0);
    for (const name of new Set(file.bases)) this.#post(KEY.base + name, document, 1, 0);
    const { members } = conventionOf(language(file.path));
    const imported = file.imports.flatMap((written) => importNames(written, members));
    for (const name of new Set(imported)) this.#post(KEY.importer + name, document, 1, 0);

    const named = vocabulary.count(file.definitions);
    const inDefinitions = new Map(named.ids.map((id) => [id, named.count(id)]));
    const inText = vocabulary.count(file.text === undefined ? [] : [file.text]);
    for (const id of inText.ids) {
      this.postings.add(id, document, inText.count(id), inDefinitions.get(id) ?? 0);
    }

    const pathLength = inPath.total;
    const length = inText.total + pathLength;
    const { path, definitions, imports } = file;
    this.#files.push({ path, definitions, imports });
    this.lengths.push(length);
    this.pathLengths.push(pathLength);
    this.kinds.push(fileKind(path, file.text) | (file.kind ?? 0));
    this.#byPath.set(path, document);
    this.#length += length;
    this.#pathLength += pathLength;
    this.#stems = undefined;
    return document;
  }

  #post(key: string, document: number, count: number, inDefinitions: number): void {
    this.postings.add(this.vocabulary.id(key), document, count, inDefinitions);
  }
}
