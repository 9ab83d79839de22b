import { AutoToolsError } from "../../contract/error_codes.ts";
import type { PrivateGit } from "./git.ts";

/** Mode of a link to another repository in an index. */
const LINK = "160000";
/** Exit code of `git add` that left out what it cannot read, such as a repository without a commit inside this one. */
const UNREADABLE = 1;
/** Repositories in one another that are looked into: more are nobody's honest work. */
const MAX_DEPTH = 20;
/** Paths in one command line. */
const MAX_PATHS = 500;

/** Git's hash of all files that are not ignored, those of repositories inside the repository as well. `index`: the private one, kept between looks. */
export async function treeOf(git: PrivateGit, index: string, gitDir: string): Promise<string> {
  // The repository's own index knows which files it has looked at already, and spares a look at all of them.
  if (!exists(index) && exists(`${gitDir}/index`)) Deno.copyFileSync(`${gitDir}/index`, index);
  try {
    await addAll(git);
  } catch (error) {
    if (!(error instanceof AutoToolsError) || !exists(index)) throw error;
    for (const name of [index, `${index}.lock`]) if (exists(name)) Deno.removeSync(name);
    await addAll(git);
  }
  return (await git(["write-tree"])).stdout.trim();
}

async function addAll(git: PrivateGit): Promise<void> {
  await asFolders(git, await links(git));
  let before = "";
  for (let depth = 0;; depth++) {
    const { code } = await git(["add", "-A", "--ignore-errors", "--", "."], { tolerated: UNREADABLE });
    const found = [...await links(git), ...code === UNREADABLE ? await unborn(git) : []];
    // What stays untracked cannot be read, however often it is tried.
    if (found.length === 0 || found.join("\0") === before || depth === MAX_DEPTH) return;
    before = found.join("\0");
    await asFolders(git, found);
  }
}

/**
 * Puts an entry for a file below each link in the link's place. Git then takes the folder for one of its own: it adds the files in it, and never looks into
 * the repository there, with all that this configures. The file is not there, so its entry goes with the next `git add`.
 */
async function asFolders(git: PrivateGit, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const empty = (await git(["hash-object", "-w", "--stdin"])).stdout.trim();
  for (let at = 0; at < paths.length; at += MAX_PATHS) {
    const entries = paths.slice(at, at + MAX_PATHS).flatMap((path) => [
      "--cacheinfo",
      `100644,${empty},${path}/.folder`,
    ]);
    await git(["update-index", "--add", "--replace", ...entries]);
  }
}

async function links(git: PrivateGit): Promise<string[]> {
  const { stdout } = await git(["ls-files", "-s", "-z"]);
  return stdout.split("\0").filter((entry) => entry.startsWith(LINK))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1));
}

/** Untracked repositories that git cannot link to, since they have no commit yet. */
async function unborn(git: PrivateGit): Promise<string[]> {
  const { stdout } = await git(["ls-files", "-z", "-o", "--directory", "--exclude-standard"]);
  return stdout.split("\0").filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
