import { attempt } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";

/** The variable that marks what a program has started, wherever it has gone since: a process inherits its environment. */
export const MARK = "AUTO_TOOLS_PROCESS";

/** Rounds of looking for the mark: who forks between the look and the kill is found by the next look. */
const MAX_ROUNDS = 20;

/** Shell text that kills every process whose environment holds `$NAME`. Only built-ins and `grep`, since a process for each file would take longer than all the rest. */
export const KILL_MARKED = (name: string) => `
round=0
while [ "$round" -lt ${MAX_ROUNDS} ]; do
  round=$((round + 1))
  marked=$(grep -slF -- "$${name}" /proc/[0-9]*/environ)
  [ -n "$marked" ] || break
  for file in $marked; do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}"
  done
done
`;

/** A new mark, `NAME=value`; a longer value that begins with it is found by it as well. */
export function newMark(world: World): string {
  return `${MARK}=${world.nonce(8)}.`;
}

/**
 * Kills every process whose environment holds `mark`, on Linux, a few ms later and whatever becomes of us. A shell does it: the runtime lets nobody
 * who holds less than all permissions look into other processes.
 */
export function killMarked(mark: string): void {
  // Where there is no shell, or no more processes are to be had, what was left behind stays until it ends by itself.
  attempt(() =>
    new Deno.Command("/bin/sh", {
      args: ["-c", `{ ${KILL_MARKED("1")} } >/dev/null 2>&1 &`, "sh", mark],
      cwd: "/",
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin:/usr/local/bin" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn().unref()
  );
}
