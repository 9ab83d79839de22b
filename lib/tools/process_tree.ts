import { KILL_MARKED } from "../guard/git/strays.ts";

/** Descendants that are looked for at most; a program with more is a fork bomb, and its mark finds them too. */
const MAX_DESCENDANTS = 500;

/** s between two looks at whether what tidies up has come to its end. */
const LOOK_S = 0.05;

/**
 * `sh -c SCRIPT sh PID MARK LOOKS`: leaves a guard behind that waits for the pipe on its stdin to break. Then it kills the group, and the
 * descendants that have left it; they have to be known before their parent is dead. Last it looks for what holds the mark without being
 * a descendant. Before that last kill it asks those that hold the mark to end, and gives them LOOKS looks for it. Its stdout is open until
 * it has done.
 */
const SCRIPT = `
exec 3<&0 4>&1
{
read -r _ <&3
tree=
count=0
descend() {
  for list in /proc/"$1"/task/*/children; do
    found=
    { read -r found; } 2>/dev/null <"$list"
    for child in $found; do
      [ "$count" -ge ${MAX_DESCENDANTS} ] && return
      count=$((count + 1))
      tree="$tree $child"
      descend "$child"
    done
  done
}
[ -d /proc/self ] && descend "$1" 2>/dev/null
kill -KILL -- "-$1" 2>/dev/null
looks=$3
while [ "$looks" -gt 0 ]; do
  marked=$(grep -slF -- "$2" /proc/[0-9]*/environ)
  [ -n "$marked" ] || break
  if [ "$looks" = "$3" ]; then
    for file in $marked; do
      pid=\${file#/proc/}
      kill -TERM "\${pid%/environ}"
    done
  fi
  looks=$((looks - 1))
  sleep ${LOOK_S} || looks=0
done
for pid in $tree; do kill -KILL "$pid" 2>/dev/null; done
${KILL_MARKED("2")}
} >/dev/null 2>&1 &
`;

/** All that a program has started. */
export interface ProcessTree {
  /** Ends it all, a few ms later. */
  kill(): void;
  /** Settles once nothing of it is left, after a `kill` and on Linux; elsewhere, when the kill has been sent. Only where it was given time to tidy up. */
  gone(): Promise<void>;
}

/**
 * Guards the process group that `pid` leads, its descendants wherever they go, and on Linux every process whose environment holds `mark`
 * (`NAME=value`), which finds those that left the group and lost their parent. `kill` ends them all; so does the end of this program, even
 * by SIGKILL. The group is killed at once; the others are asked by SIGTERM and killed `tidyMs` later at the latest, so that who tidies up behind
 * a program can do so.
 *
 * A shell does the work: the runtime lets nobody who holds less than all permissions look into other processes, and a program that is
 * killed can do nothing any more. The guard is nobody's child and in a group of its own, so neither our end nor Ctrl-C ends it first.
 */
export function guardProcessTree(pid: number, mark: string, tidyMs = 0): ProcessTree {
  const guard = startGuard(pid, mark, tidyMs);
  return {
    kill() {
      if (guard === undefined) return killGroup(pid);
      guard.stdin.abort(new Error("kill")).catch((error) => {
        // The guard itself was killed; the group is what can still be ended.
        if (!(error instanceof Error)) throw error;
        killGroup(pid);
      });
    },
    async gone() {
      if (guard !== undefined && tidyMs > 0) await guard.stdout.pipeTo(new WritableStream());
    },
  };
}

function startGuard(pid: number, mark: string, tidyMs: number): Deno.ChildProcess | undefined {
  try {
    return new Deno.Command("/bin/sh", {
      args: ["-c", SCRIPT, "sh", String(pid), mark, String(Math.ceil(tidyMs / 1000 / LOOK_S))],
      cwd: "/",
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin:/usr/local/bin" },
      stdin: "piped",
      stdout: tidyMs > 0 ? "piped" : "null",
      stderr: "null",
      detached: true,
    }).spawn();
  } catch (error) {
    // No shell, or no more processes to be had: only the group can be ended, and only by us.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Kills the group that `pid` leads, and nothing that has left it. */
function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch (error) {
    // The group is gone already, as it should be.
    if (!(error instanceof Error)) throw error;
  }
}
