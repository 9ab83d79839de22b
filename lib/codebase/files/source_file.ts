import type { Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { callsIn } from "../structure/line_patterns.ts";
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
  /** From the parser where it has seen this content, else from patterns; so are `calls`. */
  definitions: readonly Definition[];
  /** In order of lines. */
  calls: readonly Call[];
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
  outlineOf: OutlineOf,
): (path: string) => SourceFile | undefined {
  const known = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, files.allowed(path) ? opened(path, files, outlineOf) : undefined);
    return known.get(path);
  };
}

function opened(path: string, files: RepoFiles, outlineOf: OutlineOf): SourceFile | undefined {
  const text = once(() => {
    const content = files.read(path);
    return content.kind === "text" ? content.text : "";
  });
  const now = files.stat(path);
  const outline = now && outlineOf(path, now, text);
  // What was parsed is a program's text: it need not be read to know that.
  const isProgram = outline !== undefined || (text() !== "" && !(isUntold(path) && !isSource(path, text())));
  if (now === undefined || !isProgram) return undefined;
  const spoken = once(() => language(path, isUntold(path) ? text() : undefined));
  const lines = once(() => text().split(/\r?\n/));
  const code = once(() => maskedLines(text(), spoken()));
  const found = once(() => outline?.definitions ?? definitions(text(), spoken()));
  const calls = once(() => outline?.calls ?? callsIn(code()));
  return {
    path,
    get text() {
      return text();
    },
    get language() {
      return spoken();
    },
    get lines() {
      return lines();
    },
    get code() {
      return code();
    },
    get definitions() {
      return found();
    },
    get calls() {
      return calls();
    },
  };
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
