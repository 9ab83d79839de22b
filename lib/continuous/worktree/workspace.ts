import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { attempt } from "../../settings/attempt.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import { standing } from "../../settings/small_file.ts";
import type { RunState } from "../run/state.ts";
import { counted, named } from "../run/words.ts";
import type { Bring } from "../settings/settings.ts";
import { idleFilters } from "./filters.ts";
import { LINK, listed, quoted, type RunGit, tracked } from "./git.ts";
import { openWorktree, removeWorktree, STEPS, type Worktree } from "./worktree.ts";

export type Workspace = RunState["workspace"];

const SLUG_CHARS = 40;

export async function freeBranch(goal: string, session: string, git: RunGit): Promise<string> {
  const words = goal.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join("-") ?? "";
  const slug = [...words].slice(0, SLUG_CHARS).join("").replace(/-+$/, "") || "run";
  const id = session.slice(-6);
  const taken = await listed(git, ["for-each-ref", "--format=%(refname:lstrip=2)/", "refs/heads"]);
  // To git a branch is a file, and `a` and `a/b` cannot both be there.
  const isFree = (name: string) =>
    !taken.some((each) => each.startsWith(`${name}/`) || `${name}/`.startsWith(each));
  return [`auto/${slug}`, `auto/${slug}-${id}`].find(isFree) ?? `auto-${id}/${slug}`;
}

/** Files with changes of the user's that are in no commit, ignored files aside, and those that cannot be compared without their filter. */
export async function ownChanges(git: RunGit, untracked: "all" | "no" = "all"): Promise<string[]> {
  const status = ["status", "--porcelain", "--no-renames", `--untracked-files=${untracked}`];
  const entries = await listed(git, [...status, "--", ":/", ":(exclude,top).codex/state"]);
  const paths = entries.map((entry) => entry.slice(3));
  const unknown = new Set((await idleFilters(git, paths)).files);
  return paths.filter((path) => !unknown.has(path));
}

/** A commit of the user's folder as it is, on top of HEAD: nothing of the folder, its index or its branch changes. Sensitive files that are in no commit stay out of it. */
export async function commitChanges(git: RunGit, changed: readonly string[], scratch: string) {
  const index = `${scratch}/index.changes`;
  const known = new Set(await listed(git, ["ls-files"]));
  // A repository inside, `folder/`, would be a link that nobody can follow.
  const taken = changed.filter((path) => known.has(path) || !/\/$/.test(path) && !isSensitivePath(path));
  const input = taken.map((path) => quoted(`:(top,literal)${path}`)).join("\n");
  await git(["read-tree", "HEAD"], { index });
  if (input !== "") await git(["add", "-A", "--sparse", "--pathspec-from-file=-"], { index, input });
  const tree = (await git(["write-tree"], { index })).stdout.trim();
  Deno.removeSync(index);
  const message = `Changes that were in no commit\n\n${counted(taken.length, "file")}, as the run began.`;
  return (await git(["commit-tree", tree, "-p", "HEAD", "-m", message])).stdout.trim();
}

