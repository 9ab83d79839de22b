import { readdirSync } from "node:fs";

/** A change so recent that another may follow within the same tick of the file system's clock. Most count in nanoseconds, a few ms apart; some in whole seconds or two. */
const UNSETTLED_MS = { fine: 50, coarse: 2000 };

/** Whether what changed at `mtimeMs` may change again by `now` without a sign, both in ms since 1970: the time then proves nothing. */
export function isUnsettled(mtimeMs: number, now: number): boolean {
  return now - mtimeMs < (mtimeMs % 1000 === 0 ? UNSETTLED_MS.coarse : UNSETTLED_MS.fine);
}

/**
 * Stands for the last change of a folder's entries, or of a file, rights included; 0 where nothing stands there, and NaN, which equals nothing, where it may
 * change again unseen. Throws what is no matter of the file system.
 */
export function changeTime(path: string, now: number): number {
  const found = standing(path);
  if (found === undefined) return 0;
  const changed = found.mtime?.getTime() ?? now;
  // The second of these counts in seconds only here, but nobody can set it back.
  return isUnsettled(changed, now) ? NaN : changed + (found.ctime?.getTime() ?? 0);
}

/** What stands in a folder; nothing where it is gone or not to be read, as then there is nothing new in it for git either. */
export function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What stands at a path itself; undefined where nothing does. Not Node's `lstat`, which takes three times as long: every file of a repository is asked. */
export function standing(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

/** Whether it says that something is gone, behind a file or a loop of links, below a folder that may not be entered, or of an impossible name. */
export function isFileSystemError(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable || (error instanceof Error && "code" in error);
}
