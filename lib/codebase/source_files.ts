import type { ToolContext } from "./codebase.ts";
import { hashOf, isSame } from "./files/file_identity.ts";
import { type SourceFile, sourceReader } from "./files/source_file.ts";
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
