/** A process of this machine, as far as it can be told who started it. */
export interface Process {
  pid: number;
  parent: number;
  session: number;
  /** The terminal that controls it; empty where there is none. */
  terminal: string;
  uid: number;
  /** In the order of starts; the unit is the system's. */
  started: number;
  /** The control groups that it stays in when its parent leaves it; empty where the system has none. */
  place: string;
  /** Its program's file, where that can be read. */
  file: string;
  name: string;
  args: string[];
  /** Whether it takes in processes whose parents have ended. */
  isReaper: boolean;
}

/** Prints all that is known of each process behind a word that nobody else knows. The runtime lets us read nothing below `/proc` ourselves. */
const PRINT_ALL = 'for p in /proc/[0-9]*; do echo "$1"; cat "$p/cgroup" "$p/stat" "$p/cmdline"; done';
/** Control groups, then id, name, state and numbers; the rest is the command line. A name is too short to look like the numbers. */
const PRINTED = /^((?:\d+:.*\n)*)(\d+) \(([^]{0,64}?)\) [A-Za-z]((?: -?\d+){30,})\n/;
const MAX_ARGS = 3;

/**
 * All processes that can be seen, by id; of those that end meanwhile nothing is told.
 *
 * @param nonce a word that no process can know.
 */
export function processTable(nonce: string): Map<number, Process> {
  const all = Deno.build.os === "linux"
    ? printed("/bin/sh", ["-c", PRINT_ALL, "sh", nonce]).split(`${nonce}\n`).flatMap(fromProc)
    : printed("/bin/ps", ["-Awwo", "pid=,ppid=,uid=,tty=,args="]).split("\n").flatMap(fromPs);
  return new Map(all.map((process) => [process.pid, process]));
}

/** The environment is not ours: it could lead to other programs. */
function printed(program: string, args: string[]): string {
  const env = { PATH: "/usr/bin:/bin" };
  const { stdout } = new Deno.Command(program, { args, clearEnv: true, env, stdin: "null", stderr: "null" })
    .outputSync();
  return new TextDecoder().decode(stdout);
}

function fromProc(text: string): Process[] {
  const found = PRINTED.exec(text);
  if (found === null) return [];
  const [all, place = "", pid = "", name = "", numbers = ""] = found;
  const [parent = 0, , session = 0, terminal = 0, ...more] = numbers.trim().split(" ").map(Number);
  try {
    return [{
      pid: Number(pid),
      parent,
      session,
      terminal: terminal === 0 ? "" : String(terminal),
      uid: Deno.statSync(`/proc/${pid}/`).uid ?? -1,
      started: more[14] ?? 0,
      place,
      file: fileOf(pid),
      name,
      args: text.slice(all.length).split("\0").slice(0, MAX_ARGS),
      isReaper: pid === "1" || name === "systemd",
    }];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Another user's process keeps it to itself. */
function fileOf(pid: string): string {
  try {
    return Deno.readLinkSync(`/proc/${pid}/exe`);
  } catch (error) {
    if (error instanceof Error) return "";
    throw error;
  }
}

function fromPs(line: string): Process[] {
  const [pid, parent, uid, tty = "", ...args] = line.trim().split(/\s+/);
  if (pid === undefined || !/^\d+$/.test(pid)) return [];
  return [{
    pid: Number(pid),
    parent: Number(parent),
    // Not every ps tells a session: the process stands for it.
    session: Number(pid),
    terminal: tty.startsWith("?") ? "" : tty,
    uid: Number(uid),
    started: 0,
    place: "",
    file: "",
    name: "",
    args: args.slice(0, MAX_ARGS),
    isReaper: pid === "1",
  }];
}
