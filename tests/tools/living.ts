import { MARK } from "../../lib/guard/git/strays.ts";
import { attempt } from "../../lib/settings/attempt.ts";

/** Ids of the processes that have `text` in their environment or command line; a process that is only waiting to be reaped does not count. */
export function living(text: string): number[] {
  const found: number[] = [];
  for (const entry of Deno.readDirSync("/proc")) {
    const pid = Number(entry.name);
    if (Number.isInteger(pid) && pid !== Deno.pid && has(pid, text)) found.push(pid);
  }
  return found;
}

/**
 * Waits until no process has `text` any more; returns those left after `withinMs`. A look at all processes takes some ten milliseconds of
 * processor, so until they have ended only those found are looked at.
 */
export async function livingAfter(text: string, withinMs: number): Promise<number[]> {
  const end = performance.now() + withinMs;
  let found = living(text);
  while (found.length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = found.filter((pid) => has(pid, text));
    // What they started meanwhile.
    if (found.length === 0) found = living(text);
  }
  return found;
}

/** Ends them, by id; how many there were. */
export function endLiving(text: string): number {
  const found = living(text);
  for (const pid of found) {
    attempt(() => Deno.kill(pid, "SIGKILL"), Deno.errors.NotFound);
  }
  return found.length;
}

function has(pid: number, text: string): boolean {
  return (procText(pid, "environ").includes(text) || procText(pid, "cmdline").includes(text)) &&
    !/^State:\s+[ZX]/m.test(procText(pid, "status"));
}

/** ms in which a busy machine has ended what was killed. */
const ENDED_MS = 20_000;

/** Looks in a row without a child: the system's list of children leaves some out while one of them ends. */
const LOOKS = 4;

/** Waits, for some seconds at most, until the runtime has seen all its children end: what ends strays is started and left to itself. */
export async function childrenEnded(): Promise<void> {
  const end = performance.now() + ENDED_MS;
  for (let without = 0; without < LOOKS && performance.now() < end;) {
    without = children().length === 0 ? without + 1 : 0;
    await aTurn();
  }
}

/** The runtime learns of the last end in its next turn. */
const aTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/**
 * Whether a child of ours has been killed and not been waited for yet: its memory, with its environment, is gone by then. Or is a shell that
 * leaves a guard or a search for a mark behind, and ends as soon as it has the processor.
 */
function hasEndingChildren(): boolean {
  return children().some((pid) =>
    procText(pid, "environ") === "" || procText(pid, "cmdline").includes(`${MARK}=`)
  );
}

function children(): number[] {
  const threads = Array.from(Deno.readDirSync(`/proc/${Deno.pid}/task`), ({ name }) => name);
  return threads.flatMap((thread) => procText(Deno.pid, `task/${thread}/children`).split(" ").map(Number))
    .filter((pid) => pid > 0);
}

/** What the system says of a process; empty where it is gone meanwhile, or not ours to read. */
export function procText(pid: number, file: string): string {
  return attempt(() => Deno.readTextFileSync(`/proc/${pid}/${file}`)) ?? "";
}

/** Waits until no process has `text` any more, and until the runtime has seen its own children end; kills take effect a moment after they are sent. Returns those left after `withinMs`. */
export async function remaining(text: string, withinMs = ENDED_MS): Promise<number[]> {
  const end = performance.now() + withinMs;
  let found: number[];
  do {
    await new Promise((resolve) => setTimeout(resolve, 10));
    found = await livingAfter(text, end - performance.now());
  } while (hasEndingChildren() && performance.now() < end);
  await aTurn();
  return found;
}
