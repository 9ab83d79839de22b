import { EXIT } from "../../contract/error_codes.ts";
import { readSession, type SessionStore } from "../../continuous/store/log.ts";
import { sessionFolder } from "../../continuous/store/runs.ts";
import { rendered } from "../../continuous/report/render.ts";
import { reportOf } from "../../continuous/report/report.ts";
import { counted, named, oneLine } from "../../continuous/run/words.ts";
import { listed } from "../../continuous/worktree/git.ts";
import { lacksFilter } from "../../continuous/worktree/filters.ts";
import { ownChanges, surveyed, workIn } from "../../continuous/worktree/workspace.ts";
import { removeWorktree } from "../../continuous/worktree/worktree.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { standing } from "../../settings/small_file.ts";
import { findProgram } from "../../settings/world.ts";
import { Failure } from "../failure.ts";
import { print, printError } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import { isUnsettled, scratchOf, sessionToGoOn, type Setting, settingOf, withRun } from "./in_place.ts";

/** `codex-auto continuous show [ID]`: the branch of a run, its commits and their files. */
export async function show(asked: string, args: ContinuousArgs): Promise<void> {
  const setting = await settingOf(args);
  const { git, place: { root } } = setting;
  const id = sessionToGoOn(setting, asked, isUnsettled);
  const { workspace: { branch, base, folder } } = readSession(sessionFolder(root, id)).state;
  const plain = ["--stat", "--no-ext-diff", "--no-textconv", "--no-show-signature"];
  const commits = await git(["log", "--reverse", ...plain, `${base}..refs/heads/${branch}`]);
  print(sanitize(`branch ${branch} from ${base.slice(0, 10)}, in ${folder}\n\n${commits.stdout}`).text);
}

/** `codex-auto continuous merge [ID]`: a run's branch into the one that is checked out; all of it or nothing. */
export async function merge(asked: string, args: ContinuousArgs): Promise<number | void> {
  return await withRun(asked, args, async (store, setting) => {
    const { goal, finished, workspace: { branch, base, folder } } = store.state;
    const { git } = setting;
    const ref = `refs/heads/${branch}`;
    const onto = (await git(["symbolic-ref", "--quiet", "--short", "HEAD"], { tolerated: 1 })).stdout.trim();
    if (onto === "") refuse("no branch is checked out here: check out the one to merge into");
    // One that fails is aborted, and this would be the user's own.
    const under = await git(["rev-parse", "--quiet", "--verify", "MERGE_HEAD"], { tolerated: 1 });
    if (under.code === 0) refuse("a merge is under way here: conclude or abort it first");
    requireCommitted(await ownChanges(git, "no"), "here");
    requireCommitted((await heldBy(store, setting)).left, `in ${folder}`);
    const differing = (...which: string[]) =>
      listed(git, ["diff", "--name-only", "--no-renames", ...which, `HEAD...${ref}`], { tolerated: 128 });
    const lack = await lacksFilter(git, await differing("--diff-filter=d"));
    if (lack !== undefined) refuse(`${lack}, or \`git merge ${branch}\` by hand`);
    const news = new Set(await differing("--diff-filter=A"));
    const folders = new Set([...news].flatMap(above));
    // A file is in the way of a folder of its name as well, and a folder of a file.
    const inTheWay = (await listed(git, ["ls-files", "--others"])).filter((path) =>
      folders.has(path.replace(/\/$/, "")) || above(path).some((each) => news.has(each))
    );
    if (inTheWay.length > 0) refuse(`it would overwrite ${named(inTheWay)}: move that away first`);
    const message = `Merge ${branch}: ${goal.split("\n")[0]?.slice(0, 60)}`;
    const merge = ["merge", "--ff", "--no-edit", "--quiet", "-m", message, ref];
    const merged = await git(merge, { tolerated: 128 });
    if (merged.code !== 0) {
      await git(["merge", "--abort"], { tolerated: 128 });
      const why = `${merged.stdout}${merged.stderr}`.trim().split("\n").slice(-5).join("\n");
      const next = `Nothing was merged; by hand: git merge ${branch}`;
      throw new Failure(sanitize(`${branch} cannot be merged: ${why}\n${next}`).text, EXIT.unavailable);
    }
    const count = Number((await git(["rev-list", "--count", `${base}..${ref}`])).stdout);
    printError(`Merged ${branch} (${counted(count, "commit")}) into ${onto}\n`);
    // What is not finished goes on, on the same branch.
    if (finished && finished !== "incomplete") await settle(store, "merged", setting);
  }, isUnsettled);
}

