import { writeWhole } from "../settings/write_file.ts";
import { SetupError } from "./setup_error.ts";

/** Bytes of a client's file that are read; Claude Code's own state may be large. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Bits of a mode that let anyone write. */
const WRITE_BITS = 0o222;

/** A file as it was found. */
export interface ClientFile {
  path: string;
  /** Where a symbolic link leads, else the path: the link stays, its target is written. */
  target: string;
  isLink?: boolean;
  /** Undefined where there is none. */
  text?: string;
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

/**
 * Throws `SetupError` where a found file is not meant to be written. Renaming over it would work in spite of its mode, and root may write
 * anything: the mode is what its owner said.
 */
export function requireWritable({ path, target, text, mode = 0 }: ClientFile): void {
  if (text === undefined) return;
  if ((mode & WRITE_BITS) === 0) {
    throw new SetupError(path, "is read-only; make it writable (chmod u+w) and run this again");
  }
  orSetupError(path, "write", () => Deno.openSync(target, { write: true }).close());
}

/**
 * Writes a client's file anew with its mode and owner, or a missing one as 0600: whole or not at all, in folders of ours where there are none. Throws
 * `SetupError`, also where somebody else has written it since it was found: clients write their files whenever they like.
 */
export function replaceFile(file: ClientFile, text: string): void {
  write(file.target, text, (temporary) => {
    const { owner, mode } = file;
    if (owner !== undefined) keepOwner(temporary, owner);
    if (mode !== undefined) Deno.chmodSync(temporary, mode);
    const now = lookup(file.path, () => Deno.readFileSync(file.target));
    if ((now && decode(now, file.path)) === file.text) return;
    throw new SetupError(file.path, "was written by another program meanwhile; run this again");
  });
}

/** Writes a file of ours, whole or not at all. Throws `SetupError`. */
export function writeOwn(path: string, text: string, mode: number): void {
  write(path, text, (temporary) => Deno.chmodSync(temporary, mode));
}

/** Removes a file. Throws `SetupError`. */
export function removeFile(path: string): void {
  orSetupError(path, "remove", () => Deno.removeSync(path));
}

/** Stands in a folder that was made for what was written, so that it goes when nothing else is in it. */
const MADE = ".made-by-codex-auto-setup";

/** Removes a folder in which nothing is left, and says so; one that was there before, only where it is `ours`. */
export function removeIfEmpty(folder: string, ours = false): boolean {
  if (lookup(folder, () => Deno.lstatSync(folder))?.isDirectory !== true) return false;
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  const isMade = names.includes(MADE);
  if (!(ours || isMade) || names.some((name) => name !== MADE)) return false;
  if (isMade) removeFile(`${folder}/${MADE}`);
  removeFile(folder);
  return true;
}

/** The same where nothing of ours can be in it any more: what others have come to use is theirs. */
export function leaveFolder(folder: string): boolean {
  if (removeIfEmpty(folder)) return true;
  if (isThere(`${folder}/${MADE}`)) removeFile(`${folder}/${MADE}`);
  return false;
}

function makeFolder(folder: string): void {
  if (folder === "" || lookup(folder, () => Deno.statSync(folder)) !== undefined) return;
  makeFolder(parentOf(folder));
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  Deno.writeTextFileSync(`${folder}/${MADE}`, "", { mode: 0o600 });
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** On the disk when it comes back: a person's settings must not be lost with the power, and of two files the second must not be there without the first. */
function write(path: string, text: string, beforeRename: (temporary: string) => void): void {
  orSetupError(path, "write", () => {
    makeFolder(parentOf(path));
    writeWhole(path, text, { durable: true, beforeRename });
  });
}

function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const now = Deno.lstatSync(path);
  if (now.uid === uid && now.gid === gid) return;
  try {
    Deno.chownSync(path, uid, gid);
  } catch (error) {
    // Only root can give a file to a group it is not in; one's own group in its place is as good.
    if (!(error instanceof Error) || now.uid !== uid) throw error;
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SetupError(path, "is not UTF-8 text; save it as UTF-8 and run this again", { cause: error });
  }
}

/** The answer, or undefined where there is nothing at that path. */
function lookup<T>(path: string, question: () => T): T | undefined {
  return orSetupError(path, "read", () => {
    try {
      return question();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
}

/** What the file system refuses becomes an error that names the file and the reason. */
function orSetupError<T>(path: string, verb: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const reason = error instanceof Error ? /^(.*?):? \(os error \d+\)/.exec(error.message)?.[1] : undefined;
    if (reason === undefined) throw error;
    throw new SetupError(path, `cannot ${verb} it (${reason}); nothing was changed there`, { cause: error });
  }
}
