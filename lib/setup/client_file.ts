import { attempt, recover } from "../settings/attempt.ts";
import { writeWhole } from "../settings/write_file.ts";
import { SetupError } from "./setup_error.ts";

/** Bytes of a client's file that are read; Claude Code's own state may be large. */
const MAX_BYTES = 64 * 1024 * 1024;

const WRITE_BITS = 0o222;
/** Of the folders that we make. */
const FOLDER_MODE = 0o700;

export interface ClientFile {
  path: string;
  /** Where a symbolic link leads, else the path: the link stays, its target is written. */
  target: string;
  isLink?: boolean;
  /** Undefined where there is none. */
  text?: string | undefined;
  mode?: number;
  owner?: { uid: number; gid: number };
}

/** Reads a file. Throws `SetupError` for anything that is not a readable UTF-8 file of a plausible size. */
export function findFile(path: string): ClientFile {
  const present = lookup(path, () => Deno.lstatSync(path));
  if (present === undefined) return { path, target: path };
  const target = lookup(path, () => Deno.realPathSync(path));
  if (target === undefined) {
    throw new SetupError(path, "is a symbolic link that leads nowhere; repair or remove the link");
  }
  const { isFile, size, mode, uid, gid } = orSetupError(path, "read", () => Deno.statSync(target));
  if (!isFile) throw new SetupError(path, "is not a file; move it away and run this again");
  if (size > MAX_BYTES) {
    throw new SetupError(path, `has ${size} bytes, which no settings file has; it was not read`);
  }
  const text = decode(orSetupError(path, "read", () => Deno.readFileSync(target)), path);
  const owner = { uid: uid ?? 0, gid: gid ?? 0 };
  return { path, target, isLink: present.isSymlink, text, mode: (mode ?? 0o600) & 0o7777, owner };
}

/** Whether there is anything at a path. Throws `SetupError` where that cannot be seen. */
export function isThere(path: string): boolean {
  return lookup(path, () => Deno.lstatSync(path)) !== undefined;
}

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

/** Makes those changes that change anything: all of them, or none. `folders` go where nothing is left in them, the innermost first. Throws `SetupError`, which names what could not be taken back. */
export function carryOut(
  all: readonly FileChange[],
  { folders = [], dryRun = false }: { folders?: readonly string[]; dryRun?: boolean } = {},
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
    const isPutBack = ({ file, after }: FileChange) =>
      attempt(() => replaceFile({ ...file, text: after }, file.text) ?? true) === true;
    const left = done.filter((change) => !isPutBack(change)).map(({ file }) => file.path);
    if (!(error instanceof SetupError) || left.length === 0) throw error;
    throw error.advising(`could not be put back as it was: ${left.join(", ")}`);
  } finally {
    removeEmpty(folders);
  }
}

/** A file that could not be read goes all the same where it is to go. */
function isChange({ file, after, mode }: FileChange): boolean {
  if (after === undefined) return isThere(file.path);
  return file.text !== after || (mode !== undefined && (((file.mode ?? mode) ^ mode) & 0o700) !== 0);
}

/** Throws `SetupError` where a found file is not meant to be written: root may write anything, so its mode is asked. */
function requireWritable({ path, target, text, mode = 0 }: ClientFile): void {
  if (text === undefined) return;
  if ((mode & WRITE_BITS) === 0) {
    throw new SetupError(path, "is read-only; make it writable (chmod u+w) and run this again");
  }
  orSetupError(path, "write", () => Deno.openSync(target, { write: true }).close());
}

/**
 * Writes a file anew, or removes it where there is no text. One of ours has a `mode`; a client's keeps its own mode and owner, and a missing one is 0600. On the
 * disk when it comes back: a person's settings must not be lost with the power, and of two files the second must not be there without the first. Throws
 * `SetupError`, also where a client's file has been written since it was found.
 */
function replaceFile(file: ClientFile, text: string | undefined, mode?: number): void {
  const { path } = file;
  if (text === undefined) return orSetupError(path, "remove", () => Deno.removeSync(path));
  const target = mode === undefined ? file.target : path;
  const beforeRename = (temporary: string) => {
    if (mode !== undefined) return Deno.chmodSync(temporary, mode);
    keepAccess(temporary, file);
    const now = lookup(path, () => Deno.readFileSync(target));
    if ((now && decode(now, path)) === file.text) return;
    throw new SetupError(path, "was written by another program meanwhile; run this again");
  };
  orSetupError(target, "write", () => {
    Deno.mkdirSync(parentOf(target) || "/", { recursive: true, mode: FOLDER_MODE });
    writeWhole(target, text, { durable: true, beforeRename });
  });
}

/** Removes those of some folders in which nothing is left; what is no folder stays, a link to one too, and one with another mode than we give: it was there before. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    // One that is not empty, or not there, cannot be removed.
    attempt(() => {
      const { isDirectory, mode } = Deno.lstatSync(folder);
      if (isDirectory && ((mode ?? 0) & 0o777) === FOLDER_MODE) Deno.removeSync(folder);
    });
  }
}

export const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** The folders around one, below the user's own, the innermost first. */
export function foldersAround(folder: string, home = "/"): string[] {
  const parent = parentOf(folder);
  return parent.startsWith(`${home}/`) ? [parent, ...foldersAround(parent, home)] : [];
}

function keepAccess(path: string, { mode, owner }: ClientFile): void {
  const now = Deno.lstatSync(path);
  if (owner !== undefined && (now.uid !== owner.uid || now.gid !== owner.gid)) {
    try {
      Deno.chownSync(path, owner.uid, owner.gid);
    } catch (error) {
      // Only root can give a file to a group it is not in; one's own group in its place is as good.
      if (!(error instanceof Error) || now.uid !== owner.uid) throw error;
    }
  }
  if (mode !== undefined) Deno.chmodSync(path, mode);
}

function decode(bytes: Uint8Array, path: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return recover(() => decoder.decode(bytes), TypeError, (cause) => {
    throw new SetupError(path, "is not UTF-8 text; save it as UTF-8 and run this again", { cause });
  });
}

/** The answer, or undefined where there is nothing at that path. */
function lookup<T>(path: string, question: () => T): T | undefined {
  return orSetupError(path, "read", () => attempt(question, Deno.errors.NotFound));
}

/** What the file system refuses becomes an error that names the file and the reason. */
function orSetupError<T>(path: string, verb: string, action: () => T): T {
  return recover(action, Error, (cause) => {
    const reason = /^(.*?):? \(os error \d+\)/.exec(cause.message)?.[1];
    if (reason === undefined) throw cause;
    throw new SetupError(path, `cannot ${verb} it (${reason}); nothing was changed there`, { cause });
  });
}
