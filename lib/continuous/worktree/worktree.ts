import { AutoToolsError } from "../../contract/error_codes.ts";
import { commitOfHead } from "../../guard/git/head.ts";
import { NotAsGitWrites } from "../../guard/git/plain_file.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { privateGit } from "./git.ts";
import { treeOf } from "./tree.ts";

/** What a repository holds at a moment: its commit, and git's hash of all files that git does not ignore, those of repositories inside it as well. */
export interface Snapshot {
  /** "none" before the first commit. */
  head: string;
  tree: string;
}

/** A repository's files, looked at from outside. Nothing in it is changed. */
export interface Worktree {
  snapshot(): Promise<Snapshot>;
  /** Files that differ between two trees; undefined where one of them is no longer known. */
  changed(before: string, after: string): Promise<string[] | undefined>;
  /** The difference as a patch for people: without secrets and sensitive files, at most `MAX_DIFF_CHARS`. */
  diff(before: string, after: string): Promise<string>;
}

const MAX_DIFF_CHARS = 400_000;
/** Bytes of a patch that are read; a step may have written a file of gigabytes. */
const MAX_PATCH_BYTES = 4 * 1024 * 1024;

/**
 * @param root real path of the repository's top level.
 * @param folder a private place for what git has to remember of files that are in no commit; may be removed at any time.
 */
export function openWorktree(
  { root, gitDir, gitCommonDir }: { root: string; gitDir: string; gitCommonDir: string },
  folder: string,
): Worktree {
  const git = privateGit(root, folder);
  let last: Promise<unknown> = Promise.resolve();
  return {
    snapshot() {
      // One after another: they share an index.
      const next = last.then(async () => ({
        head: headOf(gitDir, gitCommonDir),
        tree: await treeOf(git, `${folder}/index`, gitDir),
      }));
      last = next.catch((error: unknown) => {
        // Whoever asked for it is told.
        if (!(error instanceof Error)) throw error;
      });
      return next;
    },
    async changed(before, after) {
      if (before === after) return [];
      try {
        const args = ["diff-tree", "-r", "--name-only", "--no-renames", "-z", before, after];
        return (await git(args)).stdout.split("\0").filter((path) => path !== "");
      } catch (error) {
        if (error instanceof AutoToolsError) return undefined;
        throw error;
      }
    },
    async diff(before, after) {
      if (before === after) return "";
      const options = ["-r", "-p", "-M", "--no-ext-diff", "--no-textconv"];
      const args = ["diff-tree", ...options, before, after];
      const { stdout, truncated } = await git(args, { maxBytes: MAX_PATCH_BYTES });
      const parts = stdout.split(/^(?=diff --git )/m).filter((part) => !namesSensitive(part));
      const whole = parts.join("");
      // Clean before it is cut: half a secret is one that no rule knows, so the line that git was cut off in goes.
      const text = redact(truncated ? whole.slice(0, whole.lastIndexOf("\n") + 1) : whole).text;
      return truncated || text.length > MAX_DIFF_CHARS
        ? `${text.slice(0, MAX_DIFF_CHARS).toWellFormed()}\n[cut after ${MAX_DIFF_CHARS} characters]\n`
        : text;
    },
  };
}

/** Throws `AutoToolsError` where it cannot be told. */
function headOf(gitDir: string, gitCommonDir: string): string {
  try {
    return commitOfHead(gitDir, gitCommonDir) ?? "none";
  } catch (error) {
    if (!(error instanceof NotAsGitWrites)) throw error;
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `Cannot tell the commit: ${error.message}`, {
      cause: error,
    });
  }
}

function namesSensitive(part: string): boolean {
  const names = /^diff --git a\/(.*) b\/(.*)$/m.exec(part);
  return names !== null && [names[1], names[2]].some((name) => name !== undefined && isSensitivePath(name));
}
