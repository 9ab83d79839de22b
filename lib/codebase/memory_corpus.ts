import { type Corpus, KEY, type Visit } from "./corpus.ts";
import { stem } from "./tokens.ts";
import { Vocabulary } from "./vocabulary.ts";
import { fileKind, fileName } from "./file_kind.ts";

/** A file as the index sees it: its path, its text (undefined where content is not read), what it defines and imports. */
export interface FileContent {
  path: string;
  text: string | undefined;
  definitions: readonly string[];
  imports: readonly string[];
  /** The file names no folder worth ranking by, is generated, etc.: added to its kind. */
  kind?: number;
}

/** Files held in memory: the cold path, what changed since the index was built, and each batch on its way into the index. */
export class MemoryCorpus implements Corpus {
  readonly vocabulary = new Vocabulary();
  /** By token number: document, count, count in definitions, one after another. */
  readonly postings: number[][] = [];
  readonly paths: string[] = [];
  readonly lengths: number[] = [];
  readonly pathLengths: number[] = [];
  readonly kinds: number[] = [];
  readonly importsOf: (readonly string[])[] = [];
  readonly #pathVocabulary = new Vocabulary();
  readonly #byPath = new Map<string, number>();
  #stems: Map<string, string[]> | undefined;
  totalLength = 0;
  totalPathLength = 0;
  /** Postings held, for whoever bounds memory. */
  entries = 0;

  get size(): number {
    return this.paths.length;
  }
  get files(): number {
    return this.paths.length;
  }
  length(document: number): number {
    return this.lengths[document] ?? 0;
  }
  pathLength(document: number): number {
    return this.pathLengths[document] ?? 0;
  }
  kind(document: number): number {
    return this.kinds[document] ?? 0;
  }
  path(document: number): string {
    return this.paths[document] ?? "";
  }
  document(path: string): number | undefined {
    return this.#byPath.get(path);
  }
  imports(document: number): string[] {
    return [...(this.importsOf[document] ?? [])];
  }

  each(key: string, visit: Visit): void {
    const id = this.vocabulary.known(key);
    const list = id === undefined ? undefined : this.postings[id];
    if (list === undefined) return;
    for (let at = 0; at < list.length; at += 3) visit(list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0);
  }

  wordsWithStem(root: string): string[] {
    if (this.#stems === undefined) {
      this.#stems = new Map();
      for (const word of this.vocabulary.words) {
        const its = stem(word);
        if (its === word) continue;
        const words = this.#stems.get(its);
        if (words) words.push(word);
        else this.#stems.set(its, [word]);
      }
    }
    return this.#stems.get(root) ?? [];
  }

  /** Takes a file in; its number is the next one. */
  add(file: FileContent): number {
    const document = this.paths.length;
    const { vocabulary } = this;
    const inPath = new Map<number, number>();
    const pathTokens = this.#pathVocabulary;
    const pathLength = pathTokens.count(file.path.replace(/\.[a-z0-9]{1,10}$/i, ""), inPath);
    for (const [id, count] of inPath) this.#post(KEY.path + (pathTokens.words[id] ?? ""), document, count, 0);
    this.#post(KEY.fileName + fileName(file.path), document, 1, 0);

    const inDefinitions = new Map<number, number>();
    for (const name of file.definitions) vocabulary.count(name, inDefinitions);
    for (const name of new Set(file.definitions)) this.#post(KEY.definition + name, document, 1, 0);
    for (const path of new Set(file.imports)) this.#post(KEY.importer + path, document, 1, 0);

    const counts = new Map<number, number>();
    const textLength = file.text === undefined ? 0 : vocabulary.count(file.text, counts);
    for (const [id, count] of counts) this.#push(id, document, count, inDefinitions.get(id) ?? 0);

    this.paths.push(file.path);
    this.lengths.push(textLength + pathLength);
    this.pathLengths.push(pathLength);
    this.kinds.push(fileKind(file.path) | (file.kind ?? 0));
    this.importsOf.push(file.imports);
    this.#byPath.set(file.path, document);
    this.totalLength += textLength + pathLength;
    this.totalPathLength += pathLength;
    this.#stems = undefined;
    return document;
  }

  #post(key: string, document: number, count: number, inDefinitions: number): void {
    this.#push(this.vocabulary.id(key), document, count, inDefinitions);
  }

  #push(id: number, document: number, count: number, inDefinitions: number): void {
    const list = this.postings[id] ??= [];
    list.push(document, count, inDefinitions);
    this.entries++;
  }
}
