/** Promises of time, held to by the order of events and by what this machine takes at the moment: no wall clock of a busy machine decides. */
import { assert } from "@std/assert";

/** ms beyond a timer within which what it sets off must have come; both wait for the same processor. */
const BEYOND_MS = 500;
/** ms that nothing takes which waits for nobody, and less than anybody is given to end by himself; beside it, so many starts of a program. */
const AT_ONCE_MS = 500;
const STARTS = 10;

/** Waits for what a timer of `ms` ends; it must have come before what a timer of our own, set now and for a little longer, sets off. */
export async function endsBy<T>(ms: number, ending: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const late = new Promise<boolean>((resolve) => timer = setTimeout(resolve, ms + BEYOND_MS, true))
    // Where both were due when this process had its turn at last, what was due first may come to its end.
    .then(aTurn).then(aTurn).then(() => !ended);
  const end = ending.finally(() => ended = true);
  try {
    assert(!(await Promise.race([late, end.then(() => false)])), `${ms} ms are over, and it has not ended`);
    return await end;
  } finally {
    clearTimeout(timer);
  }
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Fails where work that waits for nobody takes much longer than some starts of a program take here. */
export async function assertAtOnce(what: string, work: () => void): Promise<void> {
  const before = performance.now();
  const child = new Deno.Command("true").spawn();
  const started = performance.now();
  work();
  const tookMs = performance.now() - started;
  const most = AT_ONCE_MS + STARTS * (started - before);
  await child.status;
  assert(tookMs < most, `${what} took ${Math.round(tookMs)} ms of ${Math.round(most)}`);
}
