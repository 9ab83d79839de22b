import { chmodSync, existsSync, mkdirSync, rmSync, truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { attempt } from "../../settings/attempt.ts";
import { checkOwnFile } from "../../settings/own_files.ts";
import { isDamaged, isOther } from "./index_database.ts";

/**
 * Takes the right to write one repository's index, or undefined where another process has it for longer than `waitMs`. It is a lock of the operating system (held through
 * SQLite), so it ends with its process however that ends: there are no stale locks. Throws `NotOurs` for files that another user owns or could write.
 *
 * @param dir a folder of ours, which its caller has seen to.
 */
export function takeIndexLock(dir: string, waitMs = 0) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = `${dir}/lock.db`;
  // A folder, a FIFO or a link in its place, or in that of its journal, is not ours.
  for (const path of [file, `${file}-journal`]) {
    if (isOther(path)) rmSync(path, { recursive: true });
    checkOwnFile(path, dir);
  }
  try {
    return lockOf(file, waitMs);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    // Emptied, not replaced: whoever holds the lock holds it on this very file.
    truncateSync(file);
    return lockOf(file, waitMs);
  }
}

/** Whether another process holds the writer's lock. */
export function isBeingWritten(dir: string): boolean {
  if (!existsSync(`${dir}/lock.db`)) return false;
  // A folder that cannot be written has no writer.
  return attempt(() => {
    const lock = takeIndexLock(dir);
    lock?.release();
    return lock === undefined;
  }) ?? false;
}

function lockOf(file: string, waitMs: number): { release(): void } | undefined {
  const database = new DatabaseSync(file);
  try {
    chmodSync(file, 0o600);
    database.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE`);
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
