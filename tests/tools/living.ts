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

/** Whether a child of ours has been killed and not been waited for yet: its memory, with its environment, is gone by then. */
function hasEndingChildren(): boolean {
  const threads = Array.from(Deno.readDirSync(`/proc/${Deno.pid}/task`), ({ name }) => name);
  const children = threads.flatMap((thread) =>
    read(Deno.pid, `task/${thread}/children`).split(" ").map(Number)
  )
    .filter((pid) => pid > 0);
  return children.some((pid) => read(pid, "environ") === "");
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

/**
 * Waits until no process has `text` any more, and until the runtime has seen its own children end; kills take effect a moment after they
 * are sent. Returns those left after a second.
 */
export async function remaining(text: string): Promise<number[]> {
  const end = performance.now() + 1000;
  let found: number[];
  do {
    await new Promise((resolve) => setTimeout(resolve, 10));
    found = living(text);
  } while ((found.length > 0 || hasEndingChildren()) && performance.now() < end);
  // The runtime learns of the last end in its next turn.
  await new Promise((resolve) => setTimeout(resolve, 10));
  return found;
}
