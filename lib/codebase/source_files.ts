import type { ToolContext } from "./codebase.ts";
import { hashOf, isSame } from "./files/repo_files.ts";
import { type SourceFile, sourceReader } from "./files/source_file.ts";
import type { FileIndex } from "./imports/file_index.ts";
import { isSqliteError } from "./index/index_database.ts";
import { session } from "./session.ts";
import type { Outline } from "./syntax/outline.ts";

/** Reads the tree's source files, each once, with what a parser found in those whose content the index knows. */
export function sourceFiles(context: ToolContext): (path: string) => SourceFile | undefined {
  const { files, stored } = session(context);
  return sourceReader(files, (path, now, text): Outline | undefined => {
    try {
      const known = stored?.file(path);
      if (stored === undefined || known === undefined) return undefined;
      const same = isSame(known, now) ||
        stored.hash(known.id) === hashOf({ kind: "text", text: text(), ...now });
      return same ? stored.outline(known.id) : undefined;
    } catch (error) {
      // Without the index, patterns tell the definitions.
      if (isSqliteError(error)) return undefined;
      throw error;
    }
  });
}

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
