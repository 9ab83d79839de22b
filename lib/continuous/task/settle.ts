import type { Task, Transition } from "./task.ts";

/** What the machine has to know of a plan: who waits for whom. */
export interface Dependent {
  task_id: string;
  depends_on: readonly string[];
}

/**
 * The transitions that follow from the states of the tasks alone: who becomes ready, who waits in vain, who need not wait any more. Applied one
 * after another they leave nothing to settle. A failed task counts as possible while `retries` are left.
 */
export function settle(
  plan: readonly Dependent[],
  tasks: ReadonlyMap<string, Task>,
  retries: number,
): Transition[] {
  const hopeless = hopelessTasks(plan, tasks, retries);
  return plan.flatMap(({ task_id, depends_on }): Transition[] => {
    const task = tasks.get(task_id);
    if (task === undefined) return [];
    const lost = depends_on.find((each) => hopeless.has(each));
    const open = depends_on.find((each) => tasks.get(each)?.status !== "done");
    if (task.status === "pending" && lost !== undefined) {
      return [{
        task_id,
        from: "pending",
        to: "blocked",
        on: "dependency",
        why: `waits for ${lost}, which is not getting done`,
      }];
    }
    if (task.status === "pending" && open === undefined) {
      return [{
        task_id,
        from: "pending",
        to: "ready",
        why: depends_on.length === 0 ? "waits for nothing" : "its dependencies are done",
      }];
    }
    if (task.status === "ready" && open !== undefined) {
      return [{ task_id, from: "ready", to: "pending", why: `waits for ${open}` }];
    }
    if (task.status === "blocked" && task.on === "dependency" && lost === undefined) {
      return [{ task_id, from: "blocked", to: "pending", why: "what it waits for is possible again" }];
    }
    return [];
  });
}

/** Tasks that nobody works on any more, and those that wait for them. */
function hopelessTasks(
  plan: readonly Dependent[],
  tasks: ReadonlyMap<string, Task>,
  retries: number,
): Set<string> {
  const hopeless = new Set<string>();
  for (const { task_id } of plan) {
    const task = tasks.get(task_id);
    const failed = task?.status === "failed" && task.attempts > retries;
    if (failed || (task?.status === "blocked" && task.on === "skipped")) hopeless.add(task_id);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const { task_id, depends_on } of plan) {
      if (hopeless.has(task_id) || tasks.get(task_id)?.status === "done") continue;
      if (depends_on.some((each) => hopeless.has(each))) {
        hopeless.add(task_id);
        grew = true;
      }
    }
  }
  return hopeless;
}
