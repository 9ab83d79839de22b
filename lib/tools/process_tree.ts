/** Rounds of looking for survivors: a child may fork between the look and the kill, so the search repeats until it finds nobody. */
const MAX_ROUNDS = 4;
/** ms of searching in all; /proc takes about 3 ms for a hundred processes, and the caller is waiting. */
const MAX_SEARCH_MS = 60;
/** Bytes of one environment that are searched: Linux allows megabytes, and ours is set first. */
const MAX_ENVIRON_BYTES = 256 * 1024;
const MAX_DESCENDANTS = 4096;

/**
 * Kills the process group that `pid` leads, its descendants wherever they have gone, and on Linux every process whose environment holds
 * `mark` (`NAME=value`), which finds those that left the group and lost their parent. Synchronous, so that it also works as the last act
 * of a program; takes a few ms, at most about `MAX_SEARCH_MS`.
 *
 * @param elapsed ms, never going back.
 */
export function killProcessTree(pid: number, mark: string, elapsed: () => number): void {
  const start = elapsed();
  const descendants = descendantsOf(pid);
  kill(-pid);
  kill(pid);
  descendants.forEach(kill);
  if (Deno.build.os !== "linux") return;
  const marked = new TextEncoder().encode(mark);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found = 0;
    for (const candidate of processes(pid)) {
      if (elapsed() - start > MAX_SEARCH_MS) return;
      if (!holdsMark(candidate, marked)) continue;
      kill(candidate);
      found += 1;
    }
    if (found === 0) return;
  }
}

/** Ends one process, or with a negative number a group; one that is gone already is what was wanted. */
function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    // The process is gone (NotFound, or ESRCH as a TypeError or plain Error) or has become another user's: nothing is left for us to end.
    if (!(error instanceof Error)) throw error;
  }
}

function descendantsOf(pid: number): number[] {
  const found: number[] = [];
  const waiting = [pid];
  while (waiting.length > 0 && found.length < MAX_DESCENDANTS) {
    const parent = waiting.pop();
    const children = read(`/proc/${parent}/task/${parent}/children`);
    for (const child of new TextDecoder().decode(children).split(" ").map(Number)) {
      if (child <= 1) continue;
      found.push(child);
      waiting.push(child);
    }
  }
  return found;
}

/** All process ids but our own, those younger than `pid` first: its descendants are among them unless ids have wrapped around. */
function processes(pid: number): number[] {
  let names: number[];
  try {
    names = Array.from(Deno.readDirSync("/proc"), (entry) => Number(entry.name));
  } catch (error) {
    // No /proc here (a bare container): the group and the descendants are all that can be found.
    if (error instanceof Error) return [];
    throw error;
  }
  const ids = names.filter((id) => Number.isInteger(id) && id > 1 && id !== Deno.pid).sort((a, b) => a - b);
  const first = ids.findIndex((id) => id > pid);
  return first <= 0 ? ids : [...ids.slice(first), ...ids.slice(0, first)];
}

function holdsMark(pid: number, mark: Uint8Array): boolean {
  const environ = read(`/proc/${pid}/environ`);
  const end = Math.min(environ.length, MAX_ENVIRON_BYTES) - mark.length;
  const first = mark[0];
  if (first === undefined) return false;
  for (let at = environ.indexOf(first); at >= 0 && at <= end; at = environ.indexOf(first, at + 1)) {
    if (mark.every((byte, index) => environ[at + index] === byte)) return true;
  }
  return false;
}

function read(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    // Ended meanwhile, a kernel thread, or another user's process: none of them is ours.
    if (error instanceof Error) return new Uint8Array();
    throw error;
  }
}
