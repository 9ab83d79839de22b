import { existsSync } from "node:fs";
import type { CodebaseOptions } from "../codebase.ts";
import { isDamaged, openForWriting, removeIndex } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { type Refreshed, refreshIndex, type RefreshOptions } from "./index_refresh.ts";

/** ms to wait for the lock: a prompt holds it for a moment to see whether somebody writes. A build holds it for longer than this. */
const LOCK_MS = 100;

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
    try {
      return { kind: "built", ...await refreshed(dir, options, how) };
    } catch (error) {
      if (!isDamaged(error)) throw error;
      removeIndex(dir);
      return { kind: "built", ...await refreshed(dir, options, how) };
    }
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
