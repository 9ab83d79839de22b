import { AutoToolsError } from "../../contract/error_codes.ts";
import { boundedOutput } from "../../guard/git/bounded_output.ts";
import { bounded, ENVIRONMENT, SHELL } from "../../guard/git/environment.ts";
import { gitProgram } from "../../guard/git/git.ts";
import { gitViewAt } from "../../guard/git/git_view.ts";
import { readSmallFile } from "../../settings/small_file.ts";
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

/** Gives what git prints. Throws `AutoToolsError` where it ends with more than `tolerated`, or prints too much and no `maxBytes` says that this will do. */
export type PrivateGit = (
  args: readonly string[],
  options?: { tolerated?: number; maxBytes?: number },
) => Promise<{ stdout: string; truncated: boolean }>;

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
  const path = environment["GIT_OBJECT_DIRECTORY"] ?? "";
  const env = {
    ...ENVIRONMENT,
    ...environment,
    GIT_INDEX_FILE: `${folder}/index`,
    GIT_OBJECT_DIRECTORY: objects,
    // One of a list that colons part: git takes one in quotes for what stands between them.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: path.includes(":") ? `"${path.replace(/["\\]/g, "\\$&")}"` : path,
  };
  const settings = [...SETTINGS, "-c", `core.excludesFile=${folder}/exclude`];
  return async (args, { tolerated = 0, maxBytes } = {}) => {
    const program = gitProgram();
    if (program === undefined) {
      throw new AutoToolsError("E_TOOL_UNAVAILABLE", "Cannot start git: there is no `git` on PATH");
    }
    const child = new Deno.Command(SHELL, {
      args: bounded(program, ["--no-pager", ...settings, ...args]),
      cwd: root,
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
    const stdout = boundedOutput(child.stdout, maxBytes ?? MAX_BYTES, () => {
      truncated = true;
      stdout.stop();
    });
    const stderr = boundedOutput(child.stderr, MAX_STDERR_BYTES);
    const [out, err, { code }] = await Promise.all([stdout.bytes, stderr.bytes, child.status]);
    if (truncated ? maxBytes === undefined : code > tolerated) {
      const why = truncated ? "it printed too much" : new TextDecoder().decode(err).trim().slice(0, 500);
      throw new AutoToolsError("E_TOOL_UNAVAILABLE", `git ${args[0]} ended with ${code}: ${why}`);
    }
    return { stdout: new TextDecoder().decode(out), truncated };
  };
}
