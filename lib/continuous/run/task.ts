import { z } from "zod";
import { levelsOf, type PlanItem } from "../plan/plan.ts";
import PAUSES from "./pauses.json" with { type: "json" };

/** Why a run waits for a person, and what can be done about it. */
export { PAUSES };

export type PauseKind = keyof typeof PAUSES;

export const DECISIONS = ["continue", "retry", "skip"] as const;
export type Decision = (typeof DECISIONS)[number];

export const pauseSchema = z.object({
  kind: z.custom<PauseKind>((kind) => typeof kind === "string" && Object.hasOwn(PAUSES, kind)),
  task_id: z.string().optional(),
  why: z.string(),
  next: z.string(),
  commands: z.array(z.string()).optional(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** States of a task. `blocked` waits for a person or for another task. */
const TASK_STATUSES = ["pending", "ready", "active", "done", "failed", "blocked"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

const TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  /** Its dependencies are done; or one of them never will be, as things stand. */
  pending: ["ready", "blocked"],
  /** It is worked on; a person has to agree first, or put it aside; a new plan gave it something to wait for. */
  ready: ["active", "blocked", "pending"],
  /** Its verify commands passed; they did not; the step was lost or called off; a person has to look. */
  active: ["done", "failed", "ready", "blocked"],
  /** It is tried again; or put aside. */
  failed: ["ready", "blocked"],
  /** A person let it go on, put it aside, or accepted what its last step did; or what it waits for has become possible. */
  blocked: ["ready", "pending", "blocked", "active"],
  /** A person wants it done again. */
  done: ["pending"],
};

/** What a blocked task waits for: `approval` before it is begun, `person` with a question that its last step left; `skipped`: a person put it aside. */
const BLOCKED_ON = ["approval", "person", "dependency", "skipped"] as const;

export const transitionSchema = z.object({
  type: z.literal("task"),
  task_id: z.string(),
  from: z.enum(TASK_STATUSES),
  to: z.enum(TASK_STATUSES),
  why: z.string(),
  on: z.enum(BLOCKED_ON).optional(),
  asks: pauseSchema.optional(),
});
type Transition = Omit<z.infer<typeof transitionSchema>, "type">;

export interface Task extends Pick<Transition, "task_id" | "why" | "on" | "asks"> {
  status: TaskStatus;
  /** Steps that were begun and counted: a lost step gives its attempt back. */
  attempts: number;
  /** A person agreed to it, so its breakpoint stops it no more. */
  approved: boolean;
}

export function newTask(task_id: string): Task {
  return { task_id, status: "pending", attempts: 0, approved: false, why: "planned" };
}

/** The task after a transition. Throws `RangeError` where it is in another state than the transition starts from, or where that leads nowhere. */
export function moved(task: Task, transition: Transition): Task {
  const { task_id, from, to, why, on, asks } = transition;
  if (task.task_id !== task_id || task.status !== from || !TRANSITIONS[from].includes(to)) {
    const is = `Task ${task.task_id} is ${task.status}`;
    throw new RangeError(`${is}, so ${task_id} cannot go from ${from} to ${to}`);
  }
  return {
    task_id,
    status: to,
    attempts: task.attempts +
      (to === "active" ? 1 : from === "active" && (to === "ready" || to === "blocked") ? -1 : 0),
    approved: on !== "skipped" && (task.approved || (from === "blocked" && task.on === "approval")),
    why,
    ...(to === "blocked" ? { on: on ?? "approval" } : {}),
    ...(asks === undefined ? {} : { asks }),
  };
}

/** The transitions that follow from the states of the tasks alone; applied in order they leave nothing to settle. A failed task counts as possible while `retries` are left. */
export function settle(plan: readonly PlanItem[], tasks: ReadonlyMap<string, Task>, retries: number) {
  /** Tasks that nobody works on any more, and those that wait for them. */
  const hopeless = new Set<string>();
  for (const { task_id, depends_on } of levelsOf(plan).levels.flat()) {
    const { status, attempts = 0, on } = tasks.get(task_id) ?? {};
    const isGivenUp = on === "skipped" || (status === "failed" && attempts > retries);
    if (isGivenUp || (status !== "done" && depends_on.some((each) => hopeless.has(each)))) {
      hopeless.add(task_id);
    }
  }
  return plan.flatMap(({ task_id, depends_on }): Transition[] => {
    const { status = "done", on } = tasks.get(task_id) ?? {};
    const lost = depends_on.find((each) => hopeless.has(each));
    const open = depends_on.find((each) => tasks.get(each)?.status !== "done");
    const to = (to: TaskStatus, why: string) => [{ task_id, from: status, to, why }];
    if (status === "pending" && lost !== undefined) {
      const why = `waits for ${lost}, which is not getting done`;
      return [{ task_id, from: status, to: "blocked", on: "dependency", why }];
    }
    if (status === "pending" && open === undefined) {
      return to("ready", depends_on.length === 0 ? "waits for nothing" : "its dependencies are done");
    }
    if (status === "ready" && open !== undefined) return to("pending", `waits for ${open}`);
    const isFree = status === "blocked" && on === "dependency" && lost === undefined;
    return isFree ? to("pending", "what it waits for is possible again") : [];
  });
}
