import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { ignoreError } from "../../settings/attempt.ts";
import { standing } from "../../settings/small_file.ts";
import { lacksFilter } from "./filters.ts";
import { type Entry, LINK, listed, quoted, type RunGit, tracked } from "./git.ts";

/** What a worktree holds at a moment: the commit of its branch, and git's hash of all files that git does not ignore. */
export interface Snapshot {
  head: string;
  tree: string;
}

export interface Change {
  path: string;
  status: "A" | "M" | "D" | "T";
  was: Omit<Entry, "path">;
  is: Omit<Entry, "path">;
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
  /** Has an index name these, or no longer. */
  const name = async (entries: readonly Entry[], index: string) => {
    const input = entries.map(({ path, mode, id }) => `${mode} ${id}\t${quoted(path)}\n`).join("");
    if (input !== "") await line(["update-index", "--index-info"], { index, input });
  };
  const untracked = (at = ["."], named = index) =>
    listed(git, ["ls-files", "-o", "--exclude-standard", "--", ...at, ...lent], { cwd: root, index: named });
  /** Whether git is new enough to merge trees: 2.38. */
  const canMerge = async () =>
    (await git(["merge-tree", "--write-tree", ref, ref], { tolerated: 129 })).code === 0;
  /** New folders with a repository of their own; in a submodule `.git` is a file. Of some names the runtime knows no file. */
  const repositories = async () =>
    (await untracked()).filter((path) =>
      path.endsWith("/") && (path.includes("\\") || standing(`${root}/${path}.git`)?.isDirectory)
    );
  /** All submodules that the index has named. */
  const links = new Map<string, Entry>();
  /** git overlooks files below a submodule that is not there: as far as such files count, there is none. */
  const nameLinks = async () => {
    for (const link of await tracked(git, LINK, { cwd: root, index })) links.set(link.path, link);
    // One whose folder is not there is deleted, or outside of a sparse checkout, which git knows.
    const open = [...links.values()].filter(({ path }) => standing(`${root}/${path}`));
    if (open.length === 0) return;
    const files = await untracked(open.map(({ path }) => `:(top,literal)${path}`), `${scratch}/index.none`);
    const isFilled = ({ path }: Entry) =>
      !standing(`${root}/${path}/.git`)?.isFile && files.some((file) => file.startsWith(`${path}/`));
    await name(open.map((link) => isFilled(link) ? { ...link, mode: "0" } : link), index);
  };
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
    await nameLinks();
    // The files of a repository that a step made are ours: to git, once its index names one there.
    for (let last = "", at = await repositories(); at.join() !== last; at = await repositories()) {
      await name(at.map((path) => ({ path: `${path}.${head}`, mode: "100644", id: head })), index);
      last = at.join();
    }
    // It ends with 1 where it leaves out what it cannot read.
    const add = ["add", "-A", "--sparse", "--ignore-errors", "--", ".", ...lent];
    await line(add, { index, tolerated: 1 });
    return { head, tree: await line(["write-tree"], { index }) };
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
      const lines = await listed(git, ["diff-tree", "-r", "--no-renames", before, after], { cwd: root });
      return lines.map((line) => {
        const [meta = "", path = ""] = line.split("\t");
        const [was = "", mode = "", from = "", id = "", status] = meta.slice(1).split(" ");
        return { path, status: status as Change["status"], was: { mode: was, id: from }, is: { mode, id } };
      });
    },
    /** Why git would not have what these changes leave in a commit. */
    lacksFilter: (changes: readonly Change[]) =>
      lacksFilter(git, changes.flatMap(({ path, status }) => status === "D" ? [] : [path]), { cwd: root }),
    /** How many lines differ, in git's words. */
    lines: (...trees: [string, string]) => line(["diff-tree", "-r", "--shortstat", "--no-renames", ...trees]),
    /** The difference as a patch for people: without secrets and sensitive files, at most `MAX_DIFF_CHARS`. */
    async diff(before: string, after: string): Promise<string> {
      const args = ["diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", before, after];
      const { stdout, truncated } = await git(args, { cwd: root, maxBytes: MAX_PATCH_BYTES });
      const whole = stdout.split(/^(?=diff --git )/m).filter((part) => {
        const [, ...names] = /^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/m.exec(part) ?? [];
        return !names.some((name) => isSensitivePath(name));
      }).join("");
      // Clean before it is cut: half a secret is one that no rule knows, so the line that git was cut off in goes.
      const text = redact(truncated ? whole.slice(0, whole.lastIndexOf("\n") + 1) : whole).text;
      return truncated || text.length > MAX_DIFF_CHARS
        ? `${text.slice(0, MAX_DIFF_CHARS).toWellFormed()}\n[cut after ${MAX_DIFF_CHARS} characters]\n`
        : text;
    },
    async read(id: string): Promise<string | undefined> {
      const asked = { cwd: root, tolerated: 128, maxBytes: MAX_PATCH_BYTES };
      const { stdout, code } = await git(["cat-file", "blob", id], asked);
      return code === 0 ? stdout : undefined;
    },
    /** The tree `base` with some of the changes that another has. */
    async mixed(base: string, changes: readonly Change[]): Promise<string> {
      const mix = `${scratch}/index.mixed`;
      await line(["read-tree", base], { index: mix });
      await name(changes.map(({ path, is }) => ({ path, ...is })), mix);
      const tree = await line(["write-tree"], { index: mix });
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
    /** The files of a commit with what a step has changed that began from an older one; or the files that both have changed, with a git that cannot merge all that the step has. */
    async merged(head: string, left: Snapshot): Promise<{ tree: string; conflicts: string[] }> {
      if (left.head === head) return { tree: left.tree, conflicts: [] };
      const step = await line(["commit-tree", left.tree, "-p", left.head, "-m", "what a step did"]);
      if (!(await canMerge())) {
        const own = await listed(git, ["diff-tree", "-r", "--name-only", left.head, step], { cwd: root });
        return { tree: left.tree, conflicts: own };
      }
      const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", head, step];
      const [tree = "", ...conflicts] = await listed(git, args, { cwd: root, tolerated: 1 });
      return { tree, conflicts };
    },
    canMerge,
  };
}

let lastAdded: Promise<unknown> = Promise.resolve();

/** One after the other, of steps side by side too: git fails on the folder of a worktree that is just being made. */
async function inTurn(add: () => Promise<unknown>): Promise<void> {
  const turn = lastAdded.then(add);
  lastAdded = turn.catch(ignoreError);
  await turn;
}

export async function removeWorktree(git: RunGit, folder: string): Promise<void> {
  if (standing(folder)) Deno.removeSync(folder, { recursive: true });
  await git(["worktree", "prune"]);
}
