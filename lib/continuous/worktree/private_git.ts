import { AutoToolsError } from "../../contract/error_codes.ts";
import { BoundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, BOUNDED_ENVIRONMENT, SHELL } from "../../guard/git/bounded_start.ts";
import { gitProgram } from "../../guard/git/git.ts";
import { STATE_FOLDER } from "../store/folder.ts";
import { ENVIRONMENT } from "../../guard/git/environment.ts";
import { gitViewAt } from "../../guard/git/git_view.ts";
import { readSmallFile } from "../../settings/small_file.ts";

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

export interface PrivateGit {
  /**
   * Runs git with an index and an object store of our own. Throws `AutoToolsError` where git ends with more than `tolerated`, or prints more than can be
   * held.
   */
  run(args: readonly string[], tolerated?: number): Promise<string>;
  /** The same, for the exit code. */
  code(args: readonly string[], tolerated: number): Promise<number>;
  /** Runs git the same way; of what it prints, the first `maxBytes`. */
  beginning(args: readonly string[], maxBytes: number): Promise<{ text: string; truncated: boolean }>;
}

/** Where git keeps what it sees of a repository. */
export interface PrivatePlace {
  /** Of the repository. */
  root: string;
  /** Private: index and new objects go there. */
  folder: string;
  /** Folder of the new objects; repositories inside one another share it. */
  objects?: string;
  /** Name of the index. */
  index?: string;
}

/**
 * A git that sees a repository and writes nothing into it. It does not read the configuration either, so that there are no filters, each of which is a program.
 * Throws `AutoToolsError` where there is no repository that is believed.
 */
export function privateGit(
  { root, folder, objects = `${folder}/objects`, index = "index" }: PrivatePlace,
): PrivateGit {
  const { environment, excludes } = gitViewAt(root);
  for (const each of [folder, objects]) Deno.mkdirSync(each, { recursive: true, mode: 0o700 });
  // Whatever the repository ignores, the state of runs is none of its files.
  const ignored = excludes === undefined ? "" : readSmallFile(excludes) ?? "";
  Deno.writeTextFileSync(`${folder}/exclude`, `${ignored}\n/${STATE_FOLDER}/\n`);
  const env = {
    ...ENVIRONMENT,
    ...environment,
    GIT_INDEX_FILE: `${folder}/${index}`,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(environment["GIT_OBJECT_DIRECTORY"] ?? ""),
  };
  const settings = [...SETTINGS, ...["-c", `core.excludesFile=${folder}/exclude`]];
  const callOwn = (args: readonly string[], maxBytes: number) =>
    callGit(root, [...settings, ...args], env, maxBytes);
  async function tolerate(args: readonly string[], tolerated: number) {
    const { code, stdout, truncated, stderr } = await callOwn(args, MAX_BYTES);
    if (code > tolerated || truncated) {
      throw failure(args[0], code, truncated ? `it printed more than ${MAX_BYTES} bytes` : stderr);
    }
    return { code, stdout };
  }
  return {
    run: async (args, tolerated = 0) => (await tolerate(args, tolerated)).stdout,
    code: async (args, tolerated) => (await tolerate(args, tolerated)).code,
    async beginning(args, maxBytes) {
      const { code, stdout, truncated, stderr } = await callOwn(args, maxBytes);
      if (code > 0 && !truncated) throw failure(args[0], code, stderr);
      return { text: stdout, truncated };
    },
  };
}

/** A path as one of a list that colons part: git takes one in quotes for what stands between them. */
function inList(path: string): string {
  return path.includes(":") ? `"${path.replace(/["\\]/g, "\\$&")}"` : path;
}

function failure(command: string | undefined, code: number, stderr: string): AutoToolsError {
  return new AutoToolsError(
    "E_TOOL_UNAVAILABLE",
    `git ${command} ended with ${code}: ${stderr.trim().slice(0, 500)}`,
  );
}

/** In a process group of its own: where a terminal interrupts us (Ctrl-C), we still have to write down how far we came. */
export async function callGit(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
  maxBytes: number,
) {
  const path = gitProgram();
  if (path === undefined) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no executable `git` on PATH");
  }
  const child = new Deno.Command(SHELL, {
    args: bounded(path, ["--no-pager", ...args]),
    cwd,
    clearEnv: true,
    env: { ...env, ...BOUNDED_ENVIRONMENT },
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
