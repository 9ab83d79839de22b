import { ignoreFolder } from "../../clients/git_exclude.ts";
import { EXIT } from "../../contract/error_codes.ts";
import { reopenEvents } from "../../continuous/run/decision_events.ts";
import { type Decision, LOG_VERSION, type Pause, type RunEvent } from "../../continuous/run/event.ts";
import { doneTasks, type RunState } from "../../continuous/run/state.ts";
import { AGENTS, executorFor } from "../../continuous/executor/agents.ts";
import { type RunEnd, runSession } from "../../continuous/runner/run_session.ts";
import type { Shown, Surroundings } from "../../continuous/runner/surroundings.ts";
import { inStorage } from "../../continuous/store/log.ts";
import {
  claimRun,
  gitFolder,
  KEPT_DAYS,
  newSessionId,
  removeFolder,
  removeOldRuns,
  sessionFolder,
  STATE_FOLDER,
} from "../../continuous/store/runs.ts";
import { createSession, type SessionStore } from "../../continuous/store/session_store.ts";
import { openWorktree } from "../../continuous/worktree/worktree.ts";
import { CLIENT_CAP } from "../../settings/defaults.ts";
import { makeOwnFolder, NotOurs } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { CONTINUOUS_USAGE, type ContinuousArgs } from "./args.ts";
import { isPlain } from "./face.ts";
import { faceFor } from "./face_for.ts";
import { inPlace, isTrouble, openToGoOn, sessionToGoOn, type Setting } from "./in_place.ts";
import { CONTINUOUS_EXIT, stopSignals } from "./stop.ts";
import { say } from "../failure.ts";
import { kernelLater } from "../wrapper.ts";
import { print, printError } from "../output.ts";
import { UsageError } from "../usage_error.ts";

/** Begins a run. */
export async function begin(args: ContinuousArgs): Promise<number> {
  const goal = args.words.join(" ").trim();
  return await inPlace(args, async (setting) => {
    const { settings, place, world, kept } = setting;
    if (goal === "") return await workOn({ ...args, resumed: true }, setting);
    await makeRoom(place.root, world);
    const session = newSessionId(world.now(), world.nonce(3));
    const folder = sessionFolder(place.root, session);
    const started: RunEvent = {
      type: "started",
      version: LOG_VERSION,
      session,
      goal,
      executor: settings.executor,
      confirm: settings.confirm,
      budget: settings.budget,
      executor_args: args.executorArgs,
    };
    // First whose it is: a run that nobody has begun could not be gone on with.
    inStorage(() => claimRun(session, world));
    const store = createSession({ folder, world, retention: settings.snapshotRetention }, started);
    kept();
    if (store.state.goal !== goal) printError("codex-auto: the goal held a secret; it was taken out\n");
    return await work(store, args, setting, { kind: "event", event: started });
  }, ({ settings, place, world }) => {
    if (goal !== "") return isInstalled(settings.executor, world) ? undefined : EXIT.toolsFailed;
    if (!settings.autoResume) throw new UsageError("what is the goal?", CONTINUOUS_USAGE);
    return nothingToGoOn(place.root, args, world);
  });
}

