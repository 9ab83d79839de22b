import { type PlanItem, workOrder } from "../plan/plan.ts";
import { settle, type Task } from "./task.ts";
import type { Budget, Decision, FINISHED, Pause, RunEvent, TurnEnded } from "./event.ts";
import { guardPause, PAUSE } from "./pauses.ts";
import { named } from "./words.ts";
import { doneTasks, type RunState } from "./state.ts";

const WAITS = "it waits for a person's word";

export type Action =
  /** Write these events down; nothing else has to happen for them. */
  | { do: "record"; events: RunEvent[] }
  | { do: "plan"; reason: "first" | "replanned"; why: string }
  /** Run the verify commands of a task before it is begun: they have to fail. */
  | { do: "red"; task: PlanItem }
  | { do: "step"; task: PlanItem; waitMs: number }
  /** Look at what the turn of the running step has changed, and run its task's verify commands. */
  | { do: "prove"; turn: TurnEnded }
  | { do: "commit"; task_id: string; step: number }
  | { do: "check" }
  | { do: "review" }
  | { do: "wait" }
  | { do: "ask"; pause: Pause }
  | { do: "end" };

/** The next action, from the state and the steps whose turns this program has at work: after a crash there are none of these, and all else is the same. */
export function decide(state: RunState, atWork: Pick<ReadonlySet<number>, "has"> = new Set()): Action {
  const { running } = state;
  if (state.finished) return { do: "end" };
  if (state.pause) return { do: "ask", pause: state.pause };
  const isRunning = (id: string) => running.some(({ task_id }) => task_id === id);
  const active = [...state.tasks.values()].find((task) =>
    task.status === "active" && !isRunning(task.task_id)
  );
  // What is proven becomes a commit before anything else is put on top of it.
  if (active) return conclusion(state, active);
  const ended = running.find(({ turn }) => turn)?.turn;
  if (ended) return { do: "prove", turn: ended };
  const gone = running.find(({ step }) => !atWork.has(step));
  if (gone) return lost(gone, state);
  if (running.length === 0) return onward(state);
  if (running.length >= state.budget.parallel || running.some(({ task_id }) => worksAlone(state, task_id))) {
    return { do: "wait" };
  }
  const next = onward(state);
  return isBeside(next, state) ? next : { do: "wait" };
}

/** Whether something can be done while turns are at work: who plans, asks or ends waits for them. */
function isBeside(next: Action, state: RunState): boolean {
  if (next.do === "record") return next.events.every(({ type }) => type === "task");
  return (next.do === "red" || next.do === "step") && !worksAlone(state, next.task.task_id);
}

/** A person may have to look at what is there; and what has once met changes of others meets none where there are no others. */
function worksAlone({ plan, history }: RunState, id: string): boolean {
  const item = plan?.tasks.find(({ task_id }) => task_id === id);
  return item?.breakpoint === true ||
    history.findLast(({ task_id }) => task_id === id)?.conflicts !== undefined;
}

/** The next action where all that was begun is over, or goes on by itself. */
function onward(state: RunState): Action {
  if (state.toAsk) return record({ type: "paused", pause: state.toAsk });
  if (!state.plan) return { do: "plan", reason: "first", why: "there is no plan yet" };
  if (state.outdated !== "") return { do: "plan", reason: "replanned", why: state.outdated };
  if (!state.accepted) return record({ type: "paused", pause: PAUSE.preview(state) });
  const settled = settle(state.plan.tasks, state.tasks, state.budget.retries);
  if (settled.length > 0) return record(...settled.map((each) => ({ type: "task" as const, ...each })));
  return doneTasks(state).size === state.tasks.size ? atTheEnd(state) : onTheWay(state, state.plan.tasks);
}

function record(...events: RunEvent[]): Action {
  return { do: "record", events };
}

function finished(outcome: (typeof FINISHED)[number], why: string): Action {
  return record({ type: "finished", outcome, why });
}

/** A step whose turn has no end: the program was gone before it. Its attempt does not count. */
function lost({ step, task_id }: { step: number; task_id: string }, { tasks }: RunState): Action {
  const again = { type: "task", task_id, from: "active", to: "ready", why: `step ${step} was lost` } as const;
  const isActive = tasks.get(task_id)?.status === "active";
  return record({ type: "step_lost", step, task_id }, ...isActive ? [again] : []);
}

