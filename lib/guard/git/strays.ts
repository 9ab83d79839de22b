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
 * Kills every process whose environment holds `mark`, on Linux, whatever becomes of us: by a shell, since the runtime lets us look into no other
 * process. With a `group` it waits until the pipe on its stdin breaks, kills that group, asks what else is marked to end, and kills it `tidyMs` later;
 * its stdout is open until then. Undefined where no shell can be started.
 */
export function endMarked(mark: string, group?: { pid: number; tidyMs: number }) {
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
