import type { ToolContext } from "../codebase.ts";
import { type Session, session } from "../session.ts";
import { type LineRole, lineRoles, maskedText, parsedText } from "../excerpts/line_roles.ts";
import type { Call, Definition, Outline } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { callsIn } from "../structure/line_patterns.ts";
import { nameOf } from "./file_system.ts";
import { isProgram, isSource, isUntold, type Language, language } from "./languages.ts";
import { hashOf, isSame } from "./repo_files.ts";

/** A file's text as code. What costs time is worked out when first asked for. */
export interface SourceFile {
  path: string;
  text: string;
  language: Language;
  /** False for texts that are no program: those have no code and define nothing. */
  isProgram: boolean;
  /** As written, without line ends; where the text ends with one, the last is empty. */
  lines: readonly string[];
  /** The lines without comments and strings. */
  code: readonly string[];
  /** From the parser where it has seen this content, else from patterns; so are `calls`. In order of lines. */
  definitions: readonly Definition[];
  calls: readonly Call[];
  roleOf: (at: number) => LineRole;
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

function opened(path: string, here: Session): SourceFile | undefined {
  if (here.files.stat(path) === undefined) return undefined;
  const content = () => {
    const read = here.files.read(path);
    return read.kind === "text" ? read.text : "";
  };
  const outline = outlineOf(path, content, here);
  const file = asCode(path, content, outline);
  // What was parsed is a program's text: it need not be read to know that.
  if (outline !== undefined) return file;
  return file.text === "" || (isUntold(path) && !file.isProgram) ? undefined : file;
}

/** What a parser found in a file, where the index knows this very content. */
export function outlineOf(path: string, text: () => string, { files, stored }: Session): Outline | undefined {
  const [known, now] = [stored?.file(path), files.stat(path)];
  if (known === undefined || now === undefined) return undefined;
  const isKnown = isSame(known, now) ||
    stored?.hash(known.id) === hashOf({ kind: "text", text: text(), ...now });
  return isKnown ? stored?.outline(known.id) : undefined;
}

/** Reads a text by the language that its path or its first line tells, and by what a parser found in this text where that is known. */
export function asCode(path: string, text: () => string, outline?: Outline): SourceFile {
  const file: SourceFile = lazily({
    path: () => path,
    text,
    language: () => language(path, isUntold(path) ? file.text : undefined),
    isProgram: () => isProgram(file.language),
    lines: () => file.text.replaceAll("\r\n", "\n").split("\n"),
    code: () => file.isProgram ? maskedLines(file.text, file.language) : [],
    definitions: () => outline?.definitions ?? definitions(file.text, file.language, file.code),
    calls: () => outline?.calls ?? callsIn(file.code),
    roleOf: () =>
      lineRoles(
        file.lines,
        !file.isProgram
          ? undefined
          : outline
          ? parsedText(file.lines, outline.comments)
          : maskedText(file.lines, file.code),
      ),
  });
  return file;
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
