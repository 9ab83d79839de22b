import type { Decision, RunEvent } from "./event.ts";
import type { RunState } from "./state.ts";

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
