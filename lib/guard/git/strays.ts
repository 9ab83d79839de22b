import SCRIPT from "./end_marked.sh" with { type: "text" };
import { attempt } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";

/** The variable that marks what a program has started, wherever it has gone since: a process inherits its environment. */
export const MARK = "AUTO_TOOLS_PROCESS";

/** A new mark, `NAME=value`; a longer value that begins with it is found by it as well. */
export function newMark(world: World): string {
  return `${MARK}=${world.nonce(8)}.`;
}

/** ms between two looks of `end_marked.sh` at whether what tidies up has come to its end. */
const LOOK_MS = 50;

/**
 * Kills every process whose environment holds `mark`, on Linux, whatever becomes of us, until none is found. A shell does it: the runtime lets nobody who
 * holds less than all permissions look into other processes.
 *
 * With a process `group` the shell waits until the pipe on its stdin breaks, and kills that group first. What is marked beyond it is then asked to end, and
 * killed `tidyMs` later at the latest. Its stdout is open until it has done. It is nobody's child and in a group of its own, so neither our end nor Ctrl-C
 * ends it first. Undefined where there is no shell, or no more processes are to be had.
 */
export function endMarked(
  mark: string,
  group?: { pid: number; tidyMs: number },
): Deno.ChildProcess | undefined {
  const waiting = group === undefined ? [] : [group.pid, Math.ceil(group.tidyMs / LOOK_MS)].map(String);
  return attempt(() =>
    new Deno.Command("/bin/sh", {
      args: ["-c", SCRIPT, "sh", mark, ...waiting],
      cwd: "/",
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin:/usr/local/bin" },
      stdin: group === undefined ? "null" : "piped",
      stdout: group !== undefined && group.tidyMs > 0 ? "piped" : "null",
      stderr: "null",
      detached: true,
    }).spawn()
  );
}

/** Kills them now, without waiting for it. What cannot be ended stays until it ends by itself. */
export function killMarked(mark: string): void {
  endMarked(mark)?.unref();
}
