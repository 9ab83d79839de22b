import type { Decision, RunEvent } from "./event.ts";
import type { RunState } from "./state.ts";

/** What a person's answer to the pause changes; the answer itself comes last, so that one cut short is asked for again. */
export function decisionEvents(state: RunState, decision: Decision, by: "person" | "flag"): RunEvent[] {
  const { pause, tasks } = state;
  const events: RunEvent[] = [];
  const task = pause?.task_id === undefined ? undefined : tasks.get(pause.task_id);
  const move = { type: "task" as const, task_id: task?.task_id ?? "" };
  const isOpen = task !== undefined && task.status !== "done" && task.status !== "active";
  // A plan that was edited while it waited has its tasks begin anew; the answer is to that one all the same.
  const anew = pause?.kind === "breakpoint" && task?.status === "pending";
  if (decision === "skip" && isOpen) {
    events.push({ ...move, from: task.status, to: "blocked", on: "skipped", why: "a person put it aside" });
  } else if (
    task && pause?.kind === "tampered" && decision === "continue" && isAsItWas(state, task.task_id)
  ) {
    events.push({
      ...move,
      from: "blocked",
      to: "active",
      why: "a person accepted what its last step changed",
    });
  } else if (anew || task?.on === "approval" || task?.on === "person") {
    if (anew) events.push({ ...move, from: "pending", to: "blocked", on: "approval", why: WAITS });
    const why = decision === "retry" ? "a person wants it done again" : "a person agreed";
    events.push({ ...move, from: "blocked", to: "ready", why });
  } else if (task?.status === "failed") {
    events.push({ ...move, from: "failed", to: "ready", why: "a person asked for one more attempt" });
  }
  events.push({ type: "decided", decision, by });
  return events;
}

/** Whether the worktree still holds what the latest step of a task left, and that passed. */
function isAsItWas({ history, baseline }: RunState, task_id: string): boolean {
  const last = history.findLast((step) => step.task_id === task_id);
  return last !== undefined && last.passed && last.tree === baseline?.tree && last.head === baseline.head;
}

export const WAITS = "it waits for a person's word";

/** What makes a run that ended without all its tasks go on: what was put aside and what failed is to be worked on again. */
export function reopenEvents(state: RunState): RunEvent[] {
  const back = [...state.tasks.values()].flatMap(({ task_id, status, on }): RunEvent[] => {
    const to = status === "failed"
      ? "ready"
      : status === "blocked" && on === "skipped"
      ? "pending"
      : undefined;
    return to ? [{ type: "task", task_id, from: status, to, why: "the run goes on" }] : [];
  });
  return [...back, { type: "reopened", why: "a person resumed it" }];
}
