import { ChangedMeanwhile } from "../replace_file.ts";
import type { ClientGateway } from "./client_gateway.ts";

/** Times that a plan is made anew because the client was writing its file. */
const TRIES = 5;

/** A running client writes its file whenever it likes; then what it wrote is read, and the plan made again. */
export function withFreshPlan<T>({ stable }: ClientGateway, dryRun: boolean, attempt: () => T): T {
  const again = (): T => {
    for (let tries = TRIES;; tries--) {
      try {
        return attempt();
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries === 1) throw error;
      }
    }
  };
  return dryRun ? again() : oneAtATime(stable, again);
}

/**
 * Does `work` while no other process of ours does: two moves at once could take each other's files for left-overs. The system lets go of the lock when the
 * process ends, however that happens. Where there are no locks (some network file systems) the work is done without.
 *
 * @param folder one that is there and stays: the lock is on it, and leaves nothing in it.
 */
function oneAtATime<T>(folder: string, work: () => T): T {
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
