import type { Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { callsIn } from "../structure/written_calls.ts";
import type { Call, Outline } from "../syntax/outline.ts";
import { isSource, isUntold, type Language, language } from "./languages.ts";
import type { FileStat, RepoFiles } from "./repo_files.ts";

/** A file of the tree as it is now. What costs time is worked out when first asked for. */
export interface SourceFile {
  path: string;
  text: string;
  language: Language;
  lines: readonly string[];
  /** The lines without comments and strings. */
  code: readonly string[];
  /** One line (1-based) without comments and strings: cheaper than `code` where a parser has told the comments apart. */
  codeLine(line: number): string;
  /** From the parser where it has seen this content, else from patterns; so are `calls`. */
  definitions: readonly Definition[];
  /** In order of lines. */
  calls: readonly Call[];
  /** Whether a parser found `definitions` and `calls`. */
  parsed: boolean;
}

/**
 * What a parser found in the content that a file has now; undefined where it has not seen it. Size and time may prove that without the text, which
 * is read when it is asked for.
 */
export type OutlineOf = (path: string, now: FileStat, text: () => string) => Outline | undefined;

/** Whether a path is a program's text. A file is read only where its name does not tell. */
export function isSourceFile(path: string, read: (path: string) => SourceFile | undefined): boolean {
  return isUntold(path) ? read(path) !== undefined : isSource(path);
}

/**
 * Reads files of one repository, each once. Undefined: not there, not to be read, no text worth reading, or of a name that leaves it to the text,
 * which is no program's.
 */
export function sourceReader(
  files: RepoFiles,
  outlineOf: OutlineOf = () => undefined,
): (path: string) => SourceFile | undefined {
  const known = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, files.allowed(path) ? opened(path, files, outlineOf) : undefined);
    return known.get(path);
  };
}

function opened(path: string, files: RepoFiles, outlineOf: OutlineOf): SourceFile | undefined {
  let text: string | undefined;
  const read = () => {
    if (text === undefined) {
      const content = files.read(path);
      text = content.kind === "text" ? content.text : "";
    }
    return text;
  };
  const now = files.stat(path);
  if (now === undefined) return undefined;
  const outline = outlineOf(path, now, read);
  // What was parsed is a program's text: it need not be read to know that.
  if (outline === undefined && (read() === "" || (isUntold(path) && !isSource(path, read())))) {
    return undefined;
  }
  return sourceFile(path, read, outline);
}

function sourceFile(path: string, read: () => string, outline: Outline | undefined): SourceFile {
  let spoken: Language | undefined;
  const spokenHere = () => spoken ??= language(path, isUntold(path) ? read() : undefined);
  let lines: string[] | undefined;
  let code: string[] | undefined;
  let found: readonly Definition[] | undefined = outline?.definitions;
  let calls: readonly Call[] | undefined = outline?.calls;
  let remarks: Set<number> | undefined;
  return {
    path,
    parsed: outline !== undefined,
    get language() {
      return spokenHere();
    },
    get text() {
      return read();
    },
    get lines() {
      return lines ??= read().split(/\r?\n/);
    },
    get code() {
      return code ??= maskedLines(read(), spokenHere());
    },
    codeLine(line) {
      if (outline === undefined || code !== undefined) return this.code[line - 1] ?? "";
      remarks ??= numbersIn(outline.comments);
      return remarks.has(line) ? "" : maskedLines(this.lines[line - 1] ?? "", spokenHere())[0] ?? "";
    },
    get definitions() {
      return found ??= definitions(read(), spokenHere());
    },
    get calls() {
      return calls ??= callsIn(this.code);
    },
  };
}

function numbersIn(runs: readonly [number, number][]): Set<number> {
  const found = new Set<number>();
  for (const [first, last] of runs) for (let line = first; line <= last; line++) found.add(line);
  return found;
}
