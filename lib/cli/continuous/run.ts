import { ignoreFolder } from "../../clients/git_exclude.ts";
import { AutoToolsError, EXIT } from "../../contract/error_codes.ts";
import { missing } from "../../continuous/executor/agents.ts";
import { hookConfig } from "../../continuous/executor/codex.ts";
import type { GuardHook } from "../../continuous/executor/executor.ts";
import { reopenEvents } from "../../continuous/run/decide.ts";
import { type Budget, LOG_VERSION, type RunEvent } from "../../continuous/run/event.ts";
import { NEEDS_WORD, PAUSE } from "../../continuous/run/pauses.ts";
import { costOf } from "../../continuous/settings/settings.ts";
import { type Notice, notify } from "../../continuous/notify/notify.ts";
import { doneTasks, type RunState } from "../../continuous/run/state.ts";
import { type RunEnd, runSession } from "../../continuous/runner/run_session.ts";
import { append, type Shown, type Surroundings } from "../../continuous/runner/surroundings.ts";
import { SessionStore, StorageError } from "../../continuous/store/log.ts";
import { newSessionId, sessionFolder, STATE_FOLDER } from "../../continuous/store/runs.ts";
import { clean } from "../../guard/secrets/redact.ts";
import { CLIENT_CAP } from "../../settings/defaults.ts";
import { findProgram, type World } from "../../settings/world.ts";
import { recordAt } from "../../settings/json.ts";
import { Failure, say } from "../failure.ts";
import { print, printError } from "../output.ts";
import { UsageError } from "../command.ts";
import { kernelLater } from "../wrapper.ts";
import type { ContinuousArgs } from "./args.ts";
import { hasScreen, plainFace, wantsJson } from "./face.ts";
import { inPlace, type Setting, settingOf, withRun } from "./in_place.ts";
import { CONTINUOUS_EXIT, deadline, modelOf, requirePriced, stopSignals } from "./limits.ts";
import { newWorkspace, placeOfWork } from "./place_of_work.ts";

/** Begins a run; without a goal, goes on with the latest where the settings say so. */
export async function begin(given: string, args: ContinuousArgs): Promise<number | void> {
  const setting = await settingOf(args);
  const { settings, place, world } = setting;
  const goal = clean(given);
  if (goal === "" && settings.auto_resume) return await goOn("", args);
  if (goal === "") throw new UsageError("what is the goal?");
  requireInstalled(settings.executor, world);
  requirePriced(args, setting);
  return await inPlace(setting, async () => {
    const session = newSessionId(world.now(), world.nonce(3));
    const { workspace, note } = await newWorkspace(goal, session, args, setting);
    const { executor, confirm, budget, review } = settings;
    const asked = { session, goal, workspace, executor_args: [...args.executorArgs] };
    const limits = { executor, confirm, budget, review, yes: args.yes };
    const started: RunEvent = { type: "started", version: LOG_VERSION, ...asked, ...limits };
    const folder = sessionFolder(place.root, session);
    const store = SessionStore.create({ folder, world, retention: settings.snapshot_retention }, started);
    if (goal !== given) printError("codex-auto: the goal held a secret; it was taken out\n");
    return await work(store, args, setting, { kind: "event", event: started }, note);
  });
}

/** Goes on with a run. Throws `UsageError` where there is no such run. */
export async function goOn(asked: string, args: ContinuousArgs): Promise<number | void> {
  return await withRun(asked, args, async (store, setting) => {
    const { executor, finished, pause, tasks, steps, session: id } = store.state;
    if (args.executor && args.executor !== executor) throw new UsageError(`run ${id} works with ${executor}`);
    if (args.executorArgs.length > 0) {
      throw new UsageError("arguments for the executor are given when a run begins, and hold to its end");
    }
    if (finished && finished !== "incomplete") {
      return printError(`Run ${id} is ${finished}: codex-auto continuous report ${id}\n`);
    }
    requireInstalled(executor, setting.world);
    if (finished) store.append(...reopenEvents(store.state));
    if (args.confirm !== undefined) store.append({ type: "adjusted", confirm: args.confirm });
    const adjust = (limits: Partial<Budget>) =>
      store.append({ type: "adjusted", budget: { ...store.state.budget, ...limits } });
    if (args.parallel !== undefined) adjust({ parallel: args.parallel });
    const more = [["steps", "steps", args.maxSteps], ["cost", "cost_usd", args.maxCost]] as const;
    for (const [kind, limit, granted] of more) {
      if (granted === undefined) continue;
      if (pause?.kind === kind) store.append({ type: "decided", decision: "continue", by: "flag" });
      adjust({ [limit]: { steps, cost_usd: store.state.spent.cost_usd }[limit] + granted });
    }
    const done = doneTasks(store.state).size;
    const asks = pause ? `; it waits (${pause.kind}): ${pause.why}. ${pause.next}` : "";
    const text = `run ${id} goes on: ${done} of ${tasks.size} tasks done in ${steps} steps${asks}`;
    return await work(store, args, setting, { kind: "note", text });
  });
}

function requireInstalled(executor: RunState["executor"], world: World): void {
  if (findProgram(executor, world) === undefined) throw new Failure(missing(executor), EXIT.toolsFailed);
}

