import { createHash } from "node:crypto";

/** Folder of a repository's index below our cache folder; `root` is the real path of the repository's root. */
export function indexDir(cache: string, root: string): string {
  return `${cache}/index/${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
}
