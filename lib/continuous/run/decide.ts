import { proseDangers } from "../guard/judge.ts";
import { type PlanItem, workOrder } from "../plan/plan.ts";
import { settle, type Task, type Transition } from "./task.ts";
import { WAITS } from "./decision_events.ts";
import type { Budget, Pause, RunEvent, TurnEnded } from "./event.ts";
import { guardPause, PAUSE } from "./pauses.ts";
import { named } from "./words.ts";
import { doneTasks, type RunState } from "./state.ts";

/** What a run does next. */
export type Action =
  /** Write these events down; nothing else has to happen for them. */
  | { do: "record"; events: RunEvent[] }
  | { do: "plan"; reason: "first" | "replanned"; why: string }
  /** Wait, then let the task be tried again. */
  | { do: "retry"; transition: Transition; waitMs: number }
  | { do: "step"; task: PlanItem; waitMs: number }
  /** Look at what the turn of the running step has changed, and run its task's verify commands. */
  | { do: "prove"; turn: TurnEnded }
  /** Run all verify commands once more. */
  | { do: "check" }
  | { do: "ask"; pause: Pause }
  | { do: "end" };

/** The next action, from the state alone: the same after a crash as without one. */
export function decide(state: RunState): Action {
  if (state.finished) return { do: "end" };
  if (state.running?.turn) return { do: "prove", turn: state.running.turn };
  if (state.running) return lost(state.running, state);
  if (state.pause) return { do: "ask", pause: state.pause };
  const active = [...state.tasks.values()].find(({ status }) => status === "active");
  if (active) return record(conclusion(state, active));
  if (state.toAsk) return record({ type: "paused", pause: state.toAsk });
  const [unasked] = state.unasked;
  if (unasked) {
    const where = "The guard refused what its last step wanted to run, and the task is not done";
    return record({ type: "paused", pause: PAUSE.dangerous(unasked.task_id, state.unasked, where) });
  }
  if (!state.plan) return { do: "plan", reason: "first", why: "there is no plan yet" };
  if (state.outdated !== "") return { do: "plan", reason: "replanned", why: state.outdated };
  if (!state.accepted) {
    return record({ type: "paused", pause: PAUSE.preview(state, proseDangers(state.goal)) });
  }
  const settled = settle(state.plan.tasks, state.tasks, state.budget.retries);
  if (settled.length > 0) return record(...settled.map((each) => ({ type: "task" as const, ...each })));
  return doneTasks(state).size === state.tasks.size ? atTheEnd(state) : onTheWay(state, state.plan.tasks);
}

function record(...events: RunEvent[]): Action {
  return { do: "record", events };
}

/** A step whose turn has no end: the program was gone before it. Its attempt does not count. */
function lost({ step, task_id }: { step: number; task_id: string }, { tasks }: RunState): Action {
  const events: RunEvent[] = [{ type: "step_lost", step, task_id }];
  if (tasks.get(task_id)?.status === "active") {
    events.push({ type: "task", task_id, from: "active", to: "ready", why: `step ${step} was lost` });
  }
  return record(...events);
}

/** What a step that has ended means for its task. */
function conclusion({ history, lastStep }: RunState, { task_id }: Task): RunEvent {
  const last = history.at(-1);
  const of = { type: "task" as const, task_id, from: "active" as const };
  if (last?.task_id !== task_id || last.step !== lastStep) {
    return { ...of, to: "ready", why: "its step never began" };
  }
  if (last.passed) return { ...of, to: "done", why: "its verify commands passed" };
  if (last.outcome === "worked" || last.outcome === "broke") {
    const failed = last.checks.filter(({ code }) => code !== 0).map(({ command }) => command);
    const why = failed.length > 0 ? `did not pass: ${failed.join(", ")}` : "the executor failed";
    return { ...of, to: "failed", why };
  }
  const why = `step ${last.step} was ${last.outcome === "provider" ? "not answered" : "called off"}`;
  return { ...of, to: "ready", why };
}

function atTheEnd(state: RunState): Action {
  if (!state.finalCheck) return { do: "check" };
  if (state.finalCheck.passed) {
    const why = "All tasks are done, and all their verify commands pass";
    return record({ type: "finished", outcome: "complete", why });
  }
  const failed = state.finalCheck.checks.filter(({ code }) => code !== 0);
  if (state.replans >= state.budget.replans) {
    return record({ type: "paused", pause: PAUSE.regressed(failed) });
  }
  const which = failed.map(({ command }) => command).join(", ");
  return { do: "plan", reason: "replanned", why: `at the end these no longer pass: ${which}` };
}

function onTheWay(state: RunState, items: readonly PlanItem[]): Action {
  const guarded = guardPause(state);
  if (guarded) return record({ type: "paused", pause: guarded });
  const order = workOrder(items);
  const inOrder = order.flatMap((id) => state.tasks.get(id) ?? []);
  const again = inOrder.find(({ status, attempts }) =>
    status === "failed" && attempts <= state.budget.retries
  );
  if (again) {
    const { task_id, attempts, why } = again;
    return {
      do: "retry",
      transition: { task_id, from: "failed", to: "ready", why: `attempt ${attempts} ${why}` },
      waitMs: backOff(state.budget, attempts - 1),
    };
  }
  const waiting = inOrder.find(({ status, on }) => status === "blocked" && on === "approval");
  const ready = inOrder.find(({ status }) => status === "ready");
  const next = items.find(({ task_id }) => task_id === (ready ?? waiting)?.task_id);
  if (next && !ready) return record({ type: "paused", pause: PAUSE.breakpoint(next) });
  if (next && ready) return beforeStep(state, next, ready);
  const failed = inOrder.find(({ status }) => status === "failed");
  if (!failed) {
    const left = inOrder.filter(({ status }) => status !== "done").map(({ task_id }) => task_id);
    const why = `Put aside, or waiting for what was: ${named(left)}`;
    return record({ type: "finished", outcome: "incomplete", why });
  }
  if (state.replans >= state.budget.replans) {
    return record({ type: "paused", pause: PAUSE.failed(state, failed.task_id) });
  }
  const why = `${failed.task_id} failed ${failed.attempts} times: ${failed.why}`;
  return { do: "plan", reason: "replanned", why };
}

function beforeStep(state: RunState, item: PlanItem, task: Task): Action {
  const { task_id } = item;
  const confirm = state.confirm === "always" || (state.confirm === "breakpoints" && item.breakpoint);
  if (confirm && !task.approved) {
    return record(
      { type: "task", task_id, from: "ready", to: "blocked", on: "approval", why: WAITS },
      { type: "paused", pause: PAUSE.breakpoint(item) },
    );
  }
  const found = proseDangers(`${item.title}\n${item.description}`).filter(({ command }) =>
    !state.allowed.has(command)
  );
  if (found.length > 0 && !state.declined.has(task_id)) {
    const where = "The plan asks for commands that may cost work";
    return record({ type: "paused", pause: PAUSE.dangerous(task_id, found, where) });
  }
  if (state.steps >= state.budget.steps) return record({ type: "paused", pause: PAUSE.steps(state) });
  return {
    do: "step",
    task: item,
    waitMs: state.providerFailures === 0 ? 0 : backOff(state.budget, state.providerFailures + 1),
  };
}

const LONGEST_WAIT_MS = 60_000;

/** ms to wait before try number `tries` (0 is the first retry): doubled each time, at most a minute. */
export function backOff({ back_off_seconds }: Budget, tries: number): number {
  return Math.min(LONGEST_WAIT_MS, back_off_seconds * 1000 * 2 ** Math.max(0, tries));
}
