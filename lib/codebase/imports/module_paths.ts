import type { FileIndex } from "./file_index.ts";

/**
 * Files that end in as many of the last parts as can be had, at least `least`. Where the last part is no file, it is a member or an
 * inner type, and the part before is tried.
 */
export function longestSuffix(
  parts: readonly string[],
  endings: readonly string[],
  files: FileIndex,
  least: number,
): readonly string[] {
  for (const inner of [parts, parts.slice(0, -1), parts.slice(0, -2)]) {
    for (let from = 0; from <= inner.length - least; from++) {
      const found = firstOf(endings, (ending) => files.bySuffix(inner.slice(from).join("/") + ending));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The first of `paths` with one of `endings` that is a file, alone; an ending may begin with `/`. */
export function existing(paths: readonly string[], endings: readonly string[], files: FileIndex): string[] {
  for (const path of paths) {
    for (const ending of endings) {
      const whole = path === "" ? ending.replace(/^\//, "") : path + ending;
      if (files.has(whole)) return [whole];
    }
  }
  return [];
}

/** What the first candidate that finds anything finds. */
export function firstOf(
  candidates: readonly string[],
  find: (candidate: string) => readonly string[],
): readonly string[] {
  for (const candidate of candidates) {
    const found = find(candidate);
    if (found.length > 0) return found;
  }
  return [];
}

/** A path as seen from a folder, without `.`, `..` and empty segments. */
export function joined(folder: string, path: string): string {
  return normalized(folder === "" ? path : `${folder}/${path}`);
}

/** Without `.`, `..` and empty segments; what leaves the root loses its `..`. */
export function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
