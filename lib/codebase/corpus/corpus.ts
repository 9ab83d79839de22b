import { STEM, stem } from "../query/tokens.ts";
import type { Outline } from "../structure/definition.ts";

/** What kind of file it is, for priors and for what is shown. A sum of these. */
export const KIND = {
  source: 1,
  test: 2,
  aside: 4,
  doc: 8,
  /** `index.ts`, `__init__.py`, `mod.rs`: their name says nothing. */
  hub: 16,
  /** Content was not read: too big, binary, minified. */
  opaque: 32,
  /** Change logs, licences, lists of people, tables of translations: every word of the project stands in them. */
  record: 64,
  /** Code that calls next to nothing: types, constants, interfaces, a list of what a folder exports. */
  declares: 128,
} as const;

/** Keys of the inverted index: a plain token is the text itself, the others say with their first character what they count. */
export const KEY = {
  /** Tokens of the path. */
  path: "/",
  /** Name of a definition, case kept. */
  definition: "#",
  /** The file's own name without ending, `_` and `-`. */
  fileName: "=",
  /** A folder above the file, without `_` and `-`. */
  folder: "^",
  /** Who imports a file or folder of this name. */
  importer: ">",
  /** Files with a type that extends or implements one of this name, case kept. */
  base: "<",
} as const;

const PATH_STEM = KEY.path + STEM;

/** The stem that a key counts with all its forms, `~retry` or in paths `/~retry`, as a key of its own; undefined for every other key. */
export function stemOf(key: string): string | undefined {
  if (key.startsWith(STEM)) return key.slice(STEM.length);
  return key.startsWith(PATH_STEM) ? KEY.path + key.slice(PATH_STEM.length) : undefined;
}

/** The key under which a stem's form is found that is not the stem itself; undefined for keys without another stem. */
export function stemKey(key: string): string | undefined {
  const prefix = key.startsWith(KEY.path) ? KEY.path : "";
  const word = key.slice(prefix.length);
  const root = stem(word);
  return root === word ? undefined : prefix + STEM + root;
}

/** Visits one document: how often the key stands in its text, and how often in a definition's name. */
export type Visit = (document: number, count: number, inDefinitions: number) => void;

/** A set of files that can be ranked: a stored index, the files just read, or both. Documents are numbered from 0 to `size`; dead numbers (deleted or replaced files) are never visited. */
export interface Corpus {
  readonly size: number;
  /** Files alive. */
  readonly files: number;
  /** Tokens of text and path of all files alive, and of their paths alone. */
  readonly totalLength: number;
  readonly totalPathLength: number;
  /** By document: tokens of text and path, those of the path, and a sum of `KIND`. */
  readonly lengths: ArrayLike<number>;
  readonly pathLengths: ArrayLike<number>;
  readonly kinds: ArrayLike<number>;
  path(document: number): string;
  document(path: string): number | undefined;
  imports(document: number): string[];
  /** What a parser found in the file; undefined where none has seen it. */
  outline(document: number): Outline | undefined;
  /** Names that the file defines, repeats and all; none where that is not known one by one. */
  names(document: number): readonly string[];
  /** `key`: a token, one of the kinds of `KEY`, or a stem of tokens or of paths' tokens. */
  each(key: string, visit: Visit): void;
}

export function isOfKind({ kinds }: Corpus, document: number, wanted: number): boolean {
  return ((kinds[document] ?? 0) & wanted) !== 0;
}

/** The documents under any of `keys`; none where there are more than `most`. */
export function documentsOf(corpus: Corpus, keys: readonly string[], most = Infinity): number[] {
  const documents: number[] = [];
  for (const key of keys) corpus.each(key, (document) => documents.push(document));
  return documents.length > most ? [] : documents;
}

/** A corpus with newer files laid over it: documents in `replaced` are replaced or gone, those of `over` come after its numbers. */
export function layered(base: Corpus, over: Corpus, replaced: ReadonlySet<number>): Corpus {
  const sum = (of: ArrayLike<number>) =>
    [...replaced].reduce((total, document) => total + (of[document] ?? 0), 0);
  const layerOf = (document: number) => document < base.size ? base : over;
  const numberIn = (document: number) => document < base.size ? document : document - base.size;
  return {
    size: base.size + over.size,
    files: base.files - replaced.size + over.files,
    totalLength: base.totalLength + over.totalLength - sum(base.lengths),
    totalPathLength: base.totalPathLength + over.totalPathLength - sum(base.pathLengths),
    lengths: joined(base.lengths, over.lengths),
    pathLengths: joined(base.pathLengths, over.pathLengths),
    kinds: joined(base.kinds, over.kinds),
    path: (document) => layerOf(document).path(numberIn(document)),
    imports: (document) => layerOf(document).imports(numberIn(document)),
    names: (document) => layerOf(document).names(numberIn(document)),
    outline: (document) => layerOf(document).outline(numberIn(document)),
    document(path) {
      const newer = over.document(path);
      if (newer !== undefined) return base.size + newer;
      const older = base.document(path);
      return older === undefined || replaced.has(older) ? undefined : older;
    },
    each(key, visit) {
      base.each(key, (document, count, inDefinitions) => {
        if (!replaced.has(document)) visit(document, count, inDefinitions);
      });
      const { size } = base;
      over.each(key, (document, count, inDefinitions) => visit(size + document, count, inDefinitions));
    },
  };
}

function joined(one: ArrayLike<number>, other: ArrayLike<number>): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
