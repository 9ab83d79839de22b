import type { Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { type Language, language } from "./languages.ts";
import { maskedLines } from "../structure/mask.ts";
import type { RepoFiles } from "./repo_files.ts";

/** A file of the tree as it is now. What costs time is worked out when first asked for. */
export interface SourceFile {
  path: string;
  text: string;
  language: Language;
  lines: readonly string[];
  /** The lines without comments and strings. */
  code: readonly string[];
  definitions: readonly Definition[];
}

/** Reads files of one repository, each once. Undefined: not there, not to be read, or no text worth reading. */
export function sourceReader(files: RepoFiles): (path: string) => SourceFile | undefined {
  const known = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const content = files.allowed(path) ? files.read(path) : undefined;
      known.set(path, content?.kind === "text" ? sourceFile(path, content.text) : undefined);
    }
    return known.get(path);
  };
}

function sourceFile(path: string, text: string): SourceFile {
  const spoken = language(path);
  let lines: string[] | undefined;
  let code: string[] | undefined;
  let found: Definition[] | undefined;
  return {
    path,
    text,
    language: spoken,
    get lines() {
      return lines ??= text.split(/\r?\n/);
    },
    get code() {
      return code ??= maskedLines(text, spoken);
    },
    get definitions() {
      return found ??= definitions(text, spoken);
    },
  };
}
