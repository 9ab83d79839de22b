import { z } from "zod";
import type { PlanItem } from "../plan/plan.ts";
import { pauseSchema } from "./pause_kinds.ts";

/** States of a task. `blocked` waits for a person or for another task. */
export const TASK_STATUSES = ["pending", "ready", "active", "done", "failed", "blocked"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Where each state leads. */
export const TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
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
  done: [],
};

/** What a blocked task waits for: `approval` before it is begun, `person` with a question that its last step left; `skipped`: a person put it aside. */
const BLOCKED_ON = ["approval", "person", "dependency", "skipped"] as const;

/** One change of one task's state. */
export const transitionSchema = z.object({
  type: z.literal("task"),
  task_id: z.string(),
  from: z.enum(TASK_STATUSES),
  to: z.enum(TASK_STATUSES),
  /** For people. */
  why: z.string(),
  /** Of a change to `blocked`. */
  on: z.enum(BLOCKED_ON).optional(),
  /** The question that it then waits with. */
  asks: pauseSchema.optional(),
});
export type Transition = Omit<z.infer<typeof transitionSchema>, "type">;

/** A task as the events so far have left it. */
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
    throw new RangeError(
      `Task ${task.task_id} is ${task.status}, so ${task_id} cannot go from ${from} to ${to}`,
    );
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

/**
 * The transitions that follow from the states of the tasks alone: who becomes ready, who waits in vain, who need not wait any more. Applied one
 * after another they leave nothing to settle. A failed task counts as possible while `retries` are left.
 */
export function settle(
  plan: readonly PlanItem[],
  tasks: ReadonlyMap<string, Task>,
  retries: number,
): Transition[] {
  const hopeless = hopelessTasks(plan, tasks, retries);
  return plan.flatMap(({ task_id, depends_on }): Transition[] => {
    const task = tasks.get(task_id);
    const lost = depends_on.find((each) => hopeless.has(each));
    const open = depends_on.find((each) => tasks.get(each)?.status !== "done");
    if (task?.status === "pending" && lost !== undefined) {
      const why = `waits for ${lost}, which is not getting done`;
      return [{ task_id, from: "pending", to: "blocked", on: "dependency", why }];
    }
    if (task?.status === "pending" && open === undefined) {
      const why = depends_on.length === 0 ? "waits for nothing" : "its dependencies are done";
      return [{ task_id, from: "pending", to: "ready", why }];
    }
    if (task?.status === "ready" && open !== undefined) {
      return [{ task_id, from: "ready", to: "pending", why: `waits for ${open}` }];
    }
    if (task?.status === "blocked" && task.on === "dependency" && lost === undefined) {
      return [{ task_id, from: "blocked", to: "pending", why: "what it waits for is possible again" }];
    }
    return [];
  });
}

/** Tasks that nobody works on any more, and those that wait for them. */
function hopelessTasks(
  plan: readonly PlanItem[],
  tasks: ReadonlyMap<string, Task>,
  retries: number,
): Set<string> {
  const hopeless = new Set<string>();
  const isHopeless = ({ task_id, depends_on }: PlanItem) => {
    const task = tasks.get(task_id);
    return (task?.status === "failed" && task.attempts > retries) ||
      (task?.status === "blocked" && task.on === "skipped") ||
      (task?.status !== "done" && depends_on.some((each) => hopeless.has(each)));
  };
  for (let before = -1; before < hopeless.size;) {
    before = hopeless.size;
    for (const item of plan) if (isHopeless(item)) hopeless.add(item.task_id);
  }
  return hopeless;
}
