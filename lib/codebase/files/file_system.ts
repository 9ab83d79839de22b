import { readdirSync } from "node:fs";
import { attempt } from "../../settings/attempt.ts";

/** A change so recent that another may follow within the same tick of the file system's clock. Most count in nanoseconds, a few ms apart; some in whole seconds or two. */
const UNSETTLED_MS = { fine: 50, coarse: 2000 };

/** Whether what changed at `mtimeMs` may change again by `now` without a sign, both in ms since 1970: the time then proves nothing. */
export function isUnsettled(mtimeMs: number, now: number): boolean {
  return Math.abs(now - mtimeMs) < (mtimeMs % 1000 === 0 ? UNSETTLED_MS.coarse : UNSETTLED_MS.fine);
}

/** Stands for the last change of a folder's entries, or of a file, rights included; 0 where nothing stands there, and NaN, which equals nothing, where it may change again unseen. */
export function changeTime(path: string, now: number): number {
  const found = standing(path);
  if (found === undefined) return 0;
  const changed = found.mtime?.getTime() ?? now;
  // The second of these counts in seconds only here, but nobody can set it back.
  return isUnsettled(changed, now) ? NaN : changed + (found.ctime?.getTime() ?? 0);
}

/** What stands in a folder; nothing where it is gone or not to be read, as then there is nothing new in it for git either. */
export function entriesOf(folder: string) {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** What stands at a path itself; undefined where nothing does. Not Node's `lstat`, which takes three times as long: every file of a repository is asked. */
export function standing(path: string): Deno.FileInfo | undefined {
  return attempt(() => Deno.lstatSync(path));
}

/** Whether it says that something is gone, behind a file or a loop of links, below a folder that may not be entered, or of an impossible name. */
export function isFileSystemError(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable || (error instanceof Error && "code" in error);
}

/** The folder in which a path lies, `""` for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Control characters, invisible ones, those that turn text around, and what stands for bytes that are no UTF-8. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u;
/** What most paths are made of: the other pattern takes long to compile. */
const PLAIN = /^[ -~]*$/;

/**
 * Whether a path can be named as it is: a line break in it would forge a line, what a terminal obeys would be obeyed, and without such characters it
 * would be another path. Names like that are made to deceive; what is called so is passed over.
 */
export function isNameable(path: string): boolean {
  return PLAIN.test(path) || !UNSEEN.test(path);
}
