import { locations } from "../../settings/locations.ts";
import type { World } from "../../settings/world.ts";
import { gitFolder, isSessionId, newSessionId, sessionIds, STATE_FOLDER } from "./folder.ts";
import { ownership } from "./ownership.ts";
import { readSession } from "./session_store.ts";

/** Days that a run is kept after its last event, and how many of the latest runs stay however old they are: a clock can be wrong. */
export const KEPT_DAYS = 90;
export const KEPT_RUNS = 10;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Ends the name of a run that is being removed, so that one whose removal was cut short is not taken for a damaged one. */
const REMOVED = ".removed";

/**
 * Removes old runs of the user's own from a repository, complete or not, with what git remembers of them. What cannot be read, or was not begun by
 * the user, stays. The caller holds the run lock, so none of them is at work.
 *
 * @param root real path of the repository.
 * @returns how many there were. Throws where one cannot be removed.
 */
export function removeOldRuns(root: string, world: World): number {
  const { isOwn, disown } = ownership(world);
  const runs = `${root}/${STATE_FOLDER}`;
  const { cache } = locations(world);
  const oldest = world.now().getTime() - KEPT_DAYS * DAY_MS;
  const begunSince = newSessionId(new Date(oldest), "000000");
  const old = sessionIds(root).slice(0, -KEPT_RUNS).filter((id) =>
    id < begunSince && isOwn(id) && lastEventAt(`${runs}/${id}`) < oldest
  );
  for (const id of old) {
    Deno.renameSync(`${runs}/${id}`, `${runs}/${id}${REMOVED}`);
    const git = gitFolder(cache, id);
    if (git !== undefined) removeFolder(git);
    disown(id);
  }
  for (const { name, isDirectory } of Deno.readDirSync(runs)) {
    if (isDirectory && name.endsWith(REMOVED) && isSessionId(name.slice(0, -REMOVED.length))) {
      removeFolder(`${runs}/${name}`);
    }
  }
  return old.length;
}

/** ms since 1970; of a run that cannot be read, never. */
function lastEventAt(folder: string): number {
  const read = readSession(folder);
  return read.kind === "unusable" ? Infinity : Date.parse(read.events.at(-1)?.at ?? "");
}

/** Removes a folder that may be gone already. */
export function removeFolder(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
