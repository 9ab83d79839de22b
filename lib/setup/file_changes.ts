import { attempt } from "../settings/attempt.ts";
import { type ClientFile, isThere, removeEmpty, replaceFile, requireWritable } from "./client_file.ts";
import { SetupError } from "./setup_error.ts";

/** A file as it was found, and what it is to be; undefined where it is to go. */
export interface FileChange {
  file: ClientFile;
  after: string | undefined;
  /** Of a file of ours. A client's file has none: it keeps its own mode and owner, and its link, and is not written over another program's text. */
  mode?: number;
  /** What is said of it, where that is not just what happens. */
  told?: Pick<Change, "action" | "note">;
}

export interface Change {
  action: "wrote" | "changed" | "kept" | "removed" | "already set up";
  path: string;
  note?: string;
}

/** A client's file without us. A link of the user's must not be left leading nowhere: then what it leads to is `empty`. */
export function withoutUs(
  file: ClientFile,
  text: string | undefined,
  original: string | undefined,
  empty: string,
): FileChange {
  const after = text ?? (file.isLink ? empty : undefined);
  const told = { action: "changed", note: "as it was before" } as const;
  return after === undefined || after !== original ? { file, after } : { file, after, told };
}

interface HowToChange {
  /** Folders that go where nothing is left in them, the innermost first. */
  folders?: readonly string[];
  dryRun?: boolean;
}

/** Makes those changes that change anything: all of them, or none. Throws `SetupError`, which names what could not be taken back. */
export function carryOut(
  all: readonly FileChange[],
  { folders = [], dryRun = false }: HowToChange = {},
): Change[] {
  const changes = all.filter(isChange);
  for (const { file, mode } of changes) if (mode === undefined) requireWritable(file);
  const told = changes.map(({ file, after, told }): Change => {
    const action = after === undefined ? "removed" : file.text === undefined ? "wrote" : "changed";
    return { action, path: file.path, ...told };
  });
  if (dryRun || changes.length === 0) return told;
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      replaceFile(change.file, change.after, change.mode);
      done.unshift(change);
    }
    return told;
  } catch (error) {
    const left = done.filter((change) => !isPutBack(change)).map(({ file }) => file.path);
    if (!(error instanceof SetupError) || left.length === 0) throw error;
    throw error.advising(`could not be put back as it was: ${left.join(", ")}`);
  } finally {
    removeEmpty(folders);
  }
}

function isPutBack({ file, after }: FileChange): boolean {
  return attempt(() => replaceFile({ ...file, text: after }, file.text) ?? true) === true;
}

/** A file that could not be read goes all the same where it is to go. */
function isChange({ file, after, mode }: FileChange): boolean {
  if (after === undefined) return isThere(file.path);
  return file.text !== after || (mode !== undefined && (((file.mode ?? mode) ^ mode) & 0o700) !== 0);
}
