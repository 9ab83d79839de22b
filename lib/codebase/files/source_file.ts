import type { ToolContext } from "../codebase.ts";
import { type Session, session } from "../session.ts";
import type { Call, Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { callsIn } from "../structure/line_patterns.ts";
import { nameOf } from "./file_system.ts";
import { isSource, isUntold, type Language, language } from "./languages.ts";
import { hashOf, isSame } from "./repo_files.ts";

/** A file of the tree as it is now. What costs time is worked out when first asked for. */
export interface SourceFile {
  path: string;
  text: string;
  language: Language;
  lines: readonly string[];
  /** The lines without comments and strings. */
  code: readonly string[];
  /** From the parser where it has seen this content, else from patterns; so are `calls`. */
  definitions: readonly Definition[];
  /** In order of lines. */
  calls: readonly Call[];
}

/** Whether a path is a program's text. A file is read only where its name does not tell. */
export function isSourceFile(path: string, read: (path: string) => SourceFile | undefined): boolean {
  return isUntold(path) ? read(path) !== undefined : isSource(path);
}

/**
 * Reads the tree's source files, each once, with what a parser found in those whose content the index knows. Undefined: not there, not to be read, no text worth
 * reading, or of a name that leaves it to the text, which is no program's.
 */
export function sourceFiles(context: ToolContext): (path: string) => SourceFile | undefined {
  const here = session(context);
  const known = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, here.files.allowed(path) ? opened(path, here) : undefined);
    return known.get(path);
  };
}

function opened(path: string, { files, stored }: Session): SourceFile | undefined {
  const now = files.stat(path);
  if (now === undefined) return undefined;
  const file: SourceFile = lazily({
    path: () => path,
    text() {
      const content = files.read(path);
      return content.kind === "text" ? content.text : "";
    },
    language: () => language(path, isUntold(path) ? file.text : undefined),
    lines: () => file.text.split(/\r?\n/),
    code: () => maskedLines(file.text, file.language),
    definitions: () => outline?.definitions ?? definitions(file.text, file.language),
    calls: () => outline?.calls ?? callsIn(file.code),
  });
  const known = stored?.file(path);
  const isKnown = known !== undefined &&
    (isSame(known, now) || stored?.hash(known.id) === hashOf({ kind: "text", text: file.text, ...now }));
  const outline = isKnown ? stored?.outline(known.id) : undefined;
  // What was parsed is a program's text: it need not be read to know that.
  if (outline !== undefined) return file;
  return file.text === "" || (isUntold(path) && !isSource(path, file.text)) ? undefined : file;
}

/** An object whose fields are worked out when they are first asked for. */
function lazily<T extends object>(fields: { [Name in keyof T]: () => T[Name] }): T {
  const made = {} as T;
  for (const name in fields) {
    const get = () => {
      const value = fields[name]();
      Object.defineProperty(made, name, { value });
      return value;
    };
    Object.defineProperty(made, name, { configurable: true, get });
  }
  return made;
}

/** Files that fit a written path equally well, beyond which it says nothing. */
const MAX_FILES = 3;

/**
 * The repository's files that a written path means: the ones with the longest common tail, so `/home/ci/build/src/a.py` is `src/a.py`. None where
 * more than three fit; a name alone fits only where its folder was not written or the file is the only one of that name.
 */
export function filesMeant(written: string, files: readonly string[]): readonly string[] {
  const parts = written.replaceAll("\\", "/").replace(/^[A-Za-z]:/, "").split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const named = files.filter((path) => nameOf(path) === parts.at(-1));
  for (let from = 0; from < parts.length; from++) {
    const suffix = parts.slice(from).join("/");
    const found = named.filter((path) => path === suffix || path.endsWith(`/${suffix}`)).sort();
    if (found.length === 0) continue;
    const nameAlone = from === parts.length - 1 && parts.length > 1;
    return found.length > (nameAlone ? 1 : MAX_FILES) ? [] : found;
  }
  return [];
}
