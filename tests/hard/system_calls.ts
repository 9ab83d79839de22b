/** What a program and everything it starts asks of the system, as strace sees it. */
import { findProgram, systemWorld } from "../../lib/settings/world.ts";
import { type RunOptions, runProgram, type RunResult } from "../acceptance/harness.ts";

export const STRACE = findProgram("strace", systemWorld());

const TRACED = "open,openat,openat2,creat,execve,execveat,socket,connect,clone,clone3,fork,vfork," +
  "rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,unlink,unlinkat,truncate,chmod,fchmodat";

export interface SystemCalls {
  /** Real paths of the files that were opened; of those that do not exist none. */
  opened: Set<string>;
  /** What was opened for writing, made, moved or removed. */
  written: Set<string>;
  /** Programs that took a process over, each with its arguments as strace writes them. */
  executed: { program: string; args: string }[];
  /** Calls of `socket` for the internet, and every `connect`. */
  sockets: string[];
}

/** Runs a program under strace. Processes that `isForeign` says of, and what they start, are another's and are not looked into. */
export async function traced(
  program: string,
  args: string[],
  options: RunOptions & { trace: string; isForeign?: (program: string, args: string) => boolean },
): Promise<RunResult & { calls: SystemCalls }> {
  await Deno.mkdir(options.trace, { recursive: true });
  const flags = [
    "-ff",
    "-qq",
    "-y",
    "-s300",
    `-etrace=${TRACED}`,
    "-esignal=none",
    "-o",
    `${options.trace}/pid`,
  ];
  const result = await runProgram(STRACE ?? "strace", [...flags, program, ...args], options);
  return { ...result, calls: callsIn(options.trace, options.isForeign ?? (() => false)) };
}

/** A process's lines: one file a process, so none is torn apart by another's. */
function callsIn(trace: string, isForeign: (program: string, args: string) => boolean): SystemCalls {
  const lines = new Map<number, string[]>();
  const parents = new Map<number, number>();
  for (const { name } of Deno.readDirSync(trace)) {
    const pid = Number(name.slice("pid.".length));
    const own = Deno.readTextFileSync(`${trace}/${name}`).split("\n").filter((line) => line !== "");
    lines.set(pid, own);
    for (const line of own) {
      const child = /^(?:v?fork|clone3?)\(.* = (\d+)(?:<.*>)?$/.exec(line)?.[1];
      if (child !== undefined) parents.set(Number(child), pid);
    }
  }
  const calls: SystemCalls = { opened: new Set(), written: new Set(), executed: [], sockets: [] };
  const foreign = new Set<number>();
  // A parent has a lower number than its child, as long as numbers do not begin anew.
  for (const pid of [...lines.keys()].sort((a, b) => a - b)) {
    const parent = parents.get(pid);
    if (parent !== undefined && foreign.has(parent)) foreign.add(pid);
    if (foreign.has(pid)) continue;
    for (const line of lines.get(pid) ?? []) {
      note(line, lines, calls);
      const begun = executedBy(line);
      if (begun !== undefined && isForeign(begun.program, begun.args)) {
        foreign.add(pid);
        break;
      }
    }
  }
  return calls;
}

function note(line: string, pids: ReadonlyMap<number, unknown>, calls: SystemCalls): void {
  const started = executedBy(line);
  if (started !== undefined) calls.executed.push(started);
  if (/^connect\(/.test(line) || /^socket\(AF_INET/.test(line)) calls.sockets.push(line);
  const opened = /^(?:open|openat|openat2|creat)\(.* = \d+<(.*)>$/.exec(line)?.[1];
  if (opened !== undefined) {
    // A thread looks at its process under the number of another thread.
    const path = opened.replace(
      /^\/proc\/(\d+)\//,
      (own, number) => pids.has(Number(number)) ? "/proc/self/" : own,
    )
      .replace(/ \(deleted\)$/, "");
    calls.opened.add(path);
    if (/O_WRONLY|O_RDWR|O_CREAT|^creat/.test(line)) calls.written.add(path);
  }
  const changed = /^(?:rename|link|symlink|mkdir|unlink|truncate|chmod|fchmodat)\w*\((.*)\) = 0$/.exec(line)
    ?.[1];
  for (const [, path] of changed?.matchAll(/"((?:[^"\\]|\\.)*)"/g) ?? []) {
    if (path?.startsWith("/")) calls.written.add(path);
  }
}

function executedBy(line: string): { program: string; args: string } | undefined {
  const [, program, args] = /^execve(?:at)?\("((?:[^"\\]|\\.)*)", \[(.*)\], .* = 0$/.exec(line) ?? [];
  return program === undefined ? undefined : { program, args: args ?? "" };
}
