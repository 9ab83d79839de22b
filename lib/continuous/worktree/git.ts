import { AutoToolsError } from "../../contract/error_codes.ts";
import { BoundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, ENVIRONMENT, SHELL } from "../../guard/git/environment.ts";
import { gitProgram } from "../../guard/git/git.ts";
import { gitViewAt } from "../../guard/git/git_view.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import { type Aliases, type CommandJudge, commandJudge } from "../guard/command_judge.ts";
import { STATE_FOLDER } from "../store/runs.ts";

/** How files become objects of ours: fast, and as they are. */
const SETTINGS = [
  "core.splitIndex=false",
  "core.compression=0",
  "core.safecrlf=false",
  "advice.addEmbeddedRepo=false",
].flatMap((setting) => ["-c", setting]);

/** ms for one command: the first look at a large repository reads all of it. */
const GIT_MS = 120_000;
/** Bytes of its output that are held: names of files, millions of them. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;
const MAX_ALIAS_BYTES = 1024 * 1024;

interface GitOutput {
  code: number;
  stdout: string;
  truncated: boolean;
  stderr: string;
}

/** Throws `AutoToolsError` where git ends with more than `tolerated`. */
export type PrivateGit = (
  args: readonly string[],
  options?: { tolerated?: number; maxBytes?: number },
) => Promise<GitOutput>;

/**
 * A git that sees a repository and writes nothing into it: its index and new objects go into the private `folder`. It does not read the configuration
 * either, so that there are no filters, each of which is a program. Throws `AutoToolsError` where there is no repository that is believed.
 */
export function privateGit(root: string, folder: string): PrivateGit {
  const { environment, excludes } = gitViewAt(root);
  const objects = `${folder}/objects`;
  Deno.mkdirSync(objects, { recursive: true, mode: 0o700 });
  // Whatever the repository ignores, the state of runs is none of its files.
  const ignored = excludes === undefined ? "" : readSmallFile(excludes) ?? "";
  Deno.writeTextFileSync(`${folder}/exclude`, `${ignored}\n/${STATE_FOLDER}/\n`);
  const env = {
    ...ENVIRONMENT,
    ...environment,
    GIT_INDEX_FILE: `${folder}/index`,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(environment["GIT_OBJECT_DIRECTORY"] ?? ""),
  };
  const settings = [...SETTINGS, "-c", `core.excludesFile=${folder}/exclude`];
  return async (args, { tolerated = 0, maxBytes } = {}) => {
    const output = await callGit(root, [...settings, ...args], env, maxBytes ?? MAX_BYTES);
    const tooMuch = output.truncated && maxBytes === undefined;
    if (tooMuch || (output.code > tolerated && !output.truncated)) {
      const why = tooMuch ? `it printed more than ${MAX_BYTES} bytes` : output.stderr.trim().slice(0, 500);
      throw new AutoToolsError("E_TOOL_UNAVAILABLE", `git ${args[0]} ended with ${output.code}: ${why}`);
    }
    return output;
  };
}

/** A path as one of a list that colons part: git takes one in quotes for what stands between them. */
function inList(path: string): string {
  return path.includes(":") ? `"${path.replace(/["\\]/g, "\\$&")}"` : path;
}

/** The judge of commands that are run at `cwd`. */
export async function repositoryJudge(
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<CommandJudge> {
  return await commandJudge(await gitAliases(cwd, environment));
}

/**
 * What git, asked at `cwd` as the programs of a run are, takes for aliases: the repository's own and the user's, by their names in lower case. None where git
 * can read none, for then it runs none either.
 */
async function gitAliases(
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Aliases> {
  const args = ["config", "-z", "--get-regexp", "^alias\\."];
  const { code, stdout } = await callGit(cwd, args, environment, MAX_ALIAS_BYTES);
  if (code !== 0) return new Map();
  return new Map(
    stdout.split("\0").flatMap((line): [string, string][] => {
      const [, name, value] = /^alias\.(\S+)\n([^]*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** In a process group of its own: where a terminal interrupts us (Ctrl-C), we still have to write down how far we came. */
async function callGit(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<GitOutput> {
  const path = gitProgram();
  if (path === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no executable `git` on PATH");
  }
  const child = new Deno.Command(SHELL, {
    args: bounded(path, ["--no-pager", ...args]),
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
    signal: AbortSignal.timeout(GIT_MS),
  }).spawn();
  // It has ended by itself, or ends with the pipe that nobody reads.
  const stdout = new BoundedOutput(child.stdout, maxBytes, () => stdout.stop());
  const stderr = new BoundedOutput(child.stderr, MAX_STDERR_BYTES, () => {});
  const [out, err, { code }] = await Promise.all([stdout.bytes(), stderr.bytes(), child.status]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(out), truncated: stdout.truncated, stderr: text(err) };
}
