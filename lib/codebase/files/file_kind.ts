import { KIND } from "../corpus/corpus.ts";
import { isAside, isDoc, isSource, isTest } from "./languages.ts";

const HUB = /^(?:__init__|index|mod|lib|main)$/i;

const RECORD =
  /^(?:history|change(?:s|log)|news|release[-_ ]?notes|releases|licen[cs]es?|copying|notice|authors|contributors|code_of_conduct|credits|thanks)(?:[-_.].*)?$/i;

/** Kind of a file by its path alone. */
export function fileKind(path: string): number {
  let kind = isSource(path) ? KIND.source : 0;
  if (isTest(path)) kind |= KIND.test;
  if (isAside(path)) kind |= KIND.aside;
  if (isDoc(path)) kind |= KIND.doc;
  if (!isSource(path) && RECORD.test(path.slice(path.lastIndexOf("/") + 1))) kind |= KIND.record;
  if (HUB.test(stemOf(path))) kind |= KIND.hub;
  return kind;
}

/** What people call a file: its name without ending, or its folder's where that says nothing; lower case, without `_` and `-`. */
export function fileName(path: string): string {
  const parts = path.split("/");
  const own = stemOf(path);
  const name = HUB.test(own) ? parts[parts.length - 2] ?? own : own;
  return plainName(name);
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
