import { redact } from "../../guard/secrets/redact.ts";
import { shellDangers } from "../guard/judge.ts";
import type { GuardPlace } from "../guard/paths.ts";
import { isRecord, textAt } from "../../settings/json.ts";
import { type ShellParser, shellParser } from "../guard/shell_commands.ts";
import { doneTasks, type RunState } from "../run/state.ts";
import { oneLine } from "../run/words.ts";
import { levelsOf, MAX_TASKS, type Plan, type PlanItem, planSchema } from "./plan.ts";

type Known = Pick<RunState, "plan" | "tasks">;

const MAX_PROBLEMS = 10;
const MAX_CHARS = 300;
/** A plan does not know where it is worked: its commands name files of the repository from its top. */
const ANYWHERE = { root: "/repo", cwd: "/repo", home: "/home", rules: [], variable: () => undefined };

/** Checks whatever a model or an editor has produced. A plan of `old` is replaced: what is done in it stays as it was, whether the new one names it or not. */
export async function checkPlan(raw: unknown, old?: Known, repository: readonly string[] = []) {
  if (!isRecord(raw)) return unsound(["what was given holds no plan"]);
  const parsed = planSchema.safeParse(raw);
  if (!parsed.success) {
    return unsound(parsed.error.issues.map(({ path, message }) => `${placeOf(path, raw)}: ${message}`));
  }
  const tasks = parsed.data.tasks.map((task) => task.risk === "high" ? { ...task, breakpoint: true } : task);
  const drafted = { ...parsed.data, tasks };
  const plan = old?.plan ? merged(drafted, old.plan, doneTasks(old)) : drafted;
  const parse = await shellParser();
  const place = { ...ANYWHERE, repository };
  const problems = drafted.tasks.length === 0
    ? ["the plan has no task"]
    : plan.tasks.length > MAX_TASKS
    ? [`${plan.tasks.length} tasks are more than ${MAX_TASKS}; make them larger`]
    : [...plan.tasks.flatMap((task) => verifyProblems(task, parse, place)), ...graphProblems(plan.tasks)];
  return problems.length === 0 ? { kind: "sound" as const, plan } : unsound(problems);
}

/** What cannot be used, and why, in few words: a model or an editor may say anything, at any length. */
export function unsound(problems: readonly string[]): { kind: "unsound"; problems: string[] } {
  const shown = problems.slice(0, MAX_PROBLEMS).map((each) => oneLine(each, MAX_CHARS));
  const more = problems.length - MAX_PROBLEMS;
  return { kind: "unsound", problems: more > 0 ? [...shown, `and ${more} more`] : shown };
}

function merged(fresh: Plan, old: Plan, done: ReadonlySet<string>): Plan {
  const kept = old.tasks.filter(({ task_id }) => done.has(task_id));
  return {
    requirements: fresh.requirements.length > 0 ? fresh.requirements : old.requirements,
    tasks: [...kept, ...fresh.tasks.filter(({ task_id }) => !done.has(task_id))],
  };
}

function verifyProblems({ task_id, verify }: PlanItem, parse: ShellParser, place: GuardPlace): string[] {
  return verify.flatMap((command) => {
    const [danger] = shellDangers(command, parse, place);
    const reaches = danger && `${JSON.stringify(danger.command)} ${danger.why}`;
    if (reaches) return [`verify must not reach out of the repository, and ${reaches}`];
    if (redact(command).redactions.length === 0) return [];
    return ["a verify command holds a secret; let it come from the environment"];
  }).map((problem) => `${task_id}: ${problem}`);
}

function graphProblems(tasks: readonly PlanItem[]): string[] {
  const ids = tasks.map(({ task_id }) => task_id);
  const circular = levelsOf(tasks).circular.map(({ task_id }) => task_id);
  return [
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${id}: the task_id is used twice`),
    ...tasks.flatMap(({ task_id, depends_on }) =>
      depends_on.filter((each) => !ids.includes(each)).map((each) =>
        `${task_id}: depends_on names ${each}, which is no task of the plan`
      )
    ),
    ...circular.length > 0 ? [`tasks wait for each other: ${circular.join(", ")}`] : [],
  ];
}

function placeOf([first, at, ...rest]: readonly PropertyKey[], raw: unknown): string {
  if (first !== "tasks" || typeof at !== "number") return String(first ?? "plan");
  return [textAt(raw, "tasks", at, "task_id") || `task ${at + 1}`, ...rest.map(String)].join(": ");
}
