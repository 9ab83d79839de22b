import { AutoToolsError } from "../contract/error_codes.ts";
import { findProgram } from "../settings/find_program.ts";
import { systemWorld } from "../settings/world.ts";
import { BoundedOutput } from "./bounded_output.ts";
import { ENVIRONMENT, hardened } from "./git_hardening.ts";

export interface GitOptions {
  /** Absolute; the repository is found from here. */
  cwd: string;
  /** ms after which git is killed, with everything it started. */
  timeoutMs: number;
  /** Bytes of stdout to keep; git is killed once it has printed more. */
  maxBytes?: number;
  /** What is handed to git on stdin (`cat-file --batch`); nothing by default. */
  stdin?: string;
}

export interface GitResult {
  /** Exit code; -1 where git was killed. */
  code: number;
  stdout: Uint8Array;
  truncated: boolean;
  timedOut: boolean;
  /** At most 8 KiB. */
  stderr: string;
}

const MAX_STDERR_BYTES = 8 * 1024;
const MAX_STDOUT_BYTES = 256 * 1024 * 1024;

/** git's absolute path; null until somebody asks, undefined where there is none. */
let program: string | undefined | null = null;

/** Whether git leads a process group of its own, which ends as a whole. Else the runtime ends it with us, however we end. */
let detached = true;

/** Says which git to run, where PATH cannot be asked: in the sandbox, which knows no environment and may end no process group. */
export function useGit(path: string | undefined) {
  program = path;
  detached = false;
}

/** The git of the user's PATH, looked up once. */
export function gitProgram(): string | undefined {
  if (program === null) program = findProgram("git", systemWorld());
  return program;
}

/**
 * Runs one read-only git subcommand so that nothing in the repository can execute: see `SAFE_SUBCOMMANDS`.
 *
 * Resolves whatever git does; throws `AutoToolsError` `E_TOOL_UNAVAILABLE` where git cannot be started at all, and `E_INVALID_ARGS` for a subcommand or
 * argument that could run a program.
 */
export async function git(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const child = start(hardened(args), options);
  const stdout = new BoundedOutput(child.stdout, options.maxBytes ?? MAX_STDOUT_BYTES, () => end());
  const stderr = new BoundedOutput(child.stderr, MAX_STDERR_BYTES, () => {});
  // What git left behind may hold its output open for ever, so nobody waits for that once git has been ended.
  const end = () => {
    kill(child);
    stdout.stop();
    stderr.stop();
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, Math.max(0, options.timeoutMs));
  try {
    const [, out, err, status] = await Promise.all([
      feed(child, options.stdin),
      stdout.bytes(),
      stderr.bytes(),
      child.status,
    ]);
    return {
      code: status.signal === null ? status.code : -1,
      stdout: out,
      truncated: stdout.truncated,
      timedOut,
      stderr: new TextDecoder().decode(err),
    };
  } finally {
    clearTimeout(timer);
  }
}

function start(args: string[], { cwd, stdin }: GitOptions): Deno.ChildProcess {
  const path = gitProgram();
  if (path === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no executable `git` on PATH");
  }
  try {
    return new Deno.Command(path, {
      args,
      cwd,
      clearEnv: true,
      env: ENVIRONMENT,
      detached,
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const detail = error instanceof Deno.errors.NotFound ? `${path} or ${cwd} is gone` : String(error);
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `Cannot start git: ${detail}`, { cause: error });
  }
}

/** Ends git with its process group; the sandbox may end its own child alone. */
function kill(child: Deno.ChildProcess) {
  for (const act of [() => Deno.kill(-child.pid, "SIGKILL"), () => child.kill("SIGKILL")]) {
    try {
      act();
    } catch (error) {
      // It had ended by itself in the meantime, which is all that was wanted, or the group is not ours to end.
      if (!(error instanceof Error)) throw error;
    }
  }
}

async function feed(child: Deno.ChildProcess, text: string | undefined) {
  if (text === undefined) return;
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // git stopped reading, because it failed or was killed; its exit code tells.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
