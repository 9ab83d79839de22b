import { isBeingWritten, takeIndexLock } from "../../codebase/index/index_lock.ts";
import { attempt } from "../../settings/attempt.ts";
import { checkOwnFolder, makeOwnFolder } from "../../settings/own_files.ts";
import { newestFirst, standing } from "../../settings/small_file.ts";
import { LOG, readSession } from "./log.ts";

export const STATE_FOLDER = ".codex/state/continuous";

const SESSION = /^\d{8}-\d{6}-\d{3}[0-9a-f]{6}$/;

/** `YYYYMMDD-HHMMSS-` with milliseconds and six random digits behind it: sorts by time. */
export function newSessionId(now: Date, nonce: string): string {
  const digits = now.toISOString().replace(/[-:]/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}-${digits.slice(16, 19)}${nonce.slice(0, 6)}`;
}

export function sessionFolder(root: string, id: string): string {
  return `${root}/${STATE_FOLDER}/${id}`;
}

/** The folder of all runs, made where it is missing. Throws `NotOurs` where a link stands on the way, or what others could write. */
export function stateFolder(root: string): string {
  const folder = `${root}/${STATE_FOLDER}`;
  makeOwnFolder(folder, root);
  return folder;
}

/** Ids of all runs, oldest first. Throws `NotOurs` as `stateFolder` does. */
export function sessionIds(root: string): string[] {
  const folder = `${root}/${STATE_FOLDER}`;
  if (!checkOwnFolder(folder, root)) return [];
  return [...Deno.readDirSync(folder)]
    .filter(({ name, isDirectory }) => isDirectory && SESSION.test(name))
    .map(({ name }) => name)
    .sort();
}

/** ms to wait for another runner: long enough for one that lists or edits, not for one that works. */
const LOCK_MS = 500;

/** The right to run in a repository, one runner at a time; it ends with its process, however that ends. Undefined where another has it. */
export function takeRunLock(root: string): { release(): void } | undefined {
  return takeIndexLock(stateFolder(root), LOCK_MS);
}

/** The run that somebody works on at this moment: the one that was written to last, where there is a runner. */
export function sessionAtWork(root: string): string | undefined {
  const folder = `${root}/${STATE_FOLDER}`;
  if (sessionIds(root).length === 0 || !isBeingWritten(folder)) return undefined;
  return newestFirst(folder, (name) => SESSION.test(name))[0]?.slice(folder.length + 1);
}

/** Whether a run has begun and is not complete. One that was killed before anything was written down has nothing to go on with; one that cannot be read has. */
export function isOpen(id: string, root: string): boolean {
  if (!standing(`${sessionFolder(root, id)}/${LOG}`)?.size) return false;
  const { finished, settled } = attempt(() => readSession(sessionFolder(root, id)))?.state ?? {};
  return (finished === undefined || finished === "incomplete") && settled === undefined;
}
