import { z } from "zod";

/** Tasks of a plan; beyond them nobody can look it over before agreeing to it. */
export const MAX_TASKS = 40;

const RISKS = ["low", "medium", "high"] as const;

// Refinements do not show in the JSON Schema: strict structured outputs know no lengths.
const text = (most: number, least = 0) =>
  z.string().trim().refine((value) => value.length >= least && value.length <= most, {
    error: `has ${least} to ${most} characters`,
  });
const list = (item: z.ZodString, most: number, what: string) =>
  z.array(item).refine(({ length }) => length <= most, { error: `more than ${most} ${what}` });

/** One piece of work; a person may leave out what can be left out without a guess at what was meant. `verify`: shell commands that pass (exit 0) exactly when it is done. `changes_tests`: it may change tests and what runs them. */
const planItemSchema = z.strictObject({
  task_id: z.string().refine((id) => /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}-]{0,47}$/u.test(id), {
    error: "is made of at most 48 lower-case letters, digits and hyphens",
  }),
  title: text(120, 1),
  description: text(4000).default(""),
  depends_on: list(z.string(), MAX_TASKS, "dependencies").default([]),
  breakpoint: z.boolean().default(false),
  risk: z.enum(RISKS).default("medium"),
  changes_tests: z.boolean().default(false),
  verify: list(text(1000, 1), 10, "verify commands").refine(
    ({ length }) => length > 0,
    { error: "is empty: name a command that passes only once the task is done" },
  ),
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planSchema = z.strictObject({
  requirements: list(text(500), 30, "requirements").default([]),
  tasks: z.array(planItemSchema),
});
export type Plan = z.infer<typeof planSchema>;

/** The JSON Schema that the planner's answer is held to: all fields required, nothing else allowed, as strict structured outputs want it. */
export function planJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(planSchema, {
    override: ({ jsonSchema }) => delete jsonSchema.default,
  });
  return schema;
}

/** Tasks in levels, each waiting only for those of levels before; `circular` wait for each other. Ids that the plan does not know count for nothing. */
export function levelsOf(tasks: readonly PlanItem[]): { levels: PlanItem[][]; circular: PlanItem[] } {
  const levels: PlanItem[][] = [];
  let open = tasks;
  for (;;) {
    const ids = new Set(open.map(({ task_id }) => task_id));
    const waits = ({ depends_on }: PlanItem) => depends_on.some((id) => ids.has(id));
    const level = open.filter((task) => !waits(task));
    if (level.length === 0) return { levels, circular: [...open] };
    levels.push(level);
    open = open.filter(waits);
  }
}

/** Ids in the order in which they are worked on: by depth of dependencies, then the lower risk, then as the plan has them. */
export function workOrder(tasks: readonly PlanItem[]): string[] {
  return levelsOf(tasks).levels.flatMap((level) =>
    level.toSorted((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk)).map(({ task_id }) => task_id)
  );
}
