import { takeIndexLock } from "../../codebase/index/index_lock.ts";

/** ms to wait for another runner: long enough for one that lists or edits, not for one that works. */
const LOCK_MS = 500;

/**
 * The right to run in a repository: one runner at a time, whichever run it works. Undefined where another has it. It ends with its process, however that
 * ends.
 */
export function takeRunLock(folder: string): { release(): void } | undefined {
  return takeIndexLock(folder, LOCK_MS);
}

/** Whether somebody runs in the repository at this moment. */
export function isRunLocked(folder: string): boolean {
  try {
    const lock = takeIndexLock(folder);
    lock?.release();
    return lock === undefined;
  } catch (error) {
    // Nobody runs where nothing can be written.
    if (error instanceof Error) return false;
    throw error;
  }
}
