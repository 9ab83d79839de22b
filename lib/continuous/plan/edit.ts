import { parse } from "@std/jsonc";
import { z } from "zod";
import type { CommandJudge } from "../guard/command_judge.ts";
import { CONFIRM } from "../run/event.ts";
import { checkPlan } from "./check.ts";
import { isTooDeep, TOO_DEEP } from "./depth.ts";
import { mergePlan } from "./merge.ts";
import type { Plan } from "./plan_item.ts";

const MAX_GOAL_CHARS = 20_000;

const limitsSchema = z.strictObject({
  max_steps: z.int().min(1),
  retries: z.int().min(0),
  idle_steps: z.int().min(1),
  confirm_on_breakpoint: z.enum(CONFIRM),
});
export type EditableLimits = z.infer<typeof limitsSchema>;

/** What a person may change of a run that waits. */
export interface Editable {
  goal: string;
  limits: EditableLimits;
  plan: Plan;
}

/** What came of it; what is absent stays as it was. */
export type EditedPlan =
  | { kind: "unchanged" }
  | { kind: "unsound"; problems: string[] }
  | { kind: "edited"; goal?: string; limits?: EditableLimits; plan?: { plan: Plan; repairs: string[] } };

const HEAD =
  `// The run, to be changed as you like; save and close the editor to use it. An empty file leaves it as it is.
//
//   goal        another goal leads to a new plan that keeps what is done, unless you change the tasks here as well
//   limits      confirm_on_breakpoint is never, breakpoints or always
//   task_id     lower-case letters, digits, hyphens; tasks that are done stay as they were
//   depends_on  ids of tasks that have to be done first
//   breakpoint  true: wait for your word before this task
//   risk        low, medium or high; high waits for your word as well
//   verify      shell commands that pass only once the task is done; they are run here, as you, after each attempt
//
`;

/** A run as a file for an editor: JSON with comments. */
export function planFile({ goal, limits, plan }: Editable, done: ReadonlySet<string>): string {
  const finished = done.size === 0 ? "" : `// Done: ${[...done].join(", ")}\n`;
  return `${HEAD}${finished}${JSON.stringify({ goal, limits, ...plan }, null, 2)}\n`;
}

/** The same file, with what is wrong with it at its top. */
export function withProblems(text: string, problems: readonly string[]): string {
  const own = withoutProblems(text);
  return problems.map((each) => `// NOT YET: ${each.replace(/\s+/g, " ")}\n`).join("") + own;
}

function withoutProblems(text: string): string {
  return text.replace(/^\/\/ NOT YET:.*\n/gm, "");
}

/** A parser's message with the line in place of the position: in the file as it comes up again, with this one problem at its top. */
function withLine(message: string, text: string): string {
  const [position, at] = / at position (\d+)/.exec(message) ?? [];
  if (position === undefined) return message;
  const before = withoutProblems(text.slice(0, Number(at)));
  return `line ${before.split("\n").length + 1}: ${message.replace(position, "")}`;
}

/** What came back from the editor. */
export function editedPlan(
  text: string,
  old: Editable,
  done: ReadonlySet<string>,
  judge: CommandJudge,
): EditedPlan {
  const words = text.split("\n").filter((line) => !/^\s*(?:\/\/|$)/.test(line));
  if (words.length === 0) return { kind: "unchanged" };
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "unsound", problems: [withLine(error.message, text)] };
    // The parser goes as deep as the text, and the stack does not.
    if (error instanceof RangeError) return { kind: "unsound", problems: [TOO_DEEP] };
    throw error;
  }
  if (isTooDeep(value)) return { kind: "unsound", problems: [TOO_DEEP] };
  if (typeof value !== "object" || value === null) {
    return { kind: "unsound", problems: ["there is no plan in it"] };
  }
  const { goal = old.goal, limits = old.limits, ...rest }: Record<string, unknown> = { ...value };
  const problems: string[] = [];
  if (typeof goal !== "string" || goal.trim() === "" || goal.length > MAX_GOAL_CHARS) {
    problems.push(`goal is a text of at most ${MAX_GOAL_CHARS} characters`);
  }
  const checkedLimits = limitsSchema.safeParse(limits);
  for (const { path, message } of checkedLimits.error?.issues ?? []) {
    problems.push(`limits.${path.join(".")}: ${message}`);
  }
  const plan = JSON.stringify(rest) === JSON.stringify(old.plan)
    ? undefined
    : changedPlan(rest, old.plan, done, judge);
  if (plan?.kind === "unsound") problems.push(...plan.problems);
  if (problems.length > 0) return { kind: "unsound", problems };
  const sameLimits = JSON.stringify(checkedLimits.data) === JSON.stringify(old.limits);
  if (goal === old.goal && sameLimits && plan === undefined) return { kind: "unchanged" };
  return {
    kind: "edited",
    ...(goal === old.goal ? {} : { goal: String(goal) }),
    ...(sameLimits || !checkedLimits.data ? {} : { limits: checkedLimits.data }),
    ...(plan?.kind === "sound" ? { plan: { plan: plan.plan, repairs: plan.repairs } } : {}),
  };
}

function changedPlan(raw: unknown, old: Plan, done: ReadonlySet<string>, judge: CommandJudge) {
  const checked = checkPlan(raw, judge);
  if (checked.kind === "unsound") return checked;
  const merged = mergePlan(old, done, checked.plan, judge);
  return { ...merged, repairs: [...checked.repairs, ...merged.repairs] };
}
