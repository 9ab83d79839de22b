import { KIND } from "../corpus/corpus.ts";
import { patternsOf } from "../../guard/rule_table.ts";
import { isAside, isDoc, isSource, isTest } from "./languages.ts";
import table from "./paths.txt" with { type: "text" };

const named = patternsOf(table);

/** Names of folders that hold translations, as `folderNames` gives them. */
export const TRANSLATION_FOLDERS: readonly string[] =
  "i18n l10n lang langs language languages locale locales translation translations".split(" ");

/** The language tag of a table of translations: its own name's, `core_zh_CN`'s last words, or its folder's; undefined for any other file. */
export function translationTag(path: string): string | undefined {
  if (!named("table-name").test(path)) return undefined;
  const folders = path.split("/").slice(0, -1);
  if (!folders.some((folder) => TRANSLATION_FOLDERS.includes(plainName(folder)))) return undefined;
  const own = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
  const last = /[._-]([a-z]{2}(?:[-_][a-z]{2,4})?)$/i.exec(own)?.[1];
  return [own, last, ...folders.slice(-2).reverse()].find((name) =>
    name !== undefined && named("language-tag").test(name)
  );
}

/** Kind of a file by its path, and by its text where that is at hand: a script's name may have no extension. */
export function fileKind(path: string, text?: string): number {
  const source = isSource(path, text);
  let kind = source ? KIND.source : 0;
  if (isTest(path)) kind |= KIND.test;
  if (isAside(path)) kind |= KIND.aside;
  if (isDoc(path)) kind |= KIND.doc;
  if (!source && named("record-name").test(path.slice(path.lastIndexOf("/") + 1))) kind |= KIND.record;
  if (translationTag(path) !== undefined) kind |= KIND.record;
  if (named("hub").test(stemOf(path))) kind |= KIND.hub;
  return kind;
}

/** What people call a file: its name without ending, or its folder's where that says nothing. */
export function ownName(path: string): string {
  const own = stemOf(path);
  return named("hub").test(own) ? path.split("/").at(-2) ?? own : own;
}

/** The same in lower case, without `_` and `-`. */
export function fileName(path: string): string {
  return plainName(ownName(path));
}

/** Names of the folders above a file, each once, as people call them. */
export function folderNames(path: string): Set<string> {
  return new Set(path.split("/").slice(0, -1).map(plainName).filter((name) => name !== ""));
}

/** A name as it is said: lower case, without `_` and `-`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}
