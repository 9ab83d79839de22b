import { Buffer } from "node:buffer";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { boundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, gitProgram, SHELL } from "../../guard/git/git.ts";
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
const HARMLESS: Readonly<Record<string, string>> = {
  required: "false",
  driver: "git merge-file -q %A %O %B",
};
/** Commands that convert no file and name nobody, so that they start none of these programs. `write-tree` does: it looks once more at what may have changed. */
const PLUMBING =
  /^(?:rev-parse|symbolic-ref|update-ref|diff-tree|cat-file|show-ref|ls-files|config|clean|update-index|worktree prune|read-tree [^-]\S*$)/;
const NOBODY = [["user.name", "codex-auto"], ["user.email", "codex-auto@localhost"]] as const;

/** ms for one command: the first look at a large repository reads all of it. */
const GIT_MS = 300_000;
/** Where a terminal interrupts us (Ctrl-C) or is closed, we still have to write down how far we came. In a process group of its own git would not hear of it either, but for that the runtime has to copy this process. */
const UNDISTURBED = "trap '' INT QUIT HUP; ";
/** Bytes of its output that are held: names of files, millions of them. */
const MAX_BYTES = 128 * 1024 * 1024;

interface GitAsked {
  cwd?: string;
  index?: string;
  /** Highest exit code that is an answer. */
  tolerated?: number;
  maxBytes?: number;
  /** What it reads. */
  input?: string;
  /** What is configured, as the command just before this one has found it. */
  configured?: readonly string[];
}

/** Gives what git prints and its exit code. Throws `AutoToolsError` where it ends with more than is tolerated. */
export type RunGit = (
  args: readonly string[],
  asked?: GitAsked,
) => Promise<Awaited<ReturnType<typeof start>> & { configured: readonly string[] }>;

/** git with the user's own configuration, but for the programs that the repository's names, which a stranger may have written, and for what the environment says to git (`GIT_DIR`). */
export function repositoryGit(root: string): RunGit {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("GIT_"));
  const base: Record<string, string> = {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
  return async (args, { cwd = root, index, tolerated = 0, maxBytes, input, configured } = {}) => {
    // Each time anew, since a step may change what is configured.
    configured ??= PLUMBING.test(args.join(" ")) ? [] : (await start(LIST, cwd, base)).stdout.split("\0");
    const names = configured;
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
    if (result.truncated ? maxBytes !== undefined : result.code <= tolerated) {
      return { ...result, configured };
    }
    const why = result.truncated ? "it printed too much" : result.stderr.trim().slice(0, 500);
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `git ${args[0]} ended with ${result.code}: ${why}`);
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** What makes a name no line of UTF-8, and what git writes it with. */
const ODD = /[^\0\t -[\]-~\u0080-\ufffc]/;

/** What git prints as a list, each entry ended by a zero byte. Whatever of a name is no line of UTF-8 is told as git quotes it, a backslash too, so that `quoted` names that very file. */
export async function listed(git: RunGit, args: readonly string[], asked?: GitAsked): Promise<string[]> {
  const { bytes, stdout } = await git(args, asked);
  const text = ODD.test(stdout) ? escaped(Buffer.from(bytes).toString("latin1")) : stdout;
  return text.split("\0").filter((entry) => entry !== "");
}

function escaped(bytes: string): string {
  return bytes.replace(/[\x80-\xff]+|[^\0\t -[\]-~]/g, (run) => {
    if (/[\n\\]/.test(run)) return JSON.stringify(run).slice(1, -1);
    const text = run < "\x80" ? undefined : attempt(() => UTF8.decode(Buffer.from(run, "latin1")));
    return text ?? run.replace(/[^]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`);
  });
}

/** Names a file to git on its stdin. */
export function quoted(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`;
}

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
  const entries = await listed(git, ["ls-files", "-s", "-z"], asked);
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
  return { bytes: out, stdout: text(out), stderr: text(err), code, truncated };
}
