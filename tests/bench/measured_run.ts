export interface MeasuredRun {
  /** From start to end as the one who starts it sees it. */
  ms: number;
  stdout: string;
  code: number;
  /** Highest resident memory of the program itself, in bytes; undefined where the system does not tell. */
  peakBytes?: number;
}

/** ms between two looks at the memory of a running program. */
const LOOK_EVERY_MS = 4;

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
  const watched = options.watchMemory === true ? watchPeak(child) : undefined;
  const writer = child.stdin.getWriter();
  if (options.stdin !== undefined) await writer.write(new TextEncoder().encode(options.stdin));
  await writer.close();
  const { code, stdout } = await child.output();
  const ms = performance.now() - start;
  const peakBytes = await watched;
  return {
    ms,
    code,
    stdout: new TextDecoder().decode(stdout),
    ...(peakBytes === undefined ? {} : { peakBytes }),
  };
}

/** The kernel keeps the high-water mark itself; the last one read before the end is it, or very near. */
async function watchPeak(child: Deno.ChildProcess): Promise<number | undefined> {
  let running = true;
  child.status.then(() => running = false);
  let peak: number | undefined;
  while (running) {
    try {
      const kib = /^VmHWM:\s+(\d+) kB/m.exec(await Deno.readTextFile(`/proc/${child.pid}/status`))?.[1];
      if (kib !== undefined) peak = Number(kib) * 1024;
    } catch {
      // Ended between two looks, or a system without /proc: what was seen so far stands.
      return peak;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return peak;
}
