/** What all processes used that carry a mark in their environment: a program, its children, and what it left running. */
export interface ProcessGroupUse {
  /** Highest sum of resident memory at one moment, in bytes. */
  peakBytes: number;
  /** Processor time of user and system, in seconds, without that of processes shorter than the time between two looks. */
  cpuSeconds: number;
  /** Processes seen. */
  processes: number;
}

export interface EnvironmentMark {
  name: string;
  value: string;
}

const LOOK_EVERY_MS = 20;
/** `/proc/PID/stat` counts in ticks of 10 ms on every Linux. */
const TICKS_A_SECOND = 100;

/** Process ids that carry the mark. Empty where the system has no `/proc`. */
export async function markedProcesses({ name, value }: EnvironmentMark): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processIds()) {
    if ((await readOrNothing(`/proc/${pid}/environ`)).split("\0").includes(`${name}=${value}`)) {
      found.push(pid);
    }
  }
  return found;
}

/** Runs `work` and watches, until it ends, the processes with the mark. */
export async function withProcessGroupUse<T>(
  mark: EnvironmentMark,
  work: () => Promise<T>,
): Promise<{ result: T; use: ProcessGroupUse }> {
  let running = true;
  const looked = watch(mark, () => running);
  try {
    const result = await work();
    running = false;
    return { result, use: await looked };
  } finally {
    running = false;
    await looked;
  }
}

async function watch(mark: EnvironmentMark, running: () => boolean): Promise<ProcessGroupUse> {
  // Looking into every process each time would cost as much as what is watched: those that are there before and are not ours stay out.
  const strangers = new Set(await processIds());
  const ticksBefore = new Map<number, number>();
  for (const pid of await markedProcesses(mark)) {
    strangers.delete(pid);
    ticksBefore.set(pid, processorTicks(await readOrNothing(`/proc/${pid}/stat`)) ?? 0);
  }
  const ticksNow = new Map<number, number>();
  let peakBytes = 0;
  while (running()) {
    let sum = 0;
    for (const pid of await processIds()) {
      if (strangers.has(pid)) continue;
      const environment = await readOrNothing(`/proc/${pid}/environ`);
      if (!environment.split("\0").includes(`${mark.name}=${mark.value}`)) continue;
      const resident = /^VmRSS:\s+(\d+) kB/m.exec(await readOrNothing(`/proc/${pid}/status`))?.[1];
      sum += Number(resident ?? 0) * 1024;
      const ticks = processorTicks(await readOrNothing(`/proc/${pid}/stat`));
      if (ticks !== undefined) ticksNow.set(pid, ticks);
    }
    peakBytes = Math.max(peakBytes, sum);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  let ticks = 0;
  for (const [pid, now] of ticksNow) ticks += now - (ticksBefore.get(pid) ?? 0);
  return { peakBytes, cpuSeconds: ticks / TICKS_A_SECOND, processes: ticksNow.size };
}

async function processIds(): Promise<number[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir("/proc"));
    return entries.map(({ name }) => Number(name)).filter(Number.isInteger);
  } catch {
    // A system without /proc: nothing can be seen of other processes.
    return [];
  }
}

/** User and system time; the name in parentheses before them may have spaces. */
function processorTicks(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return Number.isFinite(user + system) ? user + system : undefined;
}

async function readOrNothing(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    // Ended meanwhile, or another user's.
    return "";
  }
}
