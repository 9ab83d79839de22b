import { EXIT } from "../../contract/error_codes.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { rendered } from "../../continuous/report/render.ts";
import { reportOf } from "../../continuous/report/report.ts";
import type { RunEvent } from "../../continuous/run/event.ts";
import { doneTasks } from "../../continuous/run/state.ts";
import { counted, oneLine } from "../../continuous/run/words.ts";
import { readSession, repairLog, type SessionStore, UnusableLog } from "../../continuous/store/log.ts";
import { sessionAtWork, sessionFolder, sessionIds } from "../../continuous/store/runs.ts";
import { repositoryGit, type RunGit } from "../../continuous/worktree/git.ts";
import { removeWorktree } from "../../continuous/worktree/worktree.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { findProgram } from "../../settings/find_program.ts";
import type { World } from "../../settings/world.ts";
import { UsageError } from "../command.ts";
import { Failure } from "../failure.ts";
import { coloured, paint, print, printError, visible } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";
import {
  chosenSession,
  inPlace,
  isUnsettled,
  runPlace,
  scratchOf,
  sessionToGoOn,
  type Setting,
  settingOf,
  withRun,
} from "./in_place.ts";

const GOAL_CHARS = 80;
const MAX_CHARS = 1000;

/** `codex-auto continuous list`: one line a run, the latest last. */
export async function list(repo: string | undefined): Promise<number> {
  const { root } = await runPlace(repo);
  const ids = sessionIds(root);
  if (ids.length === 0) {
    printError(`No run in ${oneLine(root, MAX_CHARS)} yet: codex-auto --continuous "GOAL"\n`);
  }
  const on = coloured(Deno.stdout);
  const atWork = sessionAtWork(root);
  for (const id of ids) {
    try {
      const { state } = readSession(sessionFolder(root, id));
      const { finished, pause, tasks, goal } = state;
      const waiting = pause && `waits (${pause.kind})`;
      const status = finished ?? waiting ?? (id === atWork ? "under way" : "interrupted");
      const shown = paint(status, status === "complete" ? 32 : 33, on);
      print(`${id}  ${shown}  ${doneTasks(state).size}/${tasks.size}  ${oneLine(goal, GOAL_CHARS)}\n`);
    } catch (error) {
      if (!(error instanceof UnusableLog)) throw error;
      print(`${id}  ${paint("unusable", 31, on)}  ${oneLine(error.message, MAX_CHARS)}\n`);
    }
  }
  return EXIT.ok;
}

/** `codex-auto continuous report [ID]`: what a run has come to, made from its events as they are now. */
export async function report(asked: string, { repo, format }: ContinuousArgs): Promise<number> {
  const { root } = await runPlace(repo);
  const id = chosenSession(root, asked);
  const { events, state } = readSession(sessionFolder(root, id));
  print(rendered(reportOf(events, state, id === sessionAtWork(root)), format ?? "text"));
  return EXIT.ok;
}

/** `codex-auto continuous edit [ID]`: the plan of a run that is at rest, in the user's editor. */
export async function edit(asked: string, args: ContinuousArgs): Promise<number> {
  return await withRun(asked, args, async (store, { world }) => {
    const { finished, session } = store.state;
    const edited = await editInEditor(store.state, store.folder, world);
    if (edited.kind === "unsound") {
      const where = edited.file === undefined ? "" : `, and is kept in ${visible(edited.file)}`;
      const problems = edited.problems.map((each) => `  ${each}\n`).join("");
      const again = `Edit it again: codex-auto continuous edit ${session}`;
      printError(`The plan cannot be used yet${where}:\n${problems}${again}\n`);
      return EXIT.config;
    }
    if (edited.events.length > 0 && finished) store.append({ type: "reopened", why: "its plan was changed" });
    store.append(...edited.events);
    const next = `Changed. Go on: codex-auto resume --continuous ${session}`;
    printError(`${edited.events.length > 0 ? next : "Nothing is changed."}\n`);
    return EXIT.ok;
  });
}

/** `codex-auto continuous repair ID`: the log of a run, begun anew from its snapshots. */
export async function repair(asked: string, args: ContinuousArgs): Promise<number> {
  const setting = await settingOf(args);
  const { place: { root }, world } = setting;
  const id = sessionToGoOn(setting, asked);
  return await inPlace(setting, () => {
    const { kept, events } = repairLog(sessionFolder(root, id), world.now().toISOString());
    printError(`Repaired up to event ${events}; the damaged log is kept in ${kept}\n`);
    printError(`Go on: codex-auto resume --continuous ${id}\n`);
    return Promise.resolve(EXIT.ok);
  });
}

/** `codex-auto continuous rerun TASK [ID]`: a task that is done, or has failed, is worked on again. */
export async function rerun(task_id: string, args: ContinuousArgs, asked: string): Promise<number> {
  return await withRun(asked, args, (store) => {
    const { tasks, finished, session } = store.state;
    const from = tasks.get(task_id)?.status;
    if (from !== "done" && from !== "failed") {
      const known = [...tasks.values()].map((each) => `${each.task_id} (${each.status})`).join(", ");
      const what = "is no task that is done or has failed; there are";
      throw new UsageError(`${task_id.slice(0, 60)} ${what} ${known}`);
    }
    const why = "a person wants it done again";
    const again: RunEvent = { type: "task", task_id, from, to: from === "done" ? "pending" : "ready", why };
    store.append(...(finished ? [{ type: "reopened" as const, why }] : []), again);
    printError(`${task_id} is to be done again: codex-auto resume --continuous ${session}\n`);
    return Promise.resolve(EXIT.ok);
  }, () => true);
}

