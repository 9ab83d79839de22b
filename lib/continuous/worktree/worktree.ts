import { AutoToolsError } from "../../contract/error_codes.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { commitOfHead } from "../../guard/git/head.ts";
import { NotAsGitWrites } from "../../guard/git/plain_file.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { attempt } from "../../settings/attempt.ts";
import { type PrivateGit, privateGit } from "./git.ts";

/** What a repository holds at a moment: its commit ("none" before the first), and git's hash of all files that git does not ignore. */
export interface Snapshot {
  head: string;
  tree: string;
}

/** A repository's files, looked at from outside. Nothing in it is changed. */
export interface Worktree {
  snapshot(): Promise<Snapshot>;
  /** Files that differ between two trees; none where one of them is no longer known. */
  changed(before: string, after: string): Promise<string[]>;
  /** The difference as a patch for people: without secrets and sensitive files, at most `MAX_DIFF_CHARS`. */
  diff(before: string, after: string): Promise<string>;
}

const MAX_DIFF_CHARS = 400_000;
/** Bytes of a patch that are read; a step may have written a file of gigabytes. */
const MAX_PATCH_BYTES = 4 * 1024 * 1024;
/** Exit code of `git add` that left out what it cannot read. */
const UNREADABLE = 1;
/** Mode of a link to another repository in an index, and how deep they are looked into. */
const LINK = "160000";
const MAX_DEPTH = 20;

/**
 * @param root real path of the repository's top level.
 * @param folder a private place for what git has to remember of files that are in no commit; may be removed at any time.
 */
export function openWorktree(
  { root, gitDir, gitCommonDir }: { root: string; gitDir: string; gitCommonDir: string },
  folder: string,
): Worktree {
  const git = privateGit(root, folder);
  return {
    async snapshot() {
      return { head: headOf(gitDir, gitCommonDir), tree: await treeOf(git, `${folder}/index`, gitDir) };
    },
    async changed(before, after) {
      if (before === after) return [];
      try {
        const args = ["diff-tree", "-r", "--name-only", "--no-renames", "-z", before, after];
        return (await git(args)).stdout.split("\0").filter((path) => path !== "");
      } catch (error) {
        if (error instanceof AutoToolsError) return [];
        throw error;
      }
    },
    async diff(before, after) {
      if (before === after) return "";
      const args = ["diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", before, after];
      const { stdout, truncated } = await git(args, { maxBytes: MAX_PATCH_BYTES });
      const whole = stdout.split(/^(?=diff --git )/m).filter((part) => !namesSensitive(part)).join("");
      // Clean before it is cut: half a secret is one that no rule knows, so the line that git was cut off in goes.
      const text = redact(truncated ? whole.slice(0, whole.lastIndexOf("\n") + 1) : whole).text;
      return truncated || text.length > MAX_DIFF_CHARS
        ? `${text.slice(0, MAX_DIFF_CHARS).toWellFormed()}\n[cut after ${MAX_DIFF_CHARS} characters]\n`
        : text;
    },
  };
}

async function treeOf(git: PrivateGit, index: string, gitDir: string): Promise<string> {
  // The repository's own index knows which files it has looked at already, and spares a look at all of them.
  if (!isThere(index) && isThere(`${gitDir}/index`)) Deno.copyFileSync(`${gitDir}/index`, index);
  try {
    await addAll(git);
  } catch (error) {
    if (!(error instanceof AutoToolsError) || !isThere(index)) throw error;
    for (const name of [index, `${index}.lock`]) if (isThere(name)) Deno.removeSync(name);
    await addAll(git);
  }
  return (await git(["write-tree"])).stdout.trim();
}

/**
 * Adds all files, those of repositories inside the repository as well. In the place of a link to one stands an entry for a file below it: git then takes
 * it for a folder of its own, and never looks into the repository there, with all that this configures. That file is not there, so its entry goes again.
 */
async function addAll(git: PrivateGit): Promise<void> {
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const { stdout } = await git(["ls-files", "-s", "-z"]);
    const links = stdout.split("\0").filter((entry) => entry.startsWith(LINK));
    if (depth > 0 && links.length === 0) return;
    if (links.length > 0) {
      const empty = (await git(["hash-object", "-w", "--stdin"])).stdout.trim();
      const entries = links.map((entry) => entry.slice(entry.indexOf("\t") + 1)).flatMap((path) => [
        "--cacheinfo",
        `100644,${empty},${path}/.folder`,
      ]);
      await git(["update-index", "--add", "--replace", ...entries]);
    }
    await git(["add", "-A", "--ignore-errors", "--", "."], { tolerated: UNREADABLE });
  }
}

/** Throws `AutoToolsError` where it cannot be told. */
function headOf(gitDir: string, gitCommonDir: string): string {
  try {
    return commitOfHead(gitDir, gitCommonDir) ?? "none";
  } catch (error) {
    if (!(error instanceof NotAsGitWrites)) throw error;
    const message = `Cannot tell the commit: ${error.message}`;
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", message, { cause: error });
  }
}

function namesSensitive(part: string): boolean {
  const [, ...names] = /^diff --git a\/(.*) b\/(.*)$/m.exec(part) ?? [];
  return names.some((name) => isSensitivePath(name));
}

function isThere(path: string): boolean {
  return attempt(() => Deno.lstatSync(path)) !== undefined;
}
