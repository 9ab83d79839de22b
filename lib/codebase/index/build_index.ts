import type { CodebaseOptions } from "../codebase.ts";
import { indexCommits } from "./commit_index.ts";
import { type FilePass, indexFiles, type RefreshOptions } from "./file_pass.ts";
import { isDamaged, openForWriting, removeIndex } from "./index_database.ts";
import { takeIndexLock } from "./index_lock.ts";
import { indexWriter } from "./index_writer.ts";
import { tendSegments } from "./segments.ts";

/** ms to wait for prompts that read what the log still holds. */
const READERS_MS = 1000;
/** ms to wait for the lock: a prompt holds it for a moment to see whether somebody writes. A build holds it for longer than this. */
const LOCK_MS = 100;

export type Built = { kind: "built" } & FilePass | { kind: "busy" };

/** Builds or refreshes the index in `dir` under the writer's lock; `busy` where another process has it, for longer than `wait` says. An index that turns out to be damaged is made anew, once. */
export async function buildIndex(dir: string, options: CodebaseOptions, how: RefreshOptions): Promise<Built> {
  const lock = takeIndexLock(dir, LOCK_MS) ?? (how.wait && takeIndexLock(dir, how.wait()));
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

async function refreshed(dir: string, options: CodebaseOptions, how: RefreshOptions): Promise<FilePass> {
  const { now, byHand = false } = how;
  const database = openForWriting(dir);
  try {
    const writer = indexWriter(database);
    const done = await indexFiles(writer, options, how);
    await indexCommits(writer, options);
    if (done.read + done.removed > 0) tendSegments(writer, now(), byHand && done.removed > 0);
    if (byHand) database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
    return done;
  } finally {
    database.close();
  }
}