/** A path, and each folder that it is in. */
const above = (path: string) => path.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"));

function refuse(why: string): never {
  throw new Failure(sanitize(`${why}; nothing was merged`).text, EXIT.unavailable);
}

function requireCommitted({ length }: readonly unknown[], where: string): void {
  if (length === 0) return;
  refuse(`${counted(length, "file")} ${where} with changes in no commit: commit or stash them first`);
}

/** What the worktree of a run holds. `left`: changes that are in no commit, where they are not a step's alone. */
async function heldBy({ state: { session, workspace, baseline } }: SessionStore, setting: Setting) {
  const { git, place: { root }, settings, world } = setting;
  if (!standing(workspace.folder)) return { left: [] };
  const { brought } = await surveyed(git, root, settings.bring);
  const worktree = await workIn(workspace, false, brought, { git, root, scratch: scratchOf(session, world) });
  const { head, tree } = await worktree.snapshot();
  const left = tree === baseline?.tree ? [] : await worktree.changed(await worktree.treeOf(head), tree);
  return { left, commit: () => worktree.commit(tree, head, "Changes that were in no commit") };
}

/** Characters of a report that stand in a pull request: GitHub takes 65,536. */
const BODY_CHARS = 60_000;

/** `codex-auto continuous pr [ID]`: pushes the branch of a run to `origin` and opens a pull request with its report, by the user's own `gh` or `glab`. */
export async function pullRequest(asked: string, args: ContinuousArgs): Promise<number | void> {
  return await withRun(asked, args, async ({ state, folder }, { world, place: { root: cwd }, git }) => {
    const { goal, workspace: { branch } } = state;
    const origin = (await git(["config", "--get", "remote.origin.url"], { tolerated: 1 })).stdout;
    const tool = origin.includes("gitlab") ? "glab" : "gh";
    const program = findProgram(tool, world);
    if (program === undefined || origin === "") {
      const what = origin === "" ? "there is no remote `origin`" : `there is no ${tool} on PATH`;
      throw new Failure(`${what}; by hand: git push REMOTE ${branch}`, EXIT.toolsFailed);
    }
    const title = oneLine(goal, 70);
    const { parts, ...head } = reportOf(readSession(folder).events, state);
    // Where it worked and how to go on, the last of them, are for whoever has the run.
    const body = rendered({ ...head, parts: parts.slice(0, -2) }, "text").slice(0, BODY_CHARS);
    const create = tool === "gh"
      ? ["pr", "create", "--head", branch, "--title", title, "--body", body]
      : ["mr", "create", "--yes", "--source-branch", branch, "--title", title, "--description", body];
    const push = ["push", "origin", `refs/heads/${branch}`];
    for (const [name, args] of [["git", push], [program, create]] as const) {
      const { code } = await new Deno.Command(name, { args, cwd, stdout: "inherit", stderr: "inherit" })
        .output();
      if (code !== 0) throw new Failure(`${name} ${args[0]} ended with ${code}`, EXIT.unavailable);
    }
  }, isUnsettled);
}

/** `codex-auto continuous discard ID`: throws a run's worktree and branch away; what happened in it can still be read. */
export async function discard(asked: string, args: ContinuousArgs): Promise<number | void> {
  return await withRun(asked, args, async (store, setting) => {
    const { branch } = store.state.workspace;
    const { left, commit } = await heldBy(store, setting);
    const kept = left.length > 0 && await commit?.();
    await settle(store, "discarded", setting);
    const what = `${counted(left.length, "file")} in no commit`;
    printError(`Discarded ${branch}${kept ? ` and ${what}: \`git branch NAME ${kept}\` has it` : ""}\n`);
  }, isUnsettled);
}

async function settle(store: SessionStore, how: "merged" | "discarded", { git, world }: Setting) {
  const { session, workspace: { branch } } = store.state;
  await removeWorktree(git, scratchOf(session, world));
  await git(["branch", "--quiet", how === "merged" ? "-d" : "-D", branch], { tolerated: 1 });
  store.append({ type: "settled", how });
}
