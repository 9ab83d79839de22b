import { AutoToolsError } from "../../contract/error_codes.ts";
import { attempt } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { findProgram, systemWorld } from "../../settings/world.ts";
import { boundedOutput } from "./bounded_output.ts";
import { type GitView, gitViewAt } from "./git_view.ts";
import { killMarked, MARK, newMark } from "./strays.ts";

/** KiB of memory that one git may have of its own. What it maps to read, such as packs and their indexes, is not counted. */
const MEMORY_KIB = 2 * 1024 * 1024;

/** Runs a program in the shell's place. A bound that is lower already cannot be raised, and stays. */
const BOUNDED = `ulimit -d ${MEMORY_KIB} 2>/dev/null; exec "$0" "$@"`;

export const SHELL = "/bin/sh";

/** How a git is started whose memory is bounded: there is no other way to set a limit than in the process itself. `first`: what the shell does before. */
export function bounded(program: string, args: readonly string[], first = ""): string[] {
  return ["-c", `${first}${BOUNDED}`, program, ...args];
}

/** It waits for no lock and nobody's answer, fetches nothing and shows what is there. */
export const UNATTENDED: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_TERMINAL_PROMPT: "0",
};

/** Everything that git gets to see of an environment: nothing of the user's, so no `GIT_DIR`, proxy or helper of theirs. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  ...UNATTENDED,
  // The most memory that git may ask for at once: all there is where the system knows no bound, as on macOS.
  GIT_ALLOC_LIMIT: "1g",
};

interface GitOptions {
  /** Absolute; the repository is found from here, where `useGit` has not said which. */
  cwd: string;
  /** ms after which git is killed, with everything it started. */
  timeoutMs: number;
  /** Bytes of stdout to keep; git is killed once it has printed more. */
  maxBytes?: number;
}

const MAX_STDERR_BYTES = 8 * 1024;
const MAX_STDOUT_BYTES = 256 * 1024 * 1024;
/** ms after which, twice, the output of a git that has ended is held open by somebody it left behind. As a rule it ends with git, and nothing is waited for. */
const LAST_OUTPUT_MS = 200;

/** What only reads index, objects and files. With no configuration but ours it runs no program, and takes nothing from arguments that could: these are ours, all of them. */
export type GitCommand = readonly [subcommand: "ls-files" | "log" | "grep", ...args: string[]];

/** git's absolute path; null until somebody asks, undefined where there is none. */
let program: string | undefined | null = null;

/** Where git runs: where we may end processes, or in the sandbox, which may end nothing but its own child. */
interface Surroundings {
  sandboxed: boolean;
  /** What every git sees; by default the repository that it runs in. */
  view?: GitView;
  /** Begins the mark of every git; see `strays.ts`. */
  mark?: string;
  /** Called with the mark of a git that may have left processes behind. */
  onStrays(mark: string): void;
}

let surroundings: Surroundings = { sandboxed: false, onStrays: killMarked };
/** Whether what a git leaves behind is found by its mark. Elsewhere its process group is ended, for which the runtime has to copy this process (some 10 ms). */
const FOUND_BY_MARK = Deno.build.os === "linux";
let started = 0;
let running = 0;

/** Says which git to run in the sandbox, which knows no PATH and may end no process but its child; `onStrays` says who ends what git has left behind. */
export function useGit(path: string | undefined, inside: Partial<Surroundings> = {}) {
  program = path;
  surroundings = { onStrays: () => {}, ...inside, sandboxed: true };
}

/** Whether a git of this thread has not been waited for to its end: whoever ends the thread now leaves it, or what it started, behind. */
export function gitIsRunning(): boolean {
  return running > 0;
}

/** The git of the user's PATH, looked up once. */
export function gitProgram(): string | undefined {
  if (program === null) program = findProgram("git", systemWorld());
  return program;
}

/** Runs one git that only reads, without the repository's configuration and references, in bounded memory and time. Throws `AutoToolsError` `E_TOOL_UNAVAILABLE` where it cannot be started or its end be told. */
export async function git(args: GitCommand, options: GitOptions) {
  const mark = nextMark();
  const child = start(args, mark, options.cwd);
  let truncated = false, timedOut = false;
  const stdout = boundedOutput(child.stdout, options.maxBytes ?? MAX_STDOUT_BYTES, () => {
    truncated = true;
    end();
  });
  const stderr = boundedOutput(child.stderr, MAX_STDERR_BYTES);
  // What git left behind may hold its output open for ever, so nobody waits for that once git has ended.
  const end = () => {
    // The sandbox may end its own child alone. It may have ended by itself, which is all that was wanted.
    attempt(() => Deno.kill(-child.pid, "SIGKILL"));
    attempt(() => child.kill("SIGKILL"));
    stdout.stop();
    stderr.stop();
    if (mark !== undefined) surroundings.onStrays(mark);
  };
  running++;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, Math.max(0, options.timeoutMs));
  const outputs = Promise.all([stdout.bytes, stderr.bytes]);
  try {
    const [[out, err], status] = await Promise.all([
      outputs,
      // Where we were started with SIGCHLD ignored, the system forgets how git ended: nothing that it printed can be relied on.
      child.status.catch((cause: unknown) => {
        const message = `Cannot tell how git ended: ${String(cause)}`;
        throw new AutoToolsError("E_TOOL_UNAVAILABLE", message, { cause });
      }).then(async (status) => {
        // A thread that was busy hears of the time before it hears of the bytes: once without an end proves nothing.
        const all = await inTime(outputs, LAST_OUTPUT_MS) ?? await inTime(outputs, LAST_OUTPUT_MS);
        if (all === undefined) end();
        return status;
      }),
    ]);
    return {
      code: status.signal === null ? status.code : -1,
      stdout: out,
      truncated,
      timedOut,
      stderr: new TextDecoder().decode(err),
    };
  } finally {
    running--;
    clearTimeout(timer);
  }
}

/** In the sandbox, undefined where nobody is there to look for it. */
function nextMark(): string | undefined {
  if (!surroundings.sandboxed) surroundings.mark ??= newMark(systemWorld());
  return surroundings.mark === undefined ? undefined : `${surroundings.mark}${started++}.`;
}

function start(args: GitCommand, mark: string | undefined, cwd: string): Deno.ChildProcess {
  const path = gitProgram();
  if (path === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no executable `git` on PATH");
  }
  try {
    const { environment, excludes } = surroundings.view ?? gitViewAt(cwd);
    const options = excludes === undefined ? [] : ["-c", `core.excludesFile=${excludes}`];
    return new Deno.Command(SHELL, {
      args: bounded(path, [...options, ...args]),
      cwd,
      clearEnv: true,
      env: {
        ...ENVIRONMENT,
        ...environment,
        ...(mark === undefined ? {} : { [MARK]: mark.slice(MARK.length + 1) }),
      },
      detached: !surroundings.sandboxed && !FOUND_BY_MARK,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const detail = error instanceof Deno.errors.NotFound
      ? `${path}, ${SHELL} or ${cwd} is gone`
      : String(error);
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `Cannot start git: ${detail}`, { cause: error });
  }
}
