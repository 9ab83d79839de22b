import { AutoToolsError } from "../../contract/error_codes.ts";
import { AGENTS } from "../../continuous/executor/agents.ts";
import type { RunState } from "../../continuous/run/state.ts";
import { counted } from "../../continuous/run/words.ts";
import { isUsable } from "../../continuous/runner/verify.ts";
import { inStorage } from "../../continuous/store/log.ts";
import { commitChanges, freeBranch, ownChanges } from "../../continuous/worktree/workspace.ts";
import { surveyed, workIn, type Workspace } from "../../continuous/worktree/workspace.ts";
import { findProgram } from "../../settings/world.ts";
import { makeOwnFolder } from "../../settings/own_files.ts";
import type { ContinuousArgs } from "./args.ts";
import { hasScreen } from "./face.ts";
import { scratchOf, type Setting } from "./in_place.ts";

/** Says where a new run will work: nothing is made but a folder and, where the user's changes are taken along, their commit. Throws `AutoToolsError`. */
export async function newWorkspace(
  goal: string,
  session: string,
  args: ContinuousArgs,
  { place: { root }, world, git }: Setting,
): Promise<{ workspace: Workspace; note: string }> {
  const head = await git(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], { tolerated: 128 });
  if (head.code !== 0) {
    const remedy = "commit something first: `git add -A && git commit`";
    const what = `${root} has no commit yet, and a run works on a branch`;
    throw new AutoToolsError("E_REPO_ROOT", `${what}; ${remedy}`);
  }
  const scratch = scratchOf(session, world);
  inStorage(() => makeOwnFolder(scratch));
  const folder = `${scratch}/tree/${root.slice(root.lastIndexOf("/") + 1)}`;
  const changed = await ownChanges(git);
  const files = `${counted(changed.length, "file")} with changes of yours`;
  const isTaken = changed.length > 0 &&
    (args.withChanges ||
      (hasScreen(args) && !args.yes && confirm(`${files}: begin with them as the first commit?`)));
  const base = isTaken ? await commitChanges(git, changed, scratch) : head.stdout.trim();
  const said = isTaken
    ? `begins with ${files} as its first commit`
    : `${files} stay out of it; --with-changes takes them along`;
  return {
    workspace: { folder, branch: await freeBranch(goal, session, git), base },
    note: changed.length === 0 ? "" : said,
  };
}

/** The worktree of a run, ready to be worked in, and what is to be said of it. Throws `AutoToolsError`. */
export async function placeOfWork(
  { session, workspace, executor, executorArgs, baseline }: RunState,
  { place: { root, top, gitCommonDir }, settings, world, git }: Setting,
  stop: AbortSignal,
) {
  const ground = await surveyed(git, root, settings.bring);
  const scratch = scratchOf(session, world);
  const worktree = await workIn(workspace, baseline === undefined, ground.brought, { git, root, scratch });
  const args = AGENTS[executor].sandbox(executorArgs);
  const offered = args.length > 0 ? [findProgram(executor, world) ?? executor, ...args] : [];
  const isSandboxed = offered.length > 0 && await isUsable(offered, { root: worktree.root, world, stop });
  const verified = isSandboxed
    ? `verify commands run in the sandbox of ${executor}`
    : "verify commands run as you, outside of any sandbox: look them over";
  const notes = [`works on branch ${workspace.branch}, in ${workspace.folder}`, ...ground.notes, verified];
  const { stdout } = await git(["worktree", "list", "--porcelain"]);
  const repository = [top, gitCommonDir, scratch, ...stdout.match(/(?<=^worktree ).+/gm) ?? []];
  return { worktree, repository, sandbox: isSandboxed ? offered : [], notes };
}
