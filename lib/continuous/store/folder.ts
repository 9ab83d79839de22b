import { AutoToolsError } from "../../contract/error_codes.ts";
import { checkOwnFolder, makeOwnFolder, NotOurs } from "../../settings/own_files.ts";

/** Where continuous runs of a repository are kept, below its root. */
export const STATE_FOLDER = ".codex/state/continuous";

const SESSION = /^\d{8}-\d{6}-\d{3}[0-9a-f]{6}$/;

export function isSessionId(text: string): boolean {
  return SESSION.test(text);
}

/** `YYYYMMDD-HHMMSS-` with milliseconds and six random digits behind it: sorts by time. */
export function newSessionId(now: Date, nonce: string): string {
  const digits = now.toISOString().replace(/[-:]/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}-${digits.slice(16, 19)}${nonce.slice(0, 6)}`;
}

/**
 * The folder of all runs, made where it is missing. Throws `AutoToolsError` where a link stands on the way, or what others could write.
 *
 * @param root real path of the repository.
 */
export function stateFolder(root: string): string {
  const folder = `${root}/${STATE_FOLDER}`;
  owned(() => makeOwnFolder(folder, root));
  return folder;
}

/** Ids of all runs, oldest first. Throws `AutoToolsError` where a link stands on the way, or what others could write. */
export function sessionIds(root: string): string[] {
  const folder = `${root}/${STATE_FOLDER}`;
  if (!owned(() => checkOwnFolder(folder, root))) return [];
  return [...Deno.readDirSync(folder)]
    .filter(({ name, isDirectory }) => isDirectory && isSessionId(name))
    .map(({ name }) => name)
    .sort();
}

function owned<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof NotOurs) throw new AutoToolsError("E_REPO_ROOT", error.message);
    throw error;
  }
}

/** Where git remembers what a run has seen of files that are in no commit; may be removed at any time. Undefined without a cache. */
export function gitFolder(cache: string | undefined, session: string): string | undefined {
  return cache === undefined ? undefined : `${cache}/continuous/${session}`;
}
