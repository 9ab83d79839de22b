import {
  type FoundFile,
  isThere,
  removeFile,
  replaceFile,
  requireWritable,
  textOf,
  writeOwn,
} from "./replace_file.ts";

/** A file as it was found, and what it is to be; undefined where it is to go. */
export interface FileChange {
  file: FoundFile;
  after: string | undefined;
  /** Of a file of ours. A client's file has none: it keeps its own mode and owner, and its link, and is not written over another program's text. */
  mode?: number;
  /** What is said of it, where that is not just what happens; nothing where null. */
  told?: Pick<Change, "action" | "note"> | null;
}

/** One line of the report: what was done to which file. */
export interface Change {
  action: "made" | "wrote" | "changed" | "kept" | "removed" | "restored" | "already set up";
  path: string;
  note?: string;
}

/**
 * Makes those changes that change anything, one after another; where a file cannot be written before a client's file was, those before it are taken back.
 * Throws `SetupError`.
 */
export function carryOut(all: readonly FileChange[]): Change[] {
  const changes = all.filter(isChange);
  for (const { file, mode } of changes) if (mode === undefined) requireWritable(file);
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      const { file, after, mode } = change;
      if (after === undefined) removeFile(file.path);
      else if (mode === undefined) replaceFile(file, after);
      else writeOwn(file.path, after, mode);
      done.unshift(change);
    }
  } catch (error) {
    for (const { file } of done.some(({ mode }) => mode === undefined) ? [] : done) {
      if (file.kind === "missing") removeFile(file.path);
      else writeOwn(file.path, file.text, file.mode);
    }
    throw error;
  }
  return changes.flatMap(({ file, after, told }): Change[] => {
    if (told === null) return [];
    const action = after === undefined ? "removed" : file.kind === "missing" ? "wrote" : "changed";
    return [{ action, path: file.path, ...told }];
  });
}

/** A file that could not be read counts as missing, and goes all the same where it is to go. */
function isChange({ file, after, mode }: FileChange): boolean {
  if (after === undefined) return isThere(file.path);
  return textOf(file) !== after ||
    (mode !== undefined && file.kind === "found" && ((file.mode ^ mode) & 0o700) !== 0);
}