async function runOf(asked: string, args: ContinuousArgs) {
  const setting = await settingOf(args);
  const { place: { root }, world } = setting;
  const id = sessionToGoOn(setting, asked, isUnsettled);
  const { state, events } = readSession(sessionFolder(root, id));
  if (state.settled) throw new UsageError(`run ${id} was ${state.settled}`);
  return { world, state, events, root, git: gitOf(setting) };
}

const gitOf = ({ place }: Setting) => repositoryGit(place.root, Deno.env.toObject());

/** `codex-auto continuous show [ID]`: the branch of a run, its commits and their files. */
export async function show(asked: string, args: ContinuousArgs): Promise<number> {
  const { state: { workspace: { branch, base, folder } }, git } = await runOf(asked, args);
  const plain = ["--stat", "--no-ext-diff", "--no-textconv", "--no-show-signature"];
  const commits = await git(["log", "--reverse", ...plain, `${base}..refs/heads/${branch}`]);
  print(sanitize(`branch ${branch} from ${base.slice(0, 10)}, in ${folder}\n\n${commits.stdout}`).text);
  return EXIT.ok;
}

/** `codex-auto continuous merge [ID]`: a run's branch into the one that is checked out; all of it or nothing. */
export async function merge(asked: string, args: ContinuousArgs): Promise<number> {
  return await withRun(asked, args, async (store, setting) => {
    const { goal, finished, workspace: { branch, base } } = store.state;
    const git = gitOf(setting);
    const onto = (await git(["symbolic-ref", "--quiet", "--short", "HEAD"], { tolerated: 1 })).stdout.trim();
    if (onto === "") {
      throw new Failure("no branch is checked out here: check out the one to merge into", EXIT.unavailable);
    }
    const changed = (await git(["status", "--porcelain", "--untracked-files=no"])).stdout.trim();
    if (changed !== "") {
      const what = `${counted(changed.split("\n").length, "file")} here with changes in no commit`;
      throw new Failure(`there is ${what}: commit or stash them first; nothing was merged`, EXIT.unavailable);
    }
    const message = `Merge ${branch}: ${goal.split("\n")[0]?.slice(0, 60)}`;
    const merged = await git(
      ["merge", "--ff", "--no-edit", "--quiet", "-m", message, `refs/heads/${branch}`],
      { tolerated: 128 },
    );
    if (merged.code !== 0) {
      await git(["merge", "--abort"], { tolerated: 128 });
      const why = `${merged.stdout}${merged.stderr}`.trim().split("\n").slice(-5).join("\n");
      const next = `Nothing was merged; by hand: git merge ${branch}`;
      throw new Failure(sanitize(`${branch} cannot be merged: ${why}\n${next}`).text, EXIT.unavailable);
    }
    const count = (await git(["rev-list", "--count", `${base}..refs/heads/${branch}`])).stdout.trim();
    printError(`Merged ${branch} (${count} commits) into ${onto}\n`);
    // What is not finished goes on, on the same branch.
    if (finished && finished !== "incomplete") await settle(store, "merged", git, setting.world);
    return EXIT.ok;
  }, isUnsettled);
}

/** Characters of a report that stand in a pull request: GitHub takes 65,536. */
const BODY_CHARS = 60_000;

/** `codex-auto continuous pr [ID]`: pushes the branch of a run to `origin` and opens a pull request with its report, by the user's own `gh` or `glab`. */
export async function pullRequest(asked: string, args: ContinuousArgs): Promise<number> {
  const { world, state, events, root: cwd, git } = await runOf(asked, args);
  const { goal, workspace: { branch } } = state;
  const origin = (await git(["config", "--get", "remote.origin.url"], { tolerated: 1 })).stdout;
  const tool = origin.includes("gitlab") ? "glab" : "gh";
  const program = findProgram(tool, world);
  if (program === undefined || origin === "") {
    const what = origin === "" ? "there is no remote `origin`" : `there is no ${tool} on PATH`;
    throw new Failure(`${what}; by hand: git push REMOTE ${branch}`, EXIT.toolsFailed);
  }
  const title = oneLine(goal, 70);
  const body = rendered(reportOf(events, state), "text").slice(0, BODY_CHARS);
  const create = tool === "gh"
    ? ["pr", "create", "--head", branch, "--title", title, "--body", body]
    : ["mr", "create", "--yes", "--source-branch", branch, "--title", title, "--description", body];
  const push = ["push", "origin", `refs/heads/${branch}`];
  for (const [name, args] of [["git", push], [program, create]] as const) {
    const { code } = await new Deno.Command(name, { args, cwd, stdout: "inherit", stderr: "inherit" })
      .output();
    if (code !== 0) throw new Failure(`${name} ${args[0]} ended with ${code}`, EXIT.unavailable);
  }
  return EXIT.ok;
}

/** `codex-auto continuous discard ID`: throws a run's worktree and branch away; what happened in it can still be read. */
export async function discard(asked: string, args: ContinuousArgs): Promise<number> {
  return await withRun(asked, args, async (store, setting) => {
    await settle(store, "discarded", gitOf(setting), setting.world);
    printError(`Discarded ${store.state.workspace.branch}\n`);
    return EXIT.ok;
  }, isUnsettled);
}

async function settle(
  store: SessionStore,
  how: "merged" | "discarded",
  git: RunGit,
  world: World,
): Promise<void> {
  const { session, workspace: { branch } } = store.state;
  await removeWorktree(git, scratchOf(session, world));
  await git(["branch", "--quiet", how === "merged" ? "-d" : "-D", branch], { tolerated: 1 });
  store.append({ type: "settled", how });
}
