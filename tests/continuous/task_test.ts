import { assertEquals, assertThrows } from "@std/assert";
import { workOrder } from "../../lib/continuous/plan/plan.ts";
import { moved, newTask, type Task } from "../../lib/continuous/run/task.ts";
import { item } from "./fixtures.ts";

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
