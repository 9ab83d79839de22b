import { parse } from "@std/jsonc";
import { type CheckedPlan, checkPlan } from "./check.ts";
import { mergePlan } from "./merge.ts";
import type { Plan } from "./plan_item.ts";

const HEAD =
  `// The plan, to be changed as you like; save and close the editor to use it. An empty file leaves the plan as it is.
//
//   task_id     lower-case letters, digits, hyphens; tasks that are done stay as they were
//   depends_on  ids of tasks that have to be done first
//   breakpoint  true: wait for your word before this task
//   risk        low, medium or high; high waits for your word as well
//   verify      shell commands that pass only once the task is done; they are run here, as you, after each attempt
//
`;

/** A plan as a file for an editor: JSON with comments. */
export function planFile(plan: Plan, done: ReadonlySet<string>): string {
  const finished = done.size === 0 ? "" : `// Done: ${[...done].join(", ")}\n`;
  return `${HEAD}${finished}${JSON.stringify(plan, null, 2)}\n`;
}

/** The same file, with what is wrong with it at its top. */
export function withProblems(text: string, problems: readonly string[]): string {
  const own = text.replace(/^\/\/ NOT YET:.*\n/gm, "");
  return problems.map((each) => `// NOT YET: ${each.replace(/\s+/g, " ")}\n`).join("") + own;
}

/** What came back from the editor; undefined where it leaves the plan as it is. */
export function editedPlan(text: string, old: Plan, done: ReadonlySet<string>): CheckedPlan | undefined {
  const words = text.split("\n").filter((line) => !/^\s*(?:\/\/|$)/.test(line));
  if (words.length === 0) return undefined;
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "unsound", problems: [error.message], repairs: [] };
  }
  if (JSON.stringify(value) === JSON.stringify(old)) return undefined;
  const checked = checkPlan(value);
  if (checked.kind === "unsound") return checked;
  const merged = mergePlan(old, done, checked.plan);
  return { ...merged, repairs: [...checked.repairs, ...merged.repairs] };
}
