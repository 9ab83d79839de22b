import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { ignoreError } from "../../settings/attempt.ts";
import { standing } from "../../settings/small_file.ts";
import { listed, type RunGit } from "./git.ts";

/** What a worktree holds at a moment: the commit of its branch, and git's hash of all files that git does not ignore. */
export interface Snapshot {
  head: string;
  tree: string;
}

export interface Change {
  path: string;
  status: "A" | "M" | "D" | "T";
}

/** The worktree of a run. Nobody else works in it, so whatever changes there was changed by the step. */
export type Worktree = ReturnType<typeof openWorktree>;

interface Place {
  root: string;
  branch: string;
  /** Files of the user's that are lent to the worktree, and to each checkout: they are in no commit. */
  brought: readonly string[];
  bring(root: string): Promise<void>;
  scratch: string;
}

export const STEPS = "steps";
const NAME = ["update-index", "--add", "--cacheinfo"];
const MAX_DIFF_CHARS = 400_000;
/** Bytes of a patch that are read; a step may have written a file of gigabytes. */
const MAX_PATCH_BYTES = 4 * 1024 * 1024;

export function openWorktree(git: RunGit, { root, branch, brought, bring, scratch }: Place) {
  const ref = `refs/heads/${branch}`;
  /** An index of our own: the worktree's may be told to overlook changes. */
  const index = `${scratch}/index`;
  const lent = brought.map((path) => `:(exclude,top,literal)${path}`);
  const line = async (...[args, asked]: Parameters<RunGit>) =>
    (await git(args, { cwd: root, ...asked })).stdout.trim();
  /** A new folder with a repository of its own; in a submodule `.git` is a file. */
  const repository = async () =>
    (await listed(git, ["ls-files", "-oz", "--exclude-standard", "--", ".", ...lent], { cwd: root, index }))
      .find((path) => path.endsWith("/") && standing(`${root}/${path}.git`)?.isDirectory);
  const snapshot = async (): Promise<Snapshot> => {
    if (!standing(index)) {
      const first = await line(["rev-parse", "--path-format=absolute", "--git-path", "index"]);
      const stands = standing(first);
      if (stands) {
        Deno.copyFileSync(first, index);
        // As old as the first: git looks again only at files that are no older than their index, and takes others by their size.
        Deno.utimeSync(index, stands.mtime ?? 1, stands.mtime ?? 1);
      }
    }
    const head = await line(["rev-parse", ref]);
    // The files of a repository that a step made are ours: to git, once its index names one there.
    for (let at = await repository(), last = ""; at && at !== last; last = at, at = await repository()) {
      await line([...NAME, `100644,${head},${at}.${head}`], { index });
    }
    // It ends with 1 where it leaves out what it cannot read.
    const add = ["add", "-A", "--sparse", "--ignore-errors", "--", ".", ...lent];
    const { configured } = await git(add, { cwd: root, index, tolerated: 1 });
    return { head, tree: await line(["write-tree"], { index, configured }) };
  };
  return {
    root,
    snapshot,
    /** Makes files and branch what they were; ignored files stay. */
    async restore({ head, tree }: Snapshot): Promise<void> {
      const now = await snapshot();
      if (now.head !== head) await line(["update-ref", ref, head]);
      if (now.tree !== tree) await line(["read-tree", "-u", "--reset", tree], { index });
      await line(["clean", "-ffdq", ...brought.flatMap((path) => ["-e", `/${path}`])], { index });
      if (now.head !== head) await line(["read-tree", head]);
    },
    /** One commit of a tree on top of another commit, which is then the branch: what a model committed itself goes into it. Returns the commit. */
    async commit(tree: string, parent: string, message: string): Promise<string> {
      const commit = await line(["commit-tree", tree, "-p", parent, "-m", message]);
      await line(["symbolic-ref", "HEAD", ref]);
      await line(["update-ref", ref, commit]);
      await line(["read-tree", commit]);
      return commit;
    },
    treeOf: (commit: string) => line(["rev-parse", `${commit}^{tree}`]),
    async changed(before: string, after: string): Promise<Change[]> {
      const args = ["diff-tree", "-r", "--name-status", "--no-renames", "-z", before, after];
      const parts = await listed(git, args, { cwd: root });
      return parts.flatMap((path, at) => at % 2 ? [{ path, status: parts[at - 1] as Change["status"] }] : []);
    },
    /** How many lines differ, in git's words. */
    lines: (...trees: [string, string]) => line(["diff-tree", "-r", "--shortstat", "--no-renames", ...trees]),
    /** The difference as a patch for people: without secrets and sensitive files, at most `MAX_DIFF_CHARS`. */
    async diff(before: string, after: string): Promise<string> {
      const args = ["diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", before, after];
      const { stdout, truncated } = await git(args, { cwd: root, maxBytes: MAX_PATCH_BYTES });
      const whole = stdout.split(/^(?=diff --git )/m).filter((part) => {
        const [, ...names] = /^diff --git a\/(.*) b\/(.*)$/m.exec(part) ?? [];
        return !names.some((name) => isSensitivePath(name));
      }).join("");
      // Clean before it is cut: half a secret is one that no rule knows, so the line that git was cut off in goes.
      const text = redact(truncated ? whole.slice(0, whole.lastIndexOf("\n") + 1) : whole).text;
      return truncated || text.length > MAX_DIFF_CHARS
        ? `${text.slice(0, MAX_DIFF_CHARS).toWellFormed()}\n[cut after ${MAX_DIFF_CHARS} characters]\n`
        : text;
    },
    async read(tree: string, path: string): Promise<string | undefined> {
      const asked = { cwd: root, tolerated: 128, maxBytes: MAX_PATCH_BYTES };
      const { stdout, code } = await git(["cat-file", "blob", `${tree}:${path}`], asked);
      return code === 0 ? stdout : undefined;
    },
    /** The tree `base` with some of its files as `from` has them. */
    async mixed(base: string, from: string, changes: readonly Change[]): Promise<string> {
      const mix = `${scratch}/index.mixed`;
      const asked = { index: mix };
      await line(["read-tree", base], asked);
      const paths = pathsFrom(`${scratch}/paths`, changes.map(({ path }) => path));
      if (changes.length > 0) await line(["restore", "--staged", `--source=${from}`, ...paths], asked);
      const tree = await line(["write-tree"], asked);
      Deno.removeSync(mix);
      return tree;
    },
    /** Does something in a fresh checkout of a tree, which is gone afterwards. `left`: the tree that it holds then. */
    async inCheckout<T>(
      name: string,
      tree: string,
      act: (root: string, left: () => Promise<string>) => Promise<T>,
    ): Promise<T> {
      const place = `${scratch}/${name}`;
      const folder = `${place}/${root.slice(root.lastIndexOf("/") + 1)}`;
      const commit = await line(["commit-tree", tree, "-p", ref, "-m", "a checkout to work in"]);
      // One that was left when the program was killed.
      if (standing(place)) await removeWorktree(git, place);
      await inTurn(() => line(["worktree", "add", "--detach", "--quiet", folder, commit]));
      const checkout = () => openWorktree(git, { root: folder, branch, brought, bring, scratch: place });
      try {
        await bring(folder);
        return await act(folder, async () => (await checkout().snapshot()).tree);
      } finally {
        await removeWorktree(git, place);
      }
    },
    /** The files of a commit with what a step has changed that began from an older one; or the files that both have changed. */
    async merged(head: string, left: Snapshot): Promise<{ tree: string; conflicts: string[] }> {
      const step = await line(["commit-tree", left.tree, "-p", left.head, "-m", "what a step did"]);
      const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", head, step];
      const [tree = "", ...conflicts] = await listed(git, args, { cwd: root, tolerated: 1 });
      return { tree, conflicts };
    },
    /** Whether git is new enough for `merged`: 2.38. */
    canMerge: async () =>
      (await git(["merge-tree", "--write-tree", ref, ref], { tolerated: 129 })).code === 0,
  };
}

let lastAdded: Promise<unknown> = Promise.resolve();

/** One after the other, of steps side by side too: git fails on the folder of a worktree that is just being made. */
async function inTurn(add: () => Promise<unknown>): Promise<void> {
  const turn = lastAdded.then(add);
  lastAdded = turn.catch(ignoreError);
  await turn;
}

/** Arguments with which git takes paths from a file, which may be many. */
export function pathsFrom(file: string, paths: readonly string[]): string[] {
  Deno.writeTextFileSync(file, paths.map((path) => `:(top,literal)${path}`).join("\0"));
  return [`--pathspec-from-file=${file}`, "--pathspec-file-nul"];
}

export async function removeWorktree(git: RunGit, folder: string): Promise<void> {
  if (standing(folder)) Deno.removeSync(folder, { recursive: true });
  await git(["worktree", "prune"]);
}
