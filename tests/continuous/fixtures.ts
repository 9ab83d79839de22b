/** What the tests of this room begin with: a run, and tasks for it. */
import type { Plan, PlanItem } from "../../lib/continuous/plan/plan.ts";
import { budgetSchema, type RunEvent, type StepEnded } from "../../lib/continuous/run/event.ts";

export const SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

export function started(goal = "Fix it"): RunEvent {
  return {
    type: "started",
    version: 4,
    session: "20260102-030405-abcdef",
    goal,
    executor: "codex",
    confirm: true,
    budget: budgetSchema.parse({}),
    executor_args: [],
    workspace: { folder: "/worktree", branch: "auto/fix-it", base: "0".repeat(40) },
    review: "off",
  };
}

export function item(task_id: string, changes: Partial<PlanItem> = {}): PlanItem {
  return {
    task_id,
    title: `Do ${task_id}`,
    description: "",
    depends_on: [],
    breakpoint: false,
    risk: "low",
    changes_tests: false,
    verify: ["npm test"],
    ...changes,
  };
}

export function plan(...tasks: PlanItem[]): Plan {
  return { requirements: [], tasks };
}

export function planned(...tasks: PlanItem[]): Extract<RunEvent, { type: "planned" }> {
  return { type: "planned", reason: "first", plan: plan(...tasks), why: "" };
}

export function stepBegun(step: number, task_id: string): RunEvent[] {
  const why = "it is its turn";
  return [{ type: "task", task_id, from: "ready", to: "active", why }, {
    type: "step_started",
    step,
    task_id,
  }];
}

/** A step that changed nothing and proved nothing, from the end of its turn. */
export function stepEnded(step: number, task_id: string, changes: Partial<StepEnded> = {}): RunEvent[] {
  const { passed = false, files = [], checks = [], head = "h", tree = "t", ...turn } = changes;
  const usage = { tokens: 0, cost_usd: 0, ms: 0 };
  const said = { outcome: "worked" as const, said: "Done!", commands: 0 };
  return [
    { type: "turn_ended", step, task_id, ...said, ...usage, ...turn },
    { type: "step_ended", step, task_id, passed, files, checks, head, tree, ms: 0 },
  ];
}
