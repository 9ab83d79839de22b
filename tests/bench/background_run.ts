const LOOK_EVERY_MS = 10;

/**
 * Ends the background runs that were started with this environment variable, and waits until they are gone with what they held, so that the
 * work one measurement sets off does not run into the next. Only where the system shows environments (`/proc`).
 */
export async function endBackgroundRuns(name: string, value: string): Promise<void> {
  for (;;) {
    const running = await markedProcesses(`${name}=${value}`);
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

/** Process ids whose environment has the variable; none where the system has no `/proc`. */
async function markedProcesses(variable: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processIds()) {
    try {
      const environment = await Deno.readTextFile(`/proc/${pid}/environ`);
      if (environment.split("\0").includes(variable)) found.push(pid);
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
  return found;
}

async function processIds(): Promise<number[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir("/proc"));
    return entries.map(({ name }) => Number(name)).filter(Number.isInteger);
  } catch {
    return [];
  }
}
