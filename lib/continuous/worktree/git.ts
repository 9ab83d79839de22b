import { AutoToolsError } from "../../contract/error_codes.ts";
import { boundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, gitProgram, SHELL } from "../../guard/git/git.ts";
import { findRepository } from "../../guard/git/repository.ts";
import { standing } from "../../settings/small_file.ts";
import table from "./settings.txt" with { type: "text" };

const SETTINGS = table.split("\n").filter((line) => !/^(?:#|$)/.test(line)).map((line) => line.split(" "));

/** Keys that name a program, those that say who commits, and those that name another file of the kind. */
const ASKED =
  "^(user\\.(name|email)|(filter|merge|diff)\\..*\\.(clean|smudge|process|required|driver|command|textconv)|include.*)$";
/** Where the repository's own configuration names a program, git is told this, or nothing. */
const LOCAL = /^(?:local|worktree)$/;
const HARMLESS: Readonly<Record<string, string>> = {
  required: "false",
  driver: "git merge-file -q %A %O %B",
};
/** Commands that convert no file and name nobody, so that they start none of these programs. `write-tree` does: it looks once more at what may have changed. */
const PLUMBING = new Set("rev-parse symbolic-ref update-ref diff-tree cat-file show-ref ls-files".split(" "));
/** Who commits where nobody has said who they are. */
const NOBODY = [["user.name", "codex-auto"], ["user.email", "codex-auto@localhost"]] as const;

/** ms for one command: the first look at a large repository reads all of it. */
const GIT_MS = 300_000;
/** Bytes of its output that are held: names of files, millions of them. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;

export interface GitAsked {
  /** Folder it runs in; the one it was made for by default. */
  cwd?: string;
  /** Index file in place of the worktree's own. */
  index?: string;
  /** Highest exit code that is an answer. */
  tolerated?: number;
  /** Bytes of output that will do; without it, too much is a failure. */
  maxBytes?: number;
}

/** Gives what git prints and its exit code. Throws `AutoToolsError` where it ends with more than is tolerated. */
export type RunGit = (
  args: readonly string[],
  asked?: GitAsked,
) => Promise<{ stdout: string; stderr: string; code: number; truncated: boolean }>;

/** git with the user's own configuration, but for the programs that the repository's names, which a stranger may have written, and for what `environment` says to git (`GIT_DIR`). */
export function repositoryGit(root: string, environment: Readonly<Record<string, string>>): RunGit {
  const own = Object.entries(environment).filter(([name]) => !name.startsWith("GIT_"));
  const base: Record<string, string> = {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
  const known = new Map<string, string[]>();
  /** Scopes and keys of `ASKED`, in turn. */
  const configured = async (cwd: string): Promise<string[]> => {
    const stamp = stampOf(cwd) ?? "";
    const before = known.get(stamp);
    if (before) return before;
    const list = ["config", "--null", "--show-scope", "--name-only", "--get-regexp", ASKED];
    const said = (await start(list, cwd, base, MAX_BYTES)).stdout.split("\0");
    const takesIn = said.some((key, at) => key.startsWith("include") && LOCAL.test(said[at - 1] ?? ""));
    if (stamp !== "" && !takesIn) known.set(stamp, said);
    return said;
  };
  return async (args, { cwd = root, index, tolerated = 0, maxBytes } = {}) => {
    const named = PLUMBING.has(args[0] ?? "") ? [] : await configured(cwd);
    const programs = named.filter((_, at) => at % 2 === 1 && LOCAL.test(named[at - 1] ?? ""))
      .filter((key) => !/^(?:user|include)/.test(key))
      .map((key) => [key, HARMLESS[key.slice(key.lastIndexOf(".") + 1)] ?? ""] as const);
    const settings = [...SETTINGS, ...programs, ...NOBODY.filter(([key]) => !named.includes(key))];
    const env = {
      ...base,
      GIT_CONFIG_COUNT: `${settings.length}`,
      ...Object.fromEntries(settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ])),
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    };
    const result = await start(args, cwd, env, maxBytes ?? MAX_BYTES);
    const { truncated, code } = result;
    if (truncated ? maxBytes === undefined : code > tolerated) {
      const why = truncated ? "it printed too much" : result.stderr.trim().slice(0, 500);
      throw new AutoToolsError("E_TOOL_UNAVAILABLE", `git ${args[0]} ended with ${code}: ${why}`);
    }
    return result;
  };
}

/** Changes with the files that configure a repository, so that git is asked again; undefined where nobody can tell. */
function stampOf(cwd: string): string | undefined {
  const found = findRepository(cwd);
  if (typeof found !== "object") return undefined;
  const files = [found.gitDir, found.gitCommonDir].flatMap((
    dir,
  ) => [`${dir}/config`, `${dir}/config.worktree`]);
  return JSON.stringify(files.map((path) => {
    const { ino, size, mtime, ctime } = standing(path, Deno.statSync) ?? {};
    return [path, ino, size, mtime, ctime];
  }));
}

/** What git prints as a list, each entry ended by a zero byte. */
export async function listed(git: RunGit, args: readonly string[], asked?: GitAsked): Promise<string[]> {
  return (await git(args, asked)).stdout.split("\0").filter((entry) => entry !== "");
}

async function start(args: readonly string[], cwd: string, env: Record<string, string>, maxBytes: number) {
  const program = gitProgram();
  if (program === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no `git` on PATH");
  }
  const child = new Deno.Command(SHELL, {
    args: bounded(program, ["--no-pager", ...args]),
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    // In a process group of its own: where a terminal interrupts us (Ctrl-C), we still have to write down how far we came.
    detached: true,
    signal: AbortSignal.timeout(GIT_MS),
  }).spawn();
  // It has ended by itself, or ends with the pipe that nobody reads.
  let truncated = false;
  const stdout = boundedOutput(child.stdout, maxBytes, () => {
    truncated = true;
    stdout.stop();
  });
  const stderr = boundedOutput(child.stderr, MAX_STDERR_BYTES);
  const [out, err, { code }] = await Promise.all([stdout.bytes, stderr.bytes, child.status]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { stdout: text(out), stderr: text(err), code, truncated };
}
