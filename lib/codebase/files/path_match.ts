import type { FileIndex } from "../imports/file_index.ts";

/** Files that fit a written path equally well, beyond which it says nothing. */
const MAX_FILES = 3;

/**
 * The repository's files that a written path means: the ones with the longest common tail, so `/home/ci/build/src/a.py` is `src/a.py`. None where
 * more than three fit; a name alone fits only where its folder was not written or the file is the only one of that name.
 */
export function filesMeant(written: string, files: FileIndex): readonly string[] {
  const parts = written.replaceAll("\\", "/").replace(/^[A-Za-z]:/, "").split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  for (let from = 0; from < parts.length; from++) {
    const found = files.bySuffix(parts.slice(from).join("/"));
    if (found.length === 0) continue;
    const nameAlone = from === parts.length - 1 && parts.length > 1;
    return found.length > (nameAlone ? 1 : MAX_FILES) ? [] : found;
  }
  return [];
}
