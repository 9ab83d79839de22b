/** Ids of the processes that have `text` in their environment or command line; a process that is only waiting to be reaped does not count. */
export function living(text: string): number[] {
  const found: number[] = [];
  for (const entry of Deno.readDirSync("/proc")) {
    const pid = Number(entry.name);
    if (!Number.isInteger(pid) || pid === Deno.pid) continue;
    if (read(pid, "environ").includes(text) || read(pid, "cmdline").includes(text)) {
      if (!/^State:\s+[ZX]/m.test(read(pid, "status"))) found.push(pid);
    }
  }
  return found;
}

function read(pid: number, file: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch (error) {
    // Gone meanwhile, or not ours to read.
    if (error instanceof Error) return "";
    throw error;
  }
}

/** Waits until no process has `text` any more; kills take effect a moment after they are sent. Returns those left after a second. */
export async function remaining(text: string): Promise<number[]> {
  const end = performance.now() + 1000;
  let found = living(text);
  while (found.length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    found = living(text);
  }
  return found;
}