/** Has git ignore the folder of runs. Where it cannot be told, the run goes on all the same: what a step changed is seen without it. */
async function hideFromGit(root: string, file: string): Promise<void> {
  try {
    await ignoreFolder(root, STATE_FOLDER, file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await say(`git shows ${STATE_FOLDER} as untracked; keep it out of commits: ${error.message}`);
  }
}

/** Removes old runs, and says so; where that fails, the new one begins all the same. */
async function makeRoom(root: string, world: World): Promise<void> {
  try {
    const count = removeOldRuns(root, world);
    if (count > 0) {
      printError(
        `codex-auto: removed ${count === 1 ? "a run" : `${count} runs`} of more than ${KEPT_DAYS} days ago\n`,
      );
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await say(`old runs cannot be removed: ${error.message}`);
  }
}

/** Goes on with a run. */
export async function goOn(args: ContinuousArgs): Promise<number> {
  return await inPlace(
    args,
    (setting) => workOn({ ...args, resumed: true }, setting),
    ({ place, world }) => nothingToGoOn(place.root, args, world),
  );
}

/** Throws `UsageError` where there is no such run. */
function nothingToGoOn(root: string, { words }: ContinuousArgs, world: World): undefined {
  sessionToGoOn(root, words[0], world);
}

async function workOn(args: ContinuousArgs, setting: Setting): Promise<number> {
  const { world } = setting;
  const opened = await openToGoOn(setting, args.words[0]);
  if (opened === undefined) return EXIT.unavailable;
  const { store, notes } = opened;
  const { session: id, tasks, steps } = store.state;
  for (const note of notes) await say(note);
  if (args.executor && args.executor !== store.state.executor) {
    throw new UsageError(`run ${id} works with ${store.state.executor}`, CONTINUOUS_USAGE);
  }
  if (args.executorArgs.length > 0) {
    throw new UsageError(
      "arguments for the executor are given when a run begins, and hold to its end",
      CONTINUOUS_USAGE,
    );
  }
  if (store.state.finished === "complete") {
    printError(`Run ${id} is complete: codex-auto continuous report ${id}\n`);
    return EXIT.ok;
  }
  if (!isInstalled(store.state.executor, world)) return EXIT.toolsFailed;
  if (store.state.finished) store.append(...reopenEvents(store.state));
  if (args.confirm !== undefined) store.append({ type: "adjusted", confirm: args.confirm });
  if (args.maxSteps !== undefined) store.append(...moreSteps(store.state, args.maxSteps));
  const text = `run ${id} goes on: ${
    doneTasks(store.state).size
  } of ${tasks.size} tasks done in ${steps} steps`;
  return await work(store, args, setting, { kind: "note", text });
}

/** Whether what does the work is there; where it is not, says how it is had. */
function isInstalled(executor: RunState["executor"], world: World): boolean {
  const agent = AGENTS[executor];
  if (agent.program(world) !== undefined) return true;
  printError(`codex-auto: ${agent.install}\n`);
  return false;
}

/** That many steps from here on; a run that waits for steps goes on with them. */
function moreSteps({ budget, steps, pause }: RunState, count: number): RunEvent[] {
  const granted: RunEvent = {
    type: "granted",
    steps: count - (budget.steps - steps),
    ms: 0,
    tokens: 0,
    cost_usd: 0,
  };
  return pause?.kind === "steps"
    ? [granted, { type: "decided", decision: "continue", by: "flag" }]
    : [granted];
}

/** Undefined where there is no cache of the user's alone. */
function privateFolder(folder: string | undefined): string | undefined {
  try {
    if (folder !== undefined) makeOwnFolder(folder);
    return folder;
  } catch (error) {
    if (error instanceof NotOurs) return undefined;
    throw error;
  }
}

async function work(
  store: SessionStore,
  args: ContinuousArgs,
  setting: Setting,
  first: Shown,
): Promise<number> {
  const { place, settings, world } = setting;
  // Also when it goes on: what began it may have been killed before.
  await hideFromGit(place.root, `${store.folder}/events.jsonl`);
  const git = privateFolder(gitFolder(world, store.state.session)) ?? `${store.folder}/git`;
  const stop = stopSignals();
  const face = await faceFor(args, store, world, () => stop.leave());
  stop.restore = () => face.close();
  face.show(first, store.state);
  const records = settings.logDir === undefined
    ? `${store.folder}/steps`
    : `${settings.logDir}/${store.state.session}`;
  // The command line answers what it was asked before, and nothing that nobody has seen yet.
  let asked = store.state.pause !== undefined;
  if (args.decide && !asked) {
    face.show({ kind: "note", text: "nothing was asked, so --decide answers nothing" }, store.state);
  }
  const surroundings: Surroundings = {
    store,
    executor: executorFor(store.state.executor, world, Deno.env.toObject()),
    worktree: openWorktree(place, git),
    world,
    environment: Deno.env.toObject(),
    root: place.root,
    records,
    contextFor: (query, key) =>
      repositoryContext(query, key, place.root, world).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        face.show({ kind: "note", text: `no context for this step: ${why}` }, store.state);
        return "";
      }),
    stop: stop.signal,
    pauseRequested: () => face.pauseRequested(),
    ask(pause) {
      const decision = asked ? flagDecision(args, pause) : undefined;
      asked = false;
      return decision === undefined
        ? face.ask(pause, store.state)
        : Promise.resolve({ kind: "decided", decision, by: "flag" });
    },
    show: (shown) => face.show(shown, store.state),
  };
  const report = `${store.folder}/summary.md`;
  const { session } = store.state;
  const tellEnd = (end: RunEnd, exit: number) =>
    print(`${JSON.stringify({ kind: "end", end, exit, session, report })}\n`);
  let end: RunEnd;
  try {
    end = await runSession(surroundings);
  } catch (error) {
    if (isPlain(args) && isTrouble(error)) tellEnd("paused", CONTINUOUS_EXIT.paused);
    throw error;
  } finally {
    face.close();
    stop.over();
  }
  if (end === "complete") removeFolder(git);
  const code = end === "called-off" ? stop.exitCode() : CONTINUOUS_EXIT[end];
  if (isPlain(args)) tellEnd(end, code);
  else if (end !== "called-off") print(`${Deno.readTextFileSync(report)}\n`);
  printError(`${end === "called-off" ? "stopped" : end}: ${report}\n`);
  if (end !== "complete") {
    printError(`Go on: codex-auto resume --continuous ${store.state.session}${hint(store.state)}\n`);
  }
  return code;
}

/** What the repository has to say about a task, found as for a prompt. */
async function repositoryContext(prompt: string, key: string, root: string, world: World): Promise<string> {
  const { fused_context } = await kernelLater({
    prompt,
    client: { name: "codex-cli", event: "cli", session_id: key },
    cwd: root,
    cap: CLIENT_CAP.wrapper,
    began: world.elapsed(),
  }, world);
  return fused_context.for_model.additional_context;
}

/** The answer that the command line gives to the question that a resumed run waits with. A dangerous command needs a word of its own. */
function flagDecision(args: ContinuousArgs, pause: Pause): Decision | undefined {
  if (args.decide) return args.decide;
  return args.resumed && isPlain(args) && pause.commands === undefined ? "continue" : undefined;
}

/** A dangerous command is let through, or not, by a word of its own. */
function hint({ pause }: RunState): string {
  return pause?.commands === undefined ? "" : " --decide continue|retry|skip";
}
