import { AutoToolsError } from "../../contract/error_codes.ts";
import { boundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, gitProgram, SHELL, UNATTENDED } from "../../guard/git/git.ts";
import { attempt, ignoreError } from "../../settings/attempt.ts";
import table from "./settings.txt" with { type: "text" };

const SETTINGS = table.split("\n").filter((line) => !/^(?:#|$)/.test(line)).map((line) => line.split(" "));

/** Keys that name a program, and those that say who commits. */
const ASKED =
  "^(user\\.(name|email)|(filter|merge|diff)\\..*\\.(clean|smudge|process|required|driver|command|textconv))$";
/** Prints scopes and keys of these, in turn. */
const LIST = ["config", "--null", "--show-scope", "--name-only", "--get-regexp", ASKED];
/** Where the repository's own configuration names a program, git is told this, or nothing. */
const LOCAL = /^(?:local|worktree)$/;
const HARMLESS: Record<string, string> = { required: "false", driver: "git merge-file -q %A %O %B" };
/** Commands that convert no file and name nobody, so that they start none of these programs. `write-tree` does: it looks once more at what may have changed. */
const PLUMBING =
  /^(?:-c \S+ )?(?:rev-parse|symbolic-ref|update-\w+|diff-tree|cat-file|show-ref|ls-files|config|clean|worktree prune|read-tree [^-]\S*$)/;
const NOBODY = [["user.name", "codex-auto"], ["user.email", "codex-auto@localhost"]] as const;

/** ms for one command: the first look at a large repository reads all of it. */
const GIT_MS = 300_000;
/** Where a terminal interrupts us (Ctrl-C) or is closed, we still have to write down how far we came. In a process group of its own git would not hear of it either, but for that the runtime has to copy this process. */
const UNDISTURBED = "trap '' INT QUIT HUP; ";
/** Bytes of its output that are held: names of files, millions of them. */
const MAX_BYTES = 128 * 1024 * 1024;

export interface GitAsked {
  cwd?: string;
  index?: string;
  /** Highest exit code that is an answer. */
  tolerated?: number;
  maxBytes?: number;
  /** What it reads. */
  input?: string;
}

/** Gives what git prints and its exit code. Throws `AutoToolsError` where it ends with more than is tolerated. */
export type RunGit = (args: readonly string[], asked?: GitAsked) => ReturnType<typeof start>;

/** git with the user's own configuration, but for the programs that the repository's names, which a stranger may have written, and for what the environment says to git (`GIT_DIR`). */
export function repositoryGit(root: string): RunGit {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("GIT_"));
  const base = { ...Object.fromEntries(own), LC_ALL: "C", ...UNATTENDED };
  return async (args, { cwd = root, index, tolerated = 0, maxBytes, input } = {}) => {
    // Each time anew, since a step may change what is configured.
    const command = args.join(" ");
    const names = PLUMBING.test(command) ? [] : (await start(LIST, cwd, base)).stdout.split("\0");
    const programs = names.filter((_, at) => at % 2 === 1 && LOCAL.test(names[at - 1] ?? ""))
      .filter((key) => !key.startsWith("user"))
      .map((key) => [key, HARMLESS[key.slice(key.lastIndexOf(".") + 1)] ?? ""] as const);
    const settings = [...SETTINGS, ...programs, ...NOBODY.filter(([key]) => !names.includes(key))];
    const env = {
      ...base,
      GIT_CONFIG_COUNT: `${settings.length}`,
      ...Object.fromEntries(settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ])),
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    };
    const result = await start(args, cwd, env, maxBytes, input);
    if (result.truncated ? maxBytes !== undefined : result.code <= tolerated) return result;
    const why = result.truncated ? "it printed too much" : result.stderr.trim().slice(0, 500);
    const message = `git ${command.slice(0, 80)} ended with ${result.code}: ${why}`;
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", message);
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What git prints, line by line. A name with other bytes than UTF-8, or signs that no line has, stands as git quotes it, and so it is one line of text that `quoted` gives back. */
export async function listed(git: RunGit, args: readonly string[], asked?: GitAsked): Promise<string[]> {
  const lines = (await git(["-c", "core.quotePath=true", ...args], asked)).stdout.split("\n").slice(0, -1);
  return lines.map((line) =>
    line.replace(/"(.*)"$/, "$1").replace(/\\\\|(?:\\[23]\d\d)+/g, (signs) => {
      const bytes = signs.split("\\").slice(1).map((octal) => parseInt(octal, 8));
      return signs[1] === "\\" ? signs : attempt(() => UTF8.decode(Uint8Array.from(bytes))) ?? signs;
    })
  );
}

/** Names a file to git on its stdin. */
export const quoted = (path: string) => `"${path}"`;

/** What stands for a file in an index or a tree. */
export interface Entry {
  path: string;
  /** As git writes it; only zeros for nothing. */
  mode: string;
  id: string;
}

/** Modes of a submodule and of an executable file. */
export const [LINK, PROGRAM] = ["160000", "100755"];

/** What an index names, of one mode or of any. */
export async function tracked(git: RunGit, mode = "", asked?: GitAsked): Promise<Entry[]> {
  const entries = await listed(git, ["ls-files", "-s"], asked);
  return entries.filter((entry) => entry.startsWith(mode)).map((entry) => {
    const [, mode = "", id = "", path = ""] = /^(\S+) (\S+) \d\t(.*)$/.exec(entry) ?? [];
    return { mode, id, path };
  });
}

async function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  maxBytes = MAX_BYTES,
  input = "",
) {
  const program = gitProgram();
  if (program === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no `git` on PATH");
  }
  const child = new Deno.Command(SHELL, {
    args: bounded(program, ["--no-pager", ...args], UNDISTURBED),
    cwd,
    clearEnv: true,
    env,
    stdin: input === "" ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(GIT_MS),
  }).spawn();
  // Where git does not read it all, how it ends tells more.
  if (input !== "") new Blob([input]).stream().pipeTo(child.stdin).catch(ignoreError);
  // It has ended by itself, or ends with the pipe that nobody reads.
  let truncated = false;
  const stdout = boundedOutput(child.stdout, maxBytes, () => {
    truncated = true;
    stdout.stop();
  });
  const output = [stdout.bytes, boundedOutput(child.stderr, maxBytes).bytes, child.status] as const;
  const [out, err, { code }] = await Promise.all(output);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { stdout: text(out), stderr: text(err), code, truncated };
}
