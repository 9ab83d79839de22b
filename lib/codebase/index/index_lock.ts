import { chmodSync, mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The right to write one repository's index. */
export interface IndexLock {
  release(): void;
}

/**
 * Takes the writer's lock, or undefined where another process has it. It is a lock of the operating system (held through SQLite), so it ends
 * with its process however that ends: there are no stale locks.
 */
export function takeIndexLock(dir: string): IndexLock | undefined {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(`${dir}/lock.db`);
  try {
    chmodSync(`${dir}/lock.db`, 0o600);
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE");
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
