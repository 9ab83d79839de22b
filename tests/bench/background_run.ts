import { markedProcesses } from "./process_group_use.ts";

/** ms within which a background run shows itself. */
const APPEARS_WITHIN_MS = 2000;
const LOOK_EVERY_MS = 10;

/**
 * Ends the background runs that were started with this environment variable, and waits until they are gone with what they held, so that the
 * work one measurement sets off does not run into the next. Only where the system shows environments (`/proc`).
 */
export async function endBackgroundRuns(name: string, value: string): Promise<void> {
  for (;;) {
    const running = await markedProcesses({ name, value });
    if (running.length === 0) return;
    for (const pid of running) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // Ended by itself meanwhile.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Niceness of what `start` leaves running, which is then ended; undefined where nothing is seen. */
export async function nicenessOfBackgroundRun(
  name: string,
  value: string,
  start: () => Promise<void>,
): Promise<number | undefined> {
  await start();
  let highest: number | undefined;
  // It has that of whoever started it until it lowers its own.
  for (let waited = 0; waited < APPEARS_WITHIN_MS && (highest ?? 0) <= 0; waited += LOOK_EVERY_MS) {
    for (const pid of await markedProcesses({ name, value })) {
      const niceness = await nicenessOf(pid);
      if (niceness !== undefined) highest = Math.max(highest ?? niceness, niceness);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await endBackgroundRuns(name, value);
  return highest;
}

async function nicenessOf(pid: number): Promise<number | undefined> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  } catch {
    // Ended between two looks.
    return undefined;
  }
}
