import { readOwnFile } from "../settings/own_files.ts";

/** ms between two looks at a lock that another process holds. */
const LOOK_EVERY_MS = 5;
/** ms after which a lock that has not changed hands belongs to a process that died: it is held for one small file. */
const STALE_MS = 300;
/** ms to wait in all; a prompt is behind it. */
const MAX_WAIT_MS = 1000;

/**
 * Does `work` while no other process does, by a lock file that only one can create. A dead holder's lock is taken over. Where the lock
 * cannot be had in time the work is done all the same: to wait for ever would be worse, and readers look at the files themselves.
 *
 * @param elapsed ms, never going back.
 */
export function whileLocked<T>(lock: string, elapsed: () => number, work: () => T): T {
  const held = acquire(lock, elapsed);
  try {
    return work();
  } finally {
    if (held) removeIfThere(lock);
  }
}

function acquire(lock: string, elapsed: () => number): boolean {
  const start = elapsed();
  let seen: string | undefined;
  let since = start;
  for (;;) {
    if (create(lock)) return true;
    const now = elapsed();
    const holder = holderOf(lock);
    if (holder !== seen) [seen, since] = [holder, now];
    else if (holder !== undefined && now - since > STALE_MS) removeIfThere(lock);
    if (now - start > MAX_WAIT_MS) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
}

function create(lock: string): boolean {
  try {
    const file = Deno.openSync(lock, { write: true, createNew: true, mode: 0o600 });
    file.writeSync(new TextEncoder().encode(`${Deno.pid} ${crypto.randomUUID()}`));
    file.close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readOwnFile(lock);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function removeIfThere(lock: string): void {
  try {
    Deno.removeSync(lock);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
