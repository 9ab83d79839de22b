import { attempt } from "./attempt.ts";

/** Does `work` while no other process of ours does, by a lock on a folder, which ends with the process. Where there are no locks (some network file systems) it is done without. */
export function whileLocked<T>(folder: string, work: () => T): T {
  using held = attempt(() => Deno.openSync(folder));
  attempt(() => held?.lockSync(true));
  return work();
}
