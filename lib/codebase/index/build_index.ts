import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { CodebaseOptions } from "../codebase.ts";
import { isFileSystemError } from "../files/change_time.ts";
import { entriesOf } from "../files/kept_listing.ts";
import {
  isDamaged,
  isOther,
  isSqliteError,
  openForWriting,
  removeIndex,
  SCHEMA_VERSION,
} from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { type Refreshed, refreshIndex, type RefreshOptions } from "./refresh.ts";

/** ms to wait for the lock: a prompt holds it for a moment to see whether somebody writes. A build holds it for longer than this. */
const LOCK_MS = 100;

/** Where the header of a SQLite file has its `user_version`, four bytes, high ones first. */
const VERSION_AT = 60;

export type Built = { kind: "built" } & Refreshed | { kind: "busy" };

/**
 * Builds or refreshes the index in `dir` under the writer's lock; `busy` where another process has it. An index that turns out to be damaged
 * is made anew, once.
 */
export async function buildIndex(
  dir: string,
  options: CodebaseOptions,
  how: RefreshOptions,
): Promise<Built> {
  const lock = takeIndexLock(dir, LOCK_MS);
  if (!lock) return { kind: "busy" };
  try {
    return { kind: "built", ...await refreshed(dir, options, how) };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    removeIndex(dir);
    return { kind: "built", ...await refreshed(dir, options, how) };
  } finally {
    lock.release();
  }
}

/** Deletes the index in `dir`, if there is one; false where another process is writing it. */
export function clearIndex(dir: string): boolean {
  if (!existsSync(dir)) return true;
  const lock = takeIndexLock(dir, LOCK_MS);
  if (!lock) return false;
  removeIndex(dir);
  lock.release();
  return true;
}

/**
 * Removes the indexes of all repositories that an earlier version of the program has written: what it kept may be what this one would not. `folder`: where
 * indexes lie. One that another process writes this moment is left alone.
 */
export function removeOlderFormats(folder: string): void {
  for (const { name } of entriesOf(folder)) {
    try {
      if (versionOf(`${folder}/${name}/index.db`) < SCHEMA_VERSION) clearIndex(`${folder}/${name}`);
    } catch (error) {
      // Gone by now, or not ours to read or write, as the index of another user: it stays.
      if (!isSqliteError(error) && !isFileSystemError(error)) throw error;
    }
  }
}

/** As the file itself says, which has it from the first write; `Infinity` where there is none or nothing to be read. */
function versionOf(file: string): number {
  // Whoever opens a FIFO waits for it.
  if (!existsSync(file) || isOther(file)) return Infinity;
  const descriptor = openSync(file, "r");
  try {
    const bytes = new DataView(new ArrayBuffer(4));
    return readSync(descriptor, bytes, 0, 4, VERSION_AT) === 4 ? bytes.getUint32(0) : Infinity;
  } finally {
    closeSync(descriptor);
  }
}

async function refreshed(
  dir: string,
  options: CodebaseOptions,
  how: RefreshOptions,
): Promise<Refreshed> {
  const database = openForWriting(dir);
  try {
    return await refreshIndex(database, options, how);
  } finally {
    database.close();
  }
}
