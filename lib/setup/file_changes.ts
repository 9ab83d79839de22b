import {
  type ClientFile,
  isThere,
  removeFile,
  replaceFile,
  requireWritable,
  writeOwn,
} from "./client_file.ts";

/** A file as it was found, and what it is to be; undefined where it is to go. */
export interface FileChange {
  file: ClientFile;
  after: string | undefined;
  /** Of a file of ours. A client's file has none: it keeps its own mode and owner, and its link, and is not written over another program's text. */
  mode?: number;
  /** What is said of it, where that is not just what happens. */
  told?: Pick<Change, "action" | "note">;
}

/** One line of the report: what was done to which file. */
export interface Change {
  action: "wrote" | "changed" | "kept" | "removed" | "already set up";
  path: string;
  note?: string;
}

/** Makes those changes that change anything, one after another, once each client's file is known to be writable. Throws `SetupError`. */
export function carryOut(all: readonly FileChange[]): Change[] {
  const changes = all.filter(isChange);
  for (const { file, mode } of changes) if (mode === undefined) requireWritable(file);
  return changes.map(({ file, after, mode, told }) => {
    if (after === undefined) removeFile(file.path);
    else if (mode === undefined) replaceFile(file, after);
    else writeOwn(file.path, after, mode);
    const action = after === undefined ? "removed" : file.text === undefined ? "wrote" : "changed";
    return { action, path: file.path, ...told };
  });
}

/** A file that could not be read goes all the same where it is to go. */
function isChange({ file, after, mode }: FileChange): boolean {
  if (after === undefined) return isThere(file.path);
  return file.text !== after || (mode !== undefined && (((file.mode ?? mode) ^ mode) & 0o700) !== 0);
}
