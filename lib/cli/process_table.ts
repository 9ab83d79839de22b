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
  /** The group of the system that it stays in when its parent leaves it; empty where the system has none. */
  place: string;
  /** Its program's file, where that can be read. */
  file: string;
  name: string;
  args: string[];
  /** Whether it takes in processes whose parents have ended. */
  isReaper: boolean;
}

/** All processes that can be seen, by id; of those that end meanwhile nothing is told. */
export function processTable(): Map<number, Process> {
  const all = Deno.build.os === "linux" ? fromProc() : fromPs();
  return new Map(all.map((process) => [process.pid, process]));
}

function fromProc(): Process[] {
  return Array.from(Deno.readDirSync("/proc")).flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readProcess(Number(name))];
    } catch (error) {
      if (error instanceof Error) return [];
      throw error;
    }
  });
}

function readProcess(pid: number): Process {
  const folder = `/proc/${pid}`;
  const stat = Deno.readTextFileSync(`${folder}/stat`);
  // Between the first and the last bracket stands a name, which may hold brackets itself.
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  const [, parent = 0, , session = 0, terminal = 0] = fields;
  return {
    pid,
    parent,
    session,
    terminal: terminal === 0 ? "" : String(terminal),
    uid: Deno.statSync(folder).uid ?? -1,
    started: fields[19] ?? 0,
    place: readOr(() => Deno.readTextFileSync(`${folder}/cgroup`)),
    file: readOr(() => Deno.readLinkSync(`${folder}/exe`)),
    name,
    args: Deno.readTextFileSync(`${folder}/cmdline`).split("\0").slice(0, 3),
    isReaper: pid === 1 || name === "systemd",
  };
}

/** What another user's process keeps to itself is empty. */
function readOr(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return "";
    throw error;
  }
}

function fromPs(): Process[] {
  const { stdout } = new Deno.Command("ps", {
    args: ["-Awwo", "pid=,ppid=,uid=,tty=,args="],
    stdin: "null",
    stderr: "null",
  }).outputSync();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [pid, parent, uid, tty = "", ...args] = line.trim().split(/\s+/);
    if (pid === undefined || !/^\d+$/.test(pid)) return [];
    return [{
      pid: Number(pid),
      parent: Number(parent),
      // Not every ps tells a session: the process stands for it.
      session: Number(pid),
      terminal: /^\?/.test(tty) ? "" : tty,
      uid: Number(uid),
      started: 0,
      place: "",
      file: "",
      name: "",
      args: args.slice(0, 3),
      isReaper: pid === "1",
    }];
  });
}
