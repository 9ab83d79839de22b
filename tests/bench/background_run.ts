/**
 * Ends the background runs that were started with this environment variable, so that the work one measurement sets off does not run into the
 * next. Only where the system shows environments (`/proc`).
 */
export async function endBackgroundRuns(name: string, value: string): Promise<void> {
  const mark = `${name}=${value}`;
  let processes: Deno.DirEntry[];
  try {
    processes = await Array.fromAsync(Deno.readDir("/proc"));
  } catch {
    // No /proc: the measurements are a little noisier.
    return;
  }
  for (const { name: pid } of processes.filter((each) => /^\d+$/.test(each.name))) {
    try {
      const environment = await Deno.readTextFile(`/proc/${pid}/environ`);
      if (environment.split("\0").includes(mark)) Deno.kill(Number(pid), "SIGKILL");
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
}
