import { type Corpus, documentsOf, KEY } from "../corpus/corpus.ts";
import { fileName, plainName } from "../files/file_kind.ts";
import { folderOf, nameOf } from "../files/file_system.ts";
import { isTest, language } from "../files/languages.ts";
import { isFamily } from "../structure/language_table.ts";
import { conventionOf } from "./imports.ts";

/** Files that one import may mean, and files that may import another one: more are a guess. */
const MAX_FILES = 12;
const MAX_IMPORTERS = 20;
/** Parts of a path that have to be the same where it may be one of several. */
const LEAST_PARTS = 2;
/** Files and folders that are called by the folder around them. */
const UNNAMED = /\/(?:__init__|index|mod|lib|main)(?:\.\w+)?$|\/src(?=\/)/g;

/** The documents that a file imports, as its imports and the paths of the repository say. */
export function importedDocuments(corpus: Corpus, document: number): number[] {
  const from = corpus.path(document);
  const { members, isFolder } = conventionOf(language(from));
  const kind = isFolder ? KEY.folder : KEY.fileName;
  const found = corpus.imports(document).flatMap((written) => {
    const meant = new Set<number>();
    // Most imports are of libraries, which no file here is called like.
    let isMeant: ((path: string) => boolean) | undefined;
    for (const name of importNames(written, members)) {
      corpus.each(kind + name, (target) => {
        isMeant ??= meansOf(written, from);
        if (isMeant(corpus.path(target))) meant.add(target);
      });
    }
    return meant.size > MAX_FILES ? [] : [...meant];
  });
  return [...new Set(found)].filter((target) => target !== document);
}

export function namingImporters(corpus: Corpus, path: string): number[] {
  const name = saidName(path);
  return name === "" ? [] : documentsOf(corpus, [KEY.importer + name]);
}

/** The documents that import a path; the rest is left out where its name is everywhere. */
export function importersOf(corpus: Corpus, path: string): number[] {
  return namingImporters(corpus, path).slice(0, MAX_IMPORTERS)
    .filter((document) => imports(corpus, document, path));
}

export function imports(corpus: Corpus, document: number, path: string): boolean {
  const from = corpus.path(document);
  const name = saidName(path);
  return from !== path && name !== "" &&
    corpus.imports(document).some((written) =>
      plainName(written).includes(name) && meansOf(written, from)(path)
    );
}

/** What importers call a path; empty where they cannot. */
function saidName(path: string): string {
  return conventionOf(language(path)).isFolder ? plainName(nameOf(folderOf(path))) : fileName(path);
}

/** The names of what an import may mean, whose last `members` parts may be members of it: under these its importers are kept. */
export function importNames(written: string, members: number): string[] {
  const parts = written.split("/").filter((part) => part !== "");
  return [...new Set(parts.slice(-1 - members).map(fileName))];
}

/** Whether what the file `from` imports may be a path: all of it where it is written from the root, else all of it in the same folder, or its last two parts. */
function meansOf(written: string, from: string): (path: string) => boolean {
  const tongue = language(from);
  const { members, isFolder } = conventionOf(tongue);
  const parts = segments(written);
  const isAnchored = written.startsWith("/");
  return (path) => {
    if (!isFamily(tongue, language(path)) || (isFolder && isTest(path))) return false;
    const its = segments(isFolder ? folderOf(path) : path);
    for (let count = parts.length; count > 0 && count >= parts.length - members; count--) {
      const common = commonEnd(parts.slice(0, count), its);
      if (common === 0) continue;
      const isAll = common === count && (common === its.length || folderOf(from) === folderOf(path));
      // `github.com/acme/shop/store` is `store` of that module.
      const isInModule = common === its.length && parts[0]?.includes(".") === true;
      if (isAnchored ? isAll && common === its.length : isAll || isInModule || common >= LEAST_PARTS) {
        return true;
      }
    }
    return false;
  };
}

function segments(path: string): string[] {
  return `/${path}`.replace(UNNAMED, "").split("/").filter((part) => part !== "").map(plainName);
}

/** Segments in which two paths end alike; the last may lack its ending in the one that is written. */
function commonEnd(written: readonly string[], its: readonly string[]): number {
  let common = 0;
  while (common < Math.min(written.length, its.length)) {
    const [one = "", other = ""] = [written.at(-1 - common), its.at(-1 - common)];
    if (one !== other && !(common === 0 && other.startsWith(`${one}.`))) return common;
    common++;
  }
  return common;
}
