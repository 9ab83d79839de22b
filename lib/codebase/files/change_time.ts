/** A change so recent that another may follow within the same tick of the file system's clock. Most count in nanoseconds, a few ms apart; some in whole seconds or two. */
const UNSETTLED_MS = { fine: 50, coarse: 2000 };

/** Whether what changed at `mtimeMs` may change again by `now` without a sign, both in ms since 1970: the time then proves nothing. */
export function isUnsettled(mtimeMs: number, now: number): boolean {
  return now - mtimeMs < (mtimeMs % 1000 === 0 ? UNSETTLED_MS.coarse : UNSETTLED_MS.fine);
}

/** What a path is without a time that could be compared. */
const ABSENT = 0;
const UNSETTLED = NaN;

/**
 * Stands for the last change of a folder's entries, or of a file, rights included; 0 where nothing stands there, and NaN, which equals nothing, where it may
 * change again unseen. Throws what is no matter of the file system.
 */
export function changeTime(path: string, now: number): number {
  try {
    const { mtime, ctime } = Deno.lstatSync(path);
    const changed = mtime?.getTime() ?? now;
    // The second of these counts in seconds only here, but nobody can set it back.
    return isUnsettled(changed, now) ? UNSETTLED : changed + (ctime?.getTime() ?? 0);
  } catch (error) {
    if (isFileSystemError(error)) return ABSENT;
    throw error;
  }
}

/** Whether a folder stands at a path, itself and not a link to one. */
export function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}

/** Whether it says that something is gone, behind a file or a loop of links, below a folder that may not be entered, or of an impossible name. */
export function isFileSystemError(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable || (error instanceof Error && "code" in error);
}
