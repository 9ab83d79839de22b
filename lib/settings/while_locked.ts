/**
 * Does `work` while no other process of ours does. The system lets go of the lock when the process ends, however that happens. Where there are no locks
 * (some network file systems) the work is done without.
 *
 * @param folder one that is there: the lock is on it, and leaves nothing in it.
 */
export function whileLocked<T>(folder: string, work: () => T): T {
  using _held = lock(folder);
  return work();
}

function lock(folder: string): Deno.FsFile | undefined {
  let opened: Deno.FsFile | undefined;
  try {
    opened = Deno.openSync(folder);
    opened.lockSync(true);
    return opened;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    opened?.close();
    return undefined;
  }
}
