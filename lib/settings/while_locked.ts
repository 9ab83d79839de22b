import { attempt, ignoreError } from "./attempt.ts";

/** Does `work` while no other process of ours does, by a lock on a folder, which ends with the process. Where there are no locks (some network file systems) it is done without. */
export function whileLocked<T>(folder: string, work: () => T): T {
  using held = attempt(() => Deno.openSync(folder));
  attempt(() => held?.lockSync(true));
  return work();
}

/** The same for work that waits, also among several of one process. */
export async function whileLockedAsync<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const held = attempt(() => Deno.openSync(folder));
  await held?.lock(true).catch(ignoreError);
  try {
    return await work();
  } finally {
    // Said aloud: the compiled program was seen to keep a file open that it had closed.
    attempt(() => held?.unlockSync());
    held?.close();
  }
}