function conclusion({ history, judged, mayTamper, committed }: RunState, { task_id }: Task): Action {
  const last = history.findLast((step) => step.task_id === task_id);
  const to = (to: "done" | "failed" | "ready", why: string) =>
    record({ type: "task", task_id, from: "active", to, why });
  if (last === undefined || (last.step !== judged && last.pause?.kind !== "tampered")) {
    return to("ready", "its step never began");
  }
  const { pause, step } = last;
  if (pause?.task_id !== undefined && !(pause.kind === "tampered" && mayTamper.has(task_id))) {
    const why = "it waits for an answer";
    return record({ type: "task", task_id, from: "active", to: "blocked", on: "person", why, asks: pause });
  }
  if (last.conflicts) {
    return to("ready", `tasks beside it have changed ${named(last.conflicts)} in the meantime`);
  }
  if (last.passed && committed !== step) return { do: "commit", task_id, step };
  if (last.passed) return to("done", "its verify commands passed");
  if (last.outcome === "worked" || last.outcome === "broke") {
    const failed = last.checks.filter(({ code }) => code !== 0).map(({ command }) => command);
    return to("failed", failed.length > 0 ? `did not pass: ${failed.join(", ")}` : "the executor failed");
  }
  return to("ready", `step ${step} was ${last.outcome === "provider" ? "not answered" : "called off"}`);
}

function atTheEnd(state: RunState): Action {
  const { finalCheck, review, reviewed, reviewAccepted, unproven, replans, budget } = state;
  if (!finalCheck) return { do: "check" };
  if (!finalCheck.passed) {
    const failed = finalCheck.checks.filter(({ code }) => code !== 0);
    if (replans >= budget.replans) return record({ type: "paused", pause: PAUSE.regressed(failed) });
    const which = failed.map(({ command }) => command).join(", ");
    return { do: "plan", reason: "replanned", why: `at the end these no longer pass: ${which}` };
  }
  if (review !== "off" && !reviewed) return { do: "review" };
  const gate = review === "gate" ? reviewed : undefined;
  const open = (gate?.verdicts ?? []).filter(({ met }) => met !== "yes").map((each) => each.requirement);
  if (gate?.outcome === "failed") open.push("it could not be made");
  if (open.length > 0 && !reviewAccepted) return record({ type: "paused", pause: PAUSE.review(open) });
  const left = [...Array.from(unproven, ([id, why]) => `${id} (${why})`), ...open];
  return left.length === 0
    ? finished("complete", "All tasks are done, and all their verify commands pass")
    : finished("unproven", `All tasks are done, but nothing proves ${named(left)}`);
}

function onTheWay(state: RunState, items: readonly PlanItem[]): Action {
  const guarded = guardPause(state);
  if (guarded) return record({ type: "paused", pause: guarded });
  const inOrder = workOrder(items).flatMap((id) => state.tasks.get(id) ?? []);
  const stalled = inOrder.find(({ task_id }) => task_id === state.history.at(-1)?.task_id);
  if (stalled && state.idle >= state.budget.idle_steps && /^(?:ready|failed)$/.test(stalled.status)) {
    const { task_id, status: from } = stalled;
    const asks = PAUSE.stalled(state, task_id);
    return record({ type: "task", task_id, from, to: "blocked", on: "person", why: "it stalls", asks });
  }
  const again = inOrder.find(({ status, attempts }) =>
    status === "failed" && attempts <= state.budget.retries
  );
  if (again) {
    const { task_id, attempts, why: failure } = again;
    const why = `attempt ${attempts} ${failure}`;
    return record({ type: "task", task_id, from: "failed", to: "ready", why });
  }
  const ready = inOrder.find(({ status }) => status === "ready");
  const next = items.find(({ task_id }) => task_id === ready?.task_id);
  if (next && ready) return beforeStep(state, next, ready);
  const failed = inOrder.find(({ status }) => status === "failed");
  if (failed && state.replans < state.budget.replans) {
    const why = `${failed.task_id} failed ${failed.attempts} times: ${failed.why}`;
    return { do: "plan", reason: "replanned", why };
  }
  // Nothing else can be done: now whoever waits for a person asks.
  const asks = inOrder.find(({ status, asks }) => status === "blocked" && asks !== undefined)?.asks;
  if (asks) return record({ type: "paused", pause: asks });
  if (failed) return record({ type: "paused", pause: PAUSE.failed(state, failed.task_id) });
  const left = inOrder.filter(({ status }) => status !== "done").map(({ task_id }) => task_id);
  return finished("incomplete", `Put aside, or waiting for what was: ${named(left)}`);
}

