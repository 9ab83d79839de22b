import { redact } from "../../guard/secrets/redact.ts";
import type { CommandJudge } from "../guard/command_judge.ts";
import { levelsOf, type Plan, PLAN_LIMITS, type PlanItem, planSchema } from "./plan.ts";

export type CheckedPlan =
  /** `repairs`: what was put right, each in a sentence for people. */
  | { kind: "sound"; plan: Plan; repairs: string[] }
  /** `problems`: each names the task and says what to change. */
  | { kind: "unsound"; problems: string[] };

/** Commands that pass whatever was done. */
const PROVES_NOTHING = /^(?:true|:|exit(?:\s+0)?|echo\b[^|&;]*|printf\b[^|&;]*|pwd|ls|date|sleep\b[^|&;]*)$/;
const MAX_PROBLEMS = 10;

/**
 * Puts right what needs no guess at what was meant, and checks the rest. Takes whatever a model or an editor has produced.
 *
 * @param old a plan that it takes the place of: what is `done` in it stays as it was, whether the new plan names it or not.
 */
export function checkPlan(
  raw: unknown,
  judge: CommandJudge,
  old: { plan: Plan; done: ReadonlySet<string> } | undefined,
): CheckedPlan {
  const repairs: string[] = [];
  const repaired = repair(raw, repairs);
  const parsed = planSchema.safeParse(repaired);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) =>
      `${placeOf(path, repaired)}: ${message}`
    );
    return { kind: "unsound", problems };
  }
  const plan = old ? merged(parsed.data, old.plan, old.done, repairs) : parsed.data;
  const problems = parsed.data.tasks.length === 0
    ? ["the plan has no task"]
    : plan.tasks.length > PLAN_LIMITS.items
    ? [`${plan.tasks.length} tasks are more than ${PLAN_LIMITS.items}; make them larger`]
    : [...plan.tasks.flatMap((item) => verifyProblems(item, judge)), ...graphProblems(plan.tasks)];
  return problems.length === 0 ? { kind: "sound", plan, repairs } : { kind: "unsound", problems };
}

/** What stands in for a field that is missing. */
const DEFAULTS = { depends_on: [], breakpoint: false, risk: "medium", description: "" };

function repair(raw: unknown, repairs: string[]): unknown {
  const document: unknown = Array.isArray(raw) ? { tasks: raw } : raw;
  if (!isRecord(document) || !Array.isArray(document["tasks"])) return document;
  const ids = new Map<unknown, string>();
  for (const task of document["tasks"]) {
    const id: unknown = isRecord(task) ? task["task_id"] : undefined;
    if (typeof id !== "string" || ids.has(id)) continue;
    const slug = slugOf(id);
    const fits = slug !== "" && ![...ids.values()].includes(slug);
    ids.set(id, fits ? slug : id);
    if (fits && slug !== id) repairs.push(`task "${id}" is called ${slug} from here on`);
  }
  const tasks = document["tasks"].map((task) => isRecord(task) ? repairTask(task, ids, repairs) : task);
  return { requirements: document["requirements"] ?? [], tasks };
}

function repairTask(
  task: Record<string, unknown>,
  ids: ReadonlyMap<unknown, string>,
  repairs: string[],
): Record<string, unknown> {
  const given = Object.fromEntries(
    Object.entries(task).filter(([, value]) => value !== undefined && value !== null),
  );
  const fixed: Record<string, unknown> = { ...DEFAULTS, ...given };
  const id = ids.get(task["task_id"]) ?? task["task_id"];
  const missing = Object.keys(DEFAULTS).filter((field) => !Object.hasOwn(given, field));
  if (missing.length > 0) repairs.push(`${String(id)}: ${missing.join(", ")} not given`);
  const trimmed = (value: unknown) => typeof value === "string" ? value.trim() : value;
  const { verify, depends_on } = fixed;
  const listed = typeof verify === "string" ? [verify] : verify;
  const isRisky = fixed["risk"] === "high" && fixed["breakpoint"] === false;
  if (isRisky) repairs.push(`${String(id)}: risk is high, so it waits for your word`);
  return {
    ...fixed,
    task_id: id,
    title: trimmed(fixed["title"]),
    description: trimmed(fixed["description"]),
    depends_on: Array.isArray(depends_on)
      ? [...new Set(depends_on.map((each) => ids.get(each) ?? each))]
      : depends_on,
    breakpoint: isRisky || fixed["breakpoint"],
    verify: Array.isArray(listed) ? listed.map(trimmed) : listed,
  };
}

