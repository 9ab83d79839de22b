import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Dependent, workOrder } from "../../lib/continuous/plan/plan.ts";
import {
  moved,
  newTask,
  settle,
  type Task,
  TASK_STATUSES,
  type Transition,
  TRANSITIONS,
} from "../../lib/continuous/run/task.ts";
import { item } from "./fixtures.ts";

const RETRIES = 2;

/** Plans without circles: a task may depend on earlier ones only. */
const plans = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.tuple(
    ...Array.from({ length: size }, (_, at) => fc.subarray(Array.from({ length: at }, (_, n) => `t${n}`))),
  ).map(
    (depends) => depends.map((depends_on, at): Dependent => ({ task_id: `t${at}`, depends_on })),
  )
);
/** What people and the world do: a task's number and a state that it is to go to. */
const wishes = fc.array(
  fc.tuple(fc.nat(7), fc.constantFrom(...TASK_STATUSES), fc.constantFrom("approval", "skipped")),
  {
    maxLength: 60,
  },
);

function apply(tasks: Map<string, Task>, transition: Transition): void {
  const task = tasks.get(transition.task_id);
  assert(task);
  tasks.set(task.task_id, moved(task, transition));
}

function settled(plan: readonly Dependent[], tasks: Map<string, Task>): void {
  for (let rounds = 0;; rounds++) {
    assert(rounds <= 3 * plan.length + 1, "settling does not end");
    const next = settle(plan, tasks, RETRIES);
    if (next.length === 0) return;
    for (const each of next) apply(tasks, each);
  }
}

/** Plays the wishes that are legal, settling after each. */
function played(plan: readonly Dependent[], asked: readonly [number, Task["status"], string][]) {
  const tasks = new Map(plan.map(({ task_id }) => [task_id, newTask(task_id)]));
  const seen: Map<string, Task>[] = [];
  settled(plan, tasks);
  for (const [at, to, on] of asked) {
    const task = tasks.get(`t${at % plan.length}`);
    if (task === undefined) continue;
    const step = { from: task.status, to };
    // Who becomes ready or pending is the machine's to say, and nobody approves a dependency.
    if (!TRANSITIONS[task.status].includes(to) || to === "pending" || (task.status === "pending")) continue;
    if (task.status === "blocked" && task.on === "dependency") continue;
    if (to === "active" && [...tasks.values()].some(({ status }) => status === "active")) continue;
    apply(tasks, {
      ...step,
      task_id: task.task_id,
      why: "wished",
      ...(to === "blocked" ? { on: on as "approval" } : {}),
    });
    settled(plan, tasks);
    seen.push(new Map(tasks));
  }
  return { tasks, seen };
}

Deno.test("nobody works before all it depends on is done, done stays done, and what is not done waits for a person, for another task, or can be worked on", () => {
  fc.assert(
    fc.property(plans, wishes, (plan, asked) => {
      const { seen, tasks } = played(plan, asked);
      let done = new Set<string>();
      for (const tasks of seen) {
        assertEquals(settle(plan, tasks, RETRIES), []);
        for (const { task_id, depends_on } of plan) {
          const status = tasks.get(task_id)?.status;
          if (status === "active" || status === "ready") {
            assertEquals(depends_on.filter((each) => tasks.get(each)?.status !== "done"), []);
          }
        }
        const now = new Set(
          [...tasks.values()].filter(({ status }) => status === "done").map(({ task_id }) => task_id),
        );
        assertEquals([...done].filter((each) => !now.has(each)), []);
        done = now;
      }
      const open = [...tasks.values()].filter(({ status }) => status !== "done");
      const reachable = open.some(({ status, on }) =>
        status === "ready" || status === "active" || status === "failed" ||
        (status === "blocked" && on !== "dependency")
      );
      assertEquals(open.length === 0 || reachable, true);
    }),
    { numRuns: 300 },
  );
});

Deno.test("only the table's transitions can be made", () => {
  const task: Task = { ...newTask("a"), status: "done" };
  const move = (from: Task["status"], to: Task["status"]) => () =>
    moved(task, { task_id: "a", from, to, why: "" });
  assertThrows(move("active", "done"), RangeError, "Task a is done");
  assertThrows(move("done", "ready"), RangeError, "cannot go from done to ready");
});

Deno.test("an attempt counts once it is begun, and a lost step gives it back", () => {
  let task = moved(newTask("a"), { task_id: "a", from: "pending", to: "ready", why: "" });
  task = moved(task, { task_id: "a", from: "ready", to: "active", why: "" });
  assertEquals(task.attempts, 1);
  assertEquals(moved(task, { task_id: "a", from: "active", to: "ready", why: "lost" }).attempts, 0);
  assertEquals(moved(task, { task_id: "a", from: "active", to: "failed", why: "" }).attempts, 1);
});

Deno.test("work goes by depth, then the lower risk, then the plan's order", () => {
  const task = (task_id: string, depends_on: string[], risk: "low" | "high") =>
    item(task_id, { depends_on, risk });
  assertEquals(
    workOrder([
      task("d", ["b"], "low"),
      task("b", ["a"], "high"),
      task("c", ["a"], "low"),
      task("a", [], "high"),
      task("e", [], "low"),
    ]),
    ["e", "a", "c", "b", "d"],
  );
});
