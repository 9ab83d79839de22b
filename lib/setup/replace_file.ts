import { writeWhole } from "../settings/write_file.ts";
import { SetupError } from "./setup_error.ts";

/** Bytes of a client's settings that are read; real ones are a few kB. */
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/** Bits of a mode that let anyone write. */
const WRITE_BITS = 0o222;

/** A client's file as it was found. `target` is where a symbolic link leads: the link stays, its target is written. */
export type FoundFile =
  | { kind: "missing"; path: string }
  | { kind: "found"; path: string; target: string; text: string; mode: number; uid: number; gid: number };

/** Reads a settings file. Throws `SetupError` for anything that is not a readable UTF-8 file of a plausible size. */
export function findFile(path: string, maxBytes = MAX_SETTINGS_BYTES): FoundFile {
  const present = lookup(path, () => Deno.lstatSync(path));
  if (present === undefined) return { kind: "missing", path };
  const target = lookup(path, () => Deno.realPathSync(path));
  if (target === undefined) {
    throw new SetupError(path, "is a symbolic link that leads nowhere; repair or remove the link");
  }
  const { isFile, size, mode, uid, gid } = attempt(path, "read", () => Deno.statSync(target));
  if (!isFile) throw new SetupError(path, "is not a file; move it away and run this again");
  if (size > maxBytes) {
    throw new SetupError(path, `has ${size} bytes, which no settings file has; it was not read`);
  }
  const bytes = attempt(path, "read", () => Deno.readFileSync(target));
  return {
    kind: "found",
    path,
    target,
    text: decode(bytes, path),
    mode: (mode ?? 0o600) & 0o7777,
    uid: uid ?? 0,
    gid: gid ?? 0,
  };
}

/** Whether there is anything at a path. Throws `SetupError` where that cannot be seen. */
export function isThere(path: string): boolean {
  return lookup(path, () => Deno.lstatSync(path)) !== undefined;
}

/**
 * Throws `SetupError` where a found file is not meant to be written. Renaming over it would work in spite of its mode, and root may write
 * anything: the mode is what its owner said.
 */
export function requireWritable(file: FoundFile): void {
  if (file.kind === "missing") return;
  if ((file.mode & WRITE_BITS) === 0) {
    throw new SetupError(file.path, "is read-only; make it writable (chmod u+w) and run this again");
  }
  attempt(file.path, "write", () => Deno.openSync(file.target, { write: true }).close());
}

/**
 * Writes a found file anew with its mode and owner, or a missing one as 0600: whole or not at all. Throws `SetupError`, and
 * `ChangedMeanwhile` where somebody else has written it since it was found: clients write their files whenever they like.
 */
export function replaceFile(file: FoundFile, text: string): void {
  const path = file.kind === "found" ? file.target : file.path;
  write(path, text, (temporary) => {
    if (file.kind === "found") {
      keepOwner(temporary, file);
      Deno.chmodSync(temporary, file.mode);
    }
    const now = lookup(path, () => Deno.readFileSync(path));
    if ((now && new TextDecoder("utf-8", { ignoreBOM: true }).decode(now)) === textOf(file)) return;
    throw new ChangedMeanwhile(file.path, "was written by another program meanwhile; run this again");
  });
}

/** Somebody else has written a file between our reading and our writing it. */
export class ChangedMeanwhile extends SetupError {}

/** Writes a file of ours, whole or not at all. Throws `SetupError`. */
export function writeOwn(path: string, text: string, mode: number): void {
  write(path, text, (temporary) => Deno.chmodSync(temporary, mode));
}

/** The text of a file; undefined where it is missing. */
export function textOf(file: FoundFile): string | undefined {
  return file.kind === "found" ? file.text : undefined;
}

/** Removes a file. Throws `SetupError`. */
export function removeFile(path: string): void {
  attempt(path, "remove", () => Deno.removeSync(path));
}

/** Makes a folder and what is missing above it, 0700. Gives those that were missing, the outermost first. */
export function makeFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; lookup(folder, () => Deno.statSync(folder)) === undefined;) {
    missing.unshift(folder);
    folder = folder.slice(0, folder.lastIndexOf("/")) || "/";
  }
  if (missing.length > 0) attempt(path, "make", () => Deno.mkdirSync(path, { recursive: true, mode: 0o700 }));
  return missing;
}

/** Removes those of the folders that are empty, the innermost first; gives the ones removed. */
export function removeEmptyFolders(folders: readonly string[]): string[] {
  const empty = (folder: string) => Deno.readDirSync(folder)[Symbol.iterator]().next().done === true;
  return folders.toReversed().filter((folder) => {
    if (
      lookup(folder, () => Deno.lstatSync(folder))?.isDirectory !== true ||
      !attempt(folder, "read", () => empty(folder))
    ) return false;
    attempt(folder, "remove", () => Deno.removeSync(folder));
    return true;
  });
}

/** On the disk when it comes back: a person's settings must not be lost with the power, and of two files the second must not be there without the first. */
function write(path: string, text: string, beforeRename: (temporary: string) => void): void {
  attempt(path, "write", () => writeWhole(path, text, { durable: true, beforeRename }));
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
  return attempt(path, "read", () => {
    try {
      return question();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  });
}

/** What the file system refuses becomes an error that names the file and the reason. */
function attempt<T>(path: string, verb: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const reason = error instanceof Error ? /^(.*?):? \(os error \d+\)/.exec(error.message)?.[1] : undefined;
    if (reason === undefined) throw error;
    throw new SetupError(path, `cannot ${verb} it (${reason}); nothing was changed there`, { cause: error });
  }
}