function merged(fresh: Plan, old: Plan, done: ReadonlySet<string>, repairs: string[]): Plan {
  const kept = old.tasks.filter(({ task_id }) => done.has(task_id));
  for (const item of kept) {
    const again = fresh.tasks.find(({ task_id }) => task_id === item.task_id);
    if (again === undefined) repairs.push(`${item.task_id} is done and stays in the plan`);
    else if (JSON.stringify(again) !== JSON.stringify(item)) {
      repairs.push(`${item.task_id} is done, so it stays as it was; more work on it is a task of its own`);
    }
  }
  return {
    requirements: fresh.requirements.length > 0 ? fresh.requirements : old.requirements,
    tasks: [...kept, ...fresh.tasks.filter(({ task_id }) => !done.has(task_id))],
  };
}

function verifyProblems({ task_id, verify }: PlanItem, judge: CommandJudge): string[] {
  const problems = verify.flatMap((command) => {
    const shown = JSON.stringify(command.slice(0, 80));
    if (PROVES_NOTHING.test(command)) return [`verify ${shown} passes whatever was done`];
    if (judge.runsNothing(command)) return [`verify ${shown} runs nothing`];
    if (redact(command).redactions.length > 0) {
      return ["a verify command holds a secret; let it come from the environment"];
    }
    return judge.dangers(command).map(({ command, why }) =>
      `verify must not change anything, and ${JSON.stringify(command)} ${why}`
    );
  });
  return problems.map((problem) => `${task_id}: ${problem}`);
}

function graphProblems(tasks: readonly PlanItem[]): string[] {
  const ids = tasks.map(({ task_id }) => task_id);
  const twice = ids.filter((id, at) => ids.indexOf(id) < at);
  const unknown = tasks.flatMap(({ task_id, depends_on }) =>
    depends_on.filter((each) => !ids.includes(each)).map((each) =>
      `${task_id}: depends_on names ${each}, which is no task of the plan`
    )
  );
  const circle = circleIn(levelsOf(tasks).circular);
  return [
    ...twice.map((id) => `${id}: the task_id is used twice`),
    ...unknown,
    ...circle.length > 0 ? [`tasks wait for each other: ${circle.join(" → ")}`] : [],
  ];
}

/** The ids of one circle, its first id again at the end: each of the tasks waits for another of them. */
function circleIn(tasks: readonly PlanItem[]): string[] {
  const path: string[] = [];
  let next = tasks[0]?.task_id;
  while (next !== undefined) {
    const from = path.indexOf(next);
    path.push(next);
    if (from >= 0) return path.slice(from);
    const waits: readonly string[] = tasks.find(({ task_id }) => task_id === next)?.depends_on ?? [];
    next = waits.find((id) => tasks.some(({ task_id }) => task_id === id));
  }
  return [];
}

/** Where in the plan an issue lies, by the task's id where it has one. */
function placeOf([first, at, ...rest]: readonly PropertyKey[], plan: unknown): string {
  if (first !== "tasks" || typeof at !== "number") return first === undefined ? "plan" : String(first);
  const tasks: unknown = isRecord(plan) ? plan["tasks"] : undefined;
  const task: unknown = Array.isArray(tasks) ? tasks[at] : undefined;
  const id = isRecord(task) && typeof task["task_id"] === "string" ? task["task_id"] : `task ${at + 1}`;
  return [id, ...rest.map(String)].join(": ");
}

function slugOf(id: string): string {
  const words = id.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return words.replace(/^-+|-+$/g, "").slice(0, 48);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