async function work(store: SessionStore, args: ContinuousArgs, setting: Setting, first: Shown, begins = "") {
  const { place, settings, world } = setting;
  const { session, executor } = store.state;
  // Also when it goes on: what began it may have been killed before. What a step changed is seen without it.
  await ignoreFolder(place.root, STATE_FOLDER).catch((error: Error) =>
    say(`git shows ${STATE_FOLDER} as untracked; keep it out of commits: ${error.message}`)
  );
  const stop = stopSignals();
  const { worktree, repository, sandbox, notes } = await placeOfWork(store.state, setting, stop.signal);
  const face = hasScreen(args)
    ? (await import("./screen.ts")).screenFace(world, store, stop.leave)
    : plainFace(store, wantsJson(args));
  // Also where the program ends without last words.
  addEventListener("unload", () => face.close());
  const show = (shown: Shown) => face.show(shown);
  const note = (text: string) => show({ kind: "note", text });
  show(first);
  // The command line answers what was asked before, and nothing that nobody has seen yet.
  let asked = store.state.pause !== undefined;
  if (args.decide && !asked) note("nothing was asked, so --decide answers nothing");
  const late = deadline(args.until, world);
  const calls: Promise<void>[] = [];
  const call = (event: Notice["event"], why: string, next: string) => {
    if (settings.bell) printError("\u0007");
    const notice = { event, session, goal: store.state.goal, repository: place.root, why, next };
    calls.push(notify(notice, settings, world).then((failed) => failed.forEach(note)));
  };
  const hook = await guardHook(executor, worktree.root, world);
  append({ store, show }, { type: "ground", notes: begins === "" ? notes : [...notes, begins] });
  const surroundings: Surroundings = {
    store,
    guard: { hook, order: { rules: settings.allow, repository } },
    costOf: (usage, model) =>
      costOf(usage, model || modelOf(store.state.executorArgs, settings), settings.prices),
    worktree,
    world,
    root: worktree.root,
    sandbox,
    records: settings.log_dir === undefined ? `${store.folder}/steps` : `${settings.log_dir}/${session}`,
    // Of no session: nobody is at work for whom a daemon would keep the worktree warm.
    contextFor: (prompt) =>
      kernelLater({
        prompt,
        client: { name: "codex-cli", event: "cli" },
        cwd: worktree.root,
        cap: CLIENT_CAP.wrapper,
        began: world.elapsed(),
      }, world).then(({ fused_context }) => fused_context.for_model.additional_context, (error: unknown) => {
        note(`no context for this step: ${error instanceof Error ? error.message : String(error)}`);
        return "";
      }),
    stop: stop.signal,
    pauseRequested: () => face.pauseRequested() ? PAUSE.requested() : late(),
    ask(pause) {
      const goesOn = (asked && !hasScreen(args) && !NEEDS_WORD.test(pause.kind)) ||
        ((args.yes || store.state.yes) && pause.kind === "preview");
      const decision = (asked ? args.decide : undefined) ?? (goesOn ? "continue" : undefined);
      asked = false;
      if (decision !== undefined) return Promise.resolve({ kind: "decided", decision, by: "flag" });
      call("paused", pause.why, pause.next);
      return face.ask(pause);
    },
    show,
  };
  const report = `${store.folder}/summary.md`;
  const tellEnd = (end: RunEnd, exit: number) => {
    if (wantsJson(args)) print(`${JSON.stringify({ kind: "end", end, exit, session, report })}\n`);
  };
  let end: RunEnd;
  try {
    end = await runSession(surroundings);
    const { finished, finishedWhy } = store.state;
    if (finished && end === finished) call(finished, finishedWhy, `codex-auto continuous report ${session}`);
    await Promise.all(calls);
  } catch (error) {
    // The disk, or git, has not done its part: what is kept can be gone on with.
    if (!(error instanceof StorageError || error instanceof AutoToolsError)) throw error;
    tellEnd("paused", CONTINUOUS_EXIT.paused);
    const what = error instanceof StorageError ? "keep the run" : "look at the repository";
    const next = "What was written before is whole. Make room, or put that right, then";
    const message = `cannot ${what}: ${error.message}\n${next}: codex-auto resume --continuous`;
    throw new Failure(message, CONTINUOUS_EXIT.paused);
  } finally {
    face.close();
  }
  const code = end === "called-off" ? Number(stop.signal.reason) : CONTINUOUS_EXIT[end];
  tellEnd(end, code);
  if (!wantsJson(args) && end !== "called-off") print(`${Deno.readTextFileSync(report)}\n`);
  printError(`${end === "called-off" ? "stopped" : end}: ${report}\n`);
  const hint = NEEDS_WORD.test(store.state.pause?.kind ?? "") ? " --decide continue|retry|skip" : "";
  if (end !== "complete" && end !== "unproven") {
    printError(`Go on: codex-auto resume --continuous ${session}${hint}\n`);
  } else printError(`Take it over: codex-auto continuous merge ${session}\n`);
  return code;
}

/** Our hook as the executor takes it: Codex is asked how it knows it. Where it does not say, the first command that it runs unasked ends the turn. */
async function guardHook(executor: RunState["executor"], root: string, world: World): Promise<GuardHook> {
  const hook = { program: Deno.execPath() };
  const codex = executor === "codex" ? findProgram(executor, world) : undefined;
  if (codex === undefined) return hook;
  const { codexHooks } = await import("../doctor/hook_checks.ts");
  const hooks = (await codexHooks(codex, root, hookConfig(hook)))?.("hooks").map((each) => recordAt(each));
  const ours = hooks?.find((each) => each["source"] === "sessionFlags");
  return ours ? { ...hook, trust: { key: String(ours["key"]), hash: String(ours["currentHash"]) } } : hook;
}
