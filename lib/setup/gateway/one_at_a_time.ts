import { makeFolders } from "../replace_file.ts";

/**
 * Does `work` while no other process of ours does: two moves at once could take each other's files for left-overs. The system lets go of the lock when the
 * process ends, however that happens. Where the file system has no locks the work is done without.
 *
 * @param folder made where it is missing, and never removed.
 */
export function oneAtATime<T>(folder: string, work: () => T): T {
  makeFolders(folder);
  using place = Deno.openSync(folder);
  try {
    place.lockSync(true);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return work();
}
