import { AutoToolsError } from "../contract/error_codes.ts";
import { findProgram } from "../settings/find_program.ts";
import { systemWorld } from "../settings/world.ts";

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

/** Subcommands that only read the object store and the index; see `docs/security.md` for why no other is let through. */
export const SAFE_SUBCOMMANDS: ReadonlySet<string> = new Set([
  "rev-parse",
  "rev-list",
  "ls-files",
  "ls-tree",
  "log",
  "cat-file",
  "grep",
  "merge-base",
  "for-each-ref",
  "--version",
]);

/** Subcommands that know diffs, and so external diff programs and text converters. */
const DIFFING = new Set(["log"]);

/** Arguments with which a safe subcommand runs a program, writes a file, or looks elsewhere than from `cwd`. */
const UNSAFE_ARGUMENT =
  /^(?:--open-files-in-pager|--ext-diff|--textconv|--filters|--output|--show-signature|--recurse-submodules)/;

/** Arguments that are unsafe in one subcommand only. `ls-files -m` compares contents, and so runs clean filters; `grep -O` starts a pager. */
const UNSAFE_IN: Readonly<Record<string, RegExp>> = {
  "ls-files": /^(?:-[a-z]*m|--modified)/,
  grep: /^-[A-Za-z]*O/,
};

/**
 * Overrides for every setting of a repository that names a program, loads one, or writes.
 * A setting on the command line is the strongest there is: no file can take it back.
 */
const HARDENED: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  ...Object.entries({
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.hooksPath": "/dev/null",
    "core.pager": "cat",
    "core.editor": "false",
    "core.sshCommand": "false",
    "core.gitProxy": "",
    "core.askPass": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.quotePath": "false",
    "credential.helper": "",
    "diff.external": "",
    "diff.noprefix": "false",
    "gpg.program": "false",
    "gpg.openpgp.program": "false",
    "gpg.x509.program": "false",
    "gpg.ssh.program": "false",
    "log.showSignature": "false",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "safe.directory": "*",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "color.ui": "false",
  }).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
];

/** Everything that git gets to see of an environment: nothing of the user's, so no `GIT_DIR`, proxy or helper of theirs. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "false",
  SSH_ASKPASS: "false",
  GIT_SSH_COMMAND: "false",
  GIT_PAGER: "cat",
  PAGER: "cat",
  GIT_EDITOR: "false",
};

const MAX_STDERR_BYTES = 8 * 1024;
const MAX_STDOUT_BYTES = 256 * 1024 * 1024;

/** git's absolute path; null until somebody asks, undefined where there is none. */
let program: string | undefined | null = null;

/** Says which git to run, where PATH cannot be asked: in the sandbox, which knows no environment. */
export function useGit(path: string | undefined) {
  program = path;
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
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill(child);
  }, Math.max(0, options.timeoutMs));
  try {
    const [, stdout, stderr, status] = await Promise.all([
      feed(child, options.stdin),
      collect(child.stdout, options.maxBytes ?? MAX_STDOUT_BYTES, () => kill(child)),
      collect(child.stderr, MAX_STDERR_BYTES, () => {}),
      child.status,
    ]);
    return {
      code: status.signal === null ? status.code : -1,
      stdout: stdout.bytes,
      truncated: stdout.truncated,
      timedOut,
      stderr: new TextDecoder().decode(stderr.bytes),
    };
  } finally {
    clearTimeout(timer);
  }
}

function hardened(args: readonly string[]): string[] {
  const [subcommand = "", ...rest] = args;
  const end = rest.indexOf("--");
  const unsafe = (end < 0 ? rest : rest.slice(0, end)).find((argument) =>
    UNSAFE_ARGUMENT.test(argument) || UNSAFE_IN[subcommand]?.test(argument)
  );
  if (!SAFE_SUBCOMMANDS.has(subcommand) || unsafe !== undefined) {
    throw new AutoToolsError(
      "E_INVALID_ARGS",
      `git ${subcommand} ${unsafe ?? ""} is not among the commands that are safe to run`,
    );
  }
  return [
    ...HARDENED,
    subcommand,
    ...(DIFFING.has(subcommand) ? ["--no-ext-diff", "--no-textconv"] : []),
    ...rest,
  ];
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
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const detail = error instanceof Deno.errors.NotFound ? `${path} or ${cwd} is gone` : String(error);
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `Cannot start git: ${detail}`, { cause: error });
  }
}

function kill(child: Deno.ChildProcess) {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It had ended by itself in the meantime, which is all that was wanted.
    if (!(error instanceof TypeError)) throw error;
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

async function collect(stream: ReadableStream<Uint8Array>, max: number, onOverflow: () => void) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of stream) {
    if (truncated) continue;
    const room = max - size;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (chunk.length > room) {
      truncated = true;
      onOverflow();
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { bytes, truncated };
}