function beforeStep(state: RunState, item: PlanItem, task: Task): Action {
  const { task_id, verify } = item;
  if (state.confirm && item.breakpoint && !task.approved) {
    const asks = PAUSE.breakpoint(item);
    return record({ type: "task", task_id, from: "ready", to: "blocked", on: "approval", why: WAITS, asks });
  }
  const red = state.red.get(task_id);
  if (!red) return { do: "red", task: item };
  if (provesNothing(red) && task.attempts === 0 && state.replans < state.budget.replans) {
    const which = verify.map((command) => `\`${command}\``).join(", ");
    const why = `${task_id}: ${which} passes already, before any work, so it proves nothing`;
    return { do: "plan", reason: "replanned", why };
  }
  if (state.steps >= state.budget.steps) return record({ type: "paused", pause: PAUSE.used("steps", state) });
  const wait = state.providerFailures > 0 ? state.providerFailures + 1 : task.attempts - 1;
  return { do: "step", task: item, waitMs: wait < 0 ? 0 : backOff(state.budget, wait) };
}

export function provesNothing(red: readonly { code: number }[]): boolean {
  return red.every(({ code }) => code === 0);
}

const LONGEST_WAIT_MS = 60_000;

/** ms to wait before try number `tries` (0 is the first retry): doubled each time, at most a minute. */
export function backOff({ back_off_seconds }: Budget, tries: number): number {
  return Math.min(LONGEST_WAIT_MS, back_off_seconds * 1000 * 2 ** Math.max(0, tries));
}

/** What a person's answer to the pause changes; the answer itself comes last, so that one cut short is asked for again. */
export function decisionEvents(state: RunState, decision: Decision, by: "person" | "flag"): RunEvent[] {
  const { pause, tasks } = state;
  const task = tasks.get(pause?.task_id ?? "");
  const decided: RunEvent = { type: "decided", decision, by };
  if (!pause || !task || task.status === "done" || task.status === "active") return [decided];
  const { task_id, status: from, on } = task;
  const move = { type: "task" as const, task_id, from };
  if (decision === "skip") {
    return [{ ...move, to: "blocked", on: "skipped", why: "a person put it aside" }, decided];
  }
  if (pause.kind === "tampered" && decision === "continue" && isAsItWas(state, task_id)) {
    return [{ ...move, to: "active", why: "a person accepted what its last step changed" }, decided];
  }
  const why = decision === "retry" ? "a person wants it done again" : "a person agreed";
  const agreed: RunEvent = { ...move, from: "blocked", to: "ready", why };
  // A plan that was edited while it waited has its tasks begin anew; the answer is to that one all the same.
  if (pause.kind === "breakpoint" && from === "pending") {
    return [{ ...move, to: "blocked", on: "approval", why: WAITS }, agreed, decided];
  }
  if (on === "approval" || on === "person") return [agreed, decided];
  return from === "failed" ? [{ ...agreed, from }, decided] : [decided];
}

/** Whether the worktree still holds what the latest step of a task left, and that passed. */
function isAsItWas({ history, baseline }: RunState, task_id: string): boolean {
  const last = history.findLast((step) => step.task_id === task_id);
  return last !== undefined && last.passed && last.tree === baseline?.tree && last.head === baseline.head;
}

/** What makes a run that ended without all its tasks go on: what was put aside and what failed is to be worked on again. */
export function reopenEvents(state: RunState): RunEvent[] {
  const back = [...state.tasks.values()].flatMap(({ task_id, status, on }): RunEvent[] => {
    const back = { type: "task" as const, task_id, from: status, why: "the run goes on" };
    if (status === "failed") return [{ ...back, to: "ready" }];
    return on === "skipped" ? [{ ...back, to: "pending" }] : [];
  });
  return [...back, { type: "reopened", why: "a person resumed it" }];
}
