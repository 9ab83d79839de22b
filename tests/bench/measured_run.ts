export interface MeasuredRun {
  /** From start to end as the one who starts it sees it. */
  ms: number;
  stdout: string;
  code: number;
  /** Highest resident memory of the program itself, in bytes; undefined where the system does not tell. */
  peakBytes?: number;
  /** Processor time of the program and of the children it waited for, in ms, to 10; known when memory is. */
  cpuMs?: number;
}

/** ms between two looks at a running program. */
const LOOK_EVERY_MS = 4;
/** `/proc/PID/stat` counts in ticks of 10 ms on every Linux. */
const MS_A_TICK = 10;

/** Runs a program once. `watchMemory` costs time of its own: its runs are not timed. */
export async function measuredRun(
  program: string,
  args: string[],
  options: { env: Record<string, string>; cwd: string; stdin?: string; watchMemory?: boolean },
): Promise<MeasuredRun> {
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    env: options.env,
    clearEnv: true,
    cwd: options.cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const watched = options.watchMemory === true ? watchUse(child) : undefined;
  const writer = child.stdin.getWriter();
  if (options.stdin !== undefined) await writer.write(new TextEncoder().encode(options.stdin));
  await writer.close();
  const { code, stdout } = await child.output();
  const ms = performance.now() - start;
  return { ms, code, stdout: new TextDecoder().decode(stdout), ...await watched };
}

/** The kernel keeps the high-water mark and the time itself; the last ones read before the end are they, or very near. */
async function watchUse(child: Deno.ChildProcess): Promise<{ peakBytes?: number; cpuMs?: number }> {
  let running = true;
  child.status.then(() => running = false);
  const use: { peakBytes?: number; cpuMs?: number } = {};
  while (running) {
    try {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
      const kib = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
      if (kib !== undefined) use.peakBytes = Number(kib) * 1024;
      const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`);
      // User and system time, then those of children; the name in parentheses before them may have spaces.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 15);
      use.cpuMs = fields.reduce((sum, field) => sum + Number(field), 0) * MS_A_TICK;
    } catch {
      // Ended between two looks, or a system without /proc: what was seen so far stands.
      return use;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return use;
}
