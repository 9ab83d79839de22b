import { redact } from "../../guard/secrets/redact.ts";
import type { CommandJudge } from "../guard/command_judge.ts";
import { isTooDeep, TOO_DEEP } from "./depth.ts";
import { type Plan, PLAN_LIMITS, type PlanItem, planSchema } from "./plan_item.ts";
import { repairPlan } from "./repair.ts";

export type CheckedPlan =
  | { kind: "sound"; plan: Plan; repairs: string[] }
  /** `problems`: each names the task and says what to change. */
  | { kind: "unsound"; problems: string[]; repairs: string[] };

const TASK_ID = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}-]{0,47}$/u;
/** Commands that pass whatever was done. */
const PROVES_NOTHING = /^(?:true|:|exit(?:\s+0)?|echo\b[^|&;]*|printf\b[^|&;]*|pwd|ls|date|sleep\b[^|&;]*)$/;

/** Repairs what is safe to repair, then checks. Takes whatever a model or an editor has produced. */
export function checkPlan(raw: unknown, judge: CommandJudge): CheckedPlan {
  if (isTooDeep(raw)) return { kind: "unsound", problems: [TOO_DEEP], repairs: [] };
  const { plan: candidate, repairs } = repairPlan(raw);
  const parsed = planSchema.safeParse(candidate);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, 10).map(({ path, message }) =>
      `${place(path, candidate)}: ${message}`
    );
    return { kind: "unsound", problems, repairs };
  }
  const plan = parsed.data;
  const size = sizeProblems(plan);
  // A plan without measure is said to be one, and not looked through: it may be of any size.
  const problems = size.length > 0
    ? size
    : [...plan.tasks.flatMap((item) => itemProblems(item, judge)), ...graphProblems(plan.tasks)];
  return problems.length === 0 ? { kind: "sound", plan, repairs } : { kind: "unsound", problems, repairs };
}

function sizeProblems({ tasks, requirements }: Plan): string[] {
  const problems: string[] = [];
  if (tasks.length === 0) problems.push("the plan has no task");
  if (tasks.length > PLAN_LIMITS.items) {
    problems.push(`${tasks.length} tasks are more than ${PLAN_LIMITS.items}; make them larger`);
  }
  for (const { task_id, depends_on, verify } of tasks.slice(0, PLAN_LIMITS.items)) {
    if (depends_on.length >= PLAN_LIMITS.items) {
      problems.push(`${task_id}: more dependencies than a plan has tasks`);
    }
    if (verify.length > PLAN_LIMITS.verifyCommands) {
      problems.push(`${task_id}: more than ${PLAN_LIMITS.verifyCommands} verify commands`);
    }
  }
  if (requirements.length > PLAN_LIMITS.requirements) {
    problems.push(`more than ${PLAN_LIMITS.requirements} requirements`);
  }
  if (requirements.some((each) => each.length > PLAN_LIMITS.requirementChars)) {
    problems.push(`a requirement is over ${PLAN_LIMITS.requirementChars} characters`);
  }
  return problems;
}

function itemProblems({ task_id, title, description, verify }: PlanItem, judge: CommandJudge): string[] {
  const problems: string[] = [];
  if (!TASK_ID.test(task_id)) {
    problems.push("task_id is made of at most 48 lower-case letters, digits and hyphens");
  }
  if (title === "" || title.length > PLAN_LIMITS.titleChars) {
    problems.push(`title has 1 to ${PLAN_LIMITS.titleChars} characters`);
  }
  if (description.length > PLAN_LIMITS.descriptionChars) {
    problems.push(`description is over ${PLAN_LIMITS.descriptionChars} characters`);
  }
  if (verify.length === 0) {
    problems.push("verify is empty: name a command that passes only once the task is done");
  }
  for (const command of verify) problems.push(...verifyProblems(command, judge));
  return problems.map((problem) => `${task_id}: ${problem}`);
}

function verifyProblems(command: string, judge: CommandJudge): string[] {
  const shown = JSON.stringify(command.slice(0, 80));
  if (command === "" || command.length > PLAN_LIMITS.verifyChars) {
    return [`a verify command has 1 to ${PLAN_LIMITS.verifyChars} characters`];
  }
  if (PROVES_NOTHING.test(command)) return [`verify ${shown} passes whatever was done`];
  if (judge.runsNothing(command)) return [`verify ${shown} runs nothing`];
  const clean = redact(command);
  if (clean.redactions.length > 0) {
    return ["a verify command holds a secret; let it come from the environment"];
  }
  return judge.dangers(command).map(({ command, why }) =>
    `verify must not change anything, and ${JSON.stringify(command)} ${why}`
  );
}

function graphProblems(items: readonly PlanItem[]): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { task_id } of items) {
    if (ids.has(task_id)) problems.push(`${task_id}: the task_id is used twice`);
    ids.add(task_id);
  }
  for (const { task_id, depends_on } of items) {
    for (const each of depends_on) {
      if (!ids.has(each)) problems.push(`${task_id}: depends_on names ${each}, which is no task of the plan`);
    }
  }
  const circle = findCircle(items);
  if (circle) problems.push(`tasks wait for each other: ${circle.join(" → ")}`);
  return problems;
}

/** The ids of one circle of dependencies, its first id again at the end. */
function findCircle(items: readonly PlanItem[]): string[] | undefined {
  const next = new Map(items.map(({ task_id, depends_on }) => [task_id, depends_on]));
  const done = new Set<string>();
  const visit = (id: string, path: string[]): string[] | undefined => {
    const at = path.indexOf(id);
    if (at >= 0) return [...path.slice(at), id];
    if (done.has(id)) return undefined;
    for (const each of next.get(id) ?? []) {
      const circle = visit(each, [...path, id]);
      if (circle) return circle;
    }
    done.add(id);
    return undefined;
  };
  for (const { task_id } of items) {
    const circle = visit(task_id, []);
    if (circle) return circle;
  }
  return undefined;
}

/** Where in the plan an issue lies, by the task's id where it has one. */
function place(path: readonly PropertyKey[], plan: unknown): string {
  const [first, at, ...rest] = path;
  if (first !== "tasks" || typeof at !== "number") return path.map(String).join(".") || "plan";
  const tasks: unknown = typeof plan === "object" && plan !== null ? Reflect.get(plan, "tasks") : undefined;
  const task: unknown = Array.isArray(tasks) ? tasks[at] : undefined;
  const id: unknown = typeof task === "object" && task !== null ? Reflect.get(task, "task_id") : undefined;
  return `${typeof id === "string" ? id : `task ${at + 1}`}${
    rest.length === 0 ? "" : `: ${rest.map(String).join(".")}`
  }`;
}
