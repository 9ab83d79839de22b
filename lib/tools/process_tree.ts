/** Descendants that are looked for at most; a program with more is a fork bomb, and its mark finds them too. */
const MAX_DESCENDANTS = 500;
/** Rounds of looking for the mark: who forks between the look and the kill is found by the next look. */
const MAX_ROUNDS = 20;

/**
 * `sh -c SCRIPT sh PID MARK`: kills the group, then the descendants that have left it; they have to be known before their parent is
 * dead. What holds the mark without being a descendant is looked for behind the caller's back, and also once the caller has ended.
 * Only shell built-ins and `grep`, since a process for each file would take longer than all the rest.
 */
const SCRIPT = `
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
for pid in $tree; do kill -KILL "$pid" 2>/dev/null; done
(
  round=0
  while [ "$round" -lt ${MAX_ROUNDS} ]; do
    round=$((round + 1))
    marked=$(grep -slF -- "$2" /proc/[0-9]*/environ)
    [ -n "$marked" ] || break
    for file in $marked; do
      pid=\${file#/proc/}
      kill -KILL "\${pid%/environ}"
    done
  done
) </dev/null >/dev/null 2>&1 &
`;

const SHELL = {
  cwd: "/",
  clearEnv: true,
  env: { PATH: "/usr/bin:/bin:/usr/local/bin" },
  stdout: "null",
  stderr: "null",
} as const;

/**
 * Kills the process group that `pid` leads, its descendants wherever they have gone, and on Linux every process whose environment holds
 * `mark` (`NAME=value`), which finds those that left the group and lost their parent. Returns within a few ms, when group and
 * descendants are dead; the marked ones follow a moment later, even if this program ends meanwhile.
 *
 * A shell does the work because the runtime lets nobody who holds less than all permissions look into other processes.
 */
export function killProcessTree(pid: number, mark: string): void {
  try {
    new Deno.Command("/bin/sh", { ...SHELL, args: ["-c", SCRIPT, "sh", String(pid), mark], stdin: "null" })
      .outputSync();
  } catch (error) {
    // No shell, or no more processes to be had: the group alone is ended.
    if (!(error instanceof Error)) throw error;
  }
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch (error) {
    // The group is gone already, as it should be.
    if (!(error instanceof Error)) throw error;
  }
}

/**
 * Does the same once this program has ended without having called `release`, even by SIGKILL: a shell waits for the pipe between us to
 * break. It is in a group of its own, so that Ctrl-C on a terminal does not end it first.
 */
export function killProcessTreeWithUs(pid: number, mark: string): { release(): void } {
  let watch: Deno.ChildProcess;
  try {
    const args = ["-c", `read -r _\n${SCRIPT}`, "sh", String(pid), mark];
    watch = new Deno.Command("/bin/sh", { ...SHELL, args, stdin: "piped", detached: true }).spawn();
  } catch (error) {
    // No shell: a program that is killed leaves behind what does not end by itself.
    if (error instanceof Error) return { release: () => {} };
    throw error;
  }
  watch.unref();
  return {
    release() {
      end(watch);
      watch.stdin.abort(new Error("released")).catch((error) => {
        // The pipe broke with the shell, as it should.
        if (!(error instanceof Error)) throw error;
      });
    },
  };
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
}