/** Looks at what the worktree will lack of the user's folder. `notes`: what it has and has not, for people. */
export async function surveyed(git: RunGit, root: string, asked: Bring) {
  const all = await tracked(git);
  const modules = all.flatMap(({ path }) =>
    /(?:^|\/)package\.json$/.test(path) ? [path.replace(/package\.json$/, "node_modules")] : []
  );
  const status = ["status", "--porcelain", "--ignored", "--untracked-files=normal"];
  const ignored = (await listed(git, status)).filter((entry) => entry.startsWith("!! "))
    .map((entry) => entry.slice(3).replace(/\/$/, ""));
  const isOurs = (path: string) => standing(`${root}/${path}`) !== undefined;
  const brought = {
    link: [...new Set([...asked.link, ...modules])].filter(isOurs),
    copy: asked.copy.filter(isOurs),
  };
  const lent = [...brought.link, ...brought.copy];
  const left = ignored.filter((path) => !lent.includes(path) && !path.startsWith(".codex"));
  const submodules = all.filter(({ mode }) => mode === LINK).map(({ path }) => path);
  const filters = await idleFilters(git, all.map(({ path }) => path));
  const sparse = await git(["config", "--type=bool", "--get", "core.sparseCheckout"], { tolerated: 1 });
  const lists: [what: string, names: readonly string[]][] = [
    ["linked from your folder", brought.link],
    ["copied from your folder", brought.copy],
    ["ignored files that stay behind (`bring` in [continuous] takes some along)", left],
    ["submodules are empty folders there", submodules],
    ["filters of .git/config are not run (those of ~/.gitconfig are)", filters.names],
    ["files that stand there as git stores them, without their filter", filters.files],
  ];
  const notes = lists.filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${named(names)}`);
  if (sparse.stdout.trim() === "true") notes.push("the checkout is sparse, as yours is");
  return { brought, notes };
}

/** The worktree of a run: made where it is missing, from its branch, or anew where `isNew`. Throws `AutoToolsError`. */
export async function workIn(
  { folder, branch, base }: Workspace,
  isNew: boolean,
  brought: Bring,
  { git, root, scratch }: { git: RunGit; root: string; scratch: string },
): Promise<Worktree> {
  makeOwnFolder(scratch);
  if (isNew || !standing(folder)) {
    await removeWorktree(git, folder);
    const from = isNew ? ["-B", branch, folder, base] : [folder, branch];
    await git(["worktree", "add", "--quiet", ...from]);
  }
  // The repository may have been moved; of the user's own worktrees one may be out of reach.
  await git(["worktree", "repair"], { tolerated: 1 });
  const own = (await git(["rev-parse", "--absolute-git-dir"], { cwd: folder })).stdout.trim();
  const files = [scratch, own].flatMap((at) => [...Deno.readDirSync(at)].map(({ name }) => `${at}/${name}`));
  // What a git leaves behind that was killed.
  for (const path of files) if (path.endsWith(".lock")) Deno.removeSync(path);
  // Those of steps that were lost.
  if (standing(`${scratch}/${STEPS}`)) await removeWorktree(git, `${scratch}/${STEPS}`);
  const bring = (to: string) => bringFiles(root, to, brought);
  await bring(folder);
  const lent = [...brought.link, ...brought.copy];
  return openWorktree(git, { root: folder, branch, brought: lent, bring, scratch });
}

/** Lends files of the user's folder to a worktree. A folder is linked entry by entry, so that what is written into it stays there; a link in it to another place of the repository leads to that of the worktree. */
export async function bringFiles(from: string, to: string, { link, copy }: Bring): Promise<void> {
  for (const path of link) linkAll(`${from}/${path}`, `${to}/${path}`, { from, to, top: `${from}/${path}/` });
  for (const path of copy) {
    if (!standing(`${from}/${path}`) || standing(`${to}/${path}`)) continue;
    Deno.mkdirSync(`${to}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await new Deno.Command("cp", { args: ["-a", "--", `${from}/${path}`, `${to}/${path}`] }).output();
  }
}

function linkAll(source: string, target: string, place: { from: string; to: string; top: string }): void {
  if (!standing(source) || standing(target)) return;
  Deno.mkdirSync(target.replace(/\/[^/]*$/, ""), { recursive: true });
  const isFolder = Deno.lstatSync(source).isDirectory;
  // A scope holds packages of its own.
  const isOpened = isFolder && (`${source}/` === place.top || /\/@[^/]+$/.test(source));
  if (!isOpened) return Deno.symlinkSync(inside(source, place), target);
  Deno.mkdirSync(target);
  for (const { name } of Deno.readDirSync(source)) linkAll(`${source}/${name}`, `${target}/${name}`, place);
}

/** Where a link has to lead; one that leads nowhere stays as it is. */
function inside(source: string, { from, to, top }: { from: string; to: string; top: string }): string {
  if (!Deno.lstatSync(source).isSymlink) return source;
  const real = attempt(() => Deno.realPathSync(source)) ?? source;
  const isElsewhere = real.startsWith(`${from}/`) && !real.startsWith(top);
  return isElsewhere ? `${to}${real.slice(from.length)}` : source;
}
