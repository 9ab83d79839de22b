import { z } from "zod";

/** Bounds of a plan; beyond them nobody can look it over before agreeing to it. */
export const PLAN_LIMITS = {
  items: 40,
  titleChars: 120,
  descriptionChars: 4000,
  verifyCommands: 10,
  verifyChars: 1000,
  requirements: 30,
  requirementChars: 500,
} as const;

/** One piece of work. `verify`: shell commands that pass (exit 0) exactly when it is done. */
export const planItemSchema = z.strictObject({
  task_id: z.string(),
  title: z.string(),
  description: z.string(),
  depends_on: z.array(z.string()),
  breakpoint: z.boolean(),
  risk: z.enum(["low", "medium", "high"]),
  verify: z.array(z.string()),
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planSchema = z.strictObject({
  /** What the goal asks for, one sentence each. */
  requirements: z.array(z.string()),
  tasks: z.array(planItemSchema),
});
export type Plan = z.infer<typeof planSchema>;

/** The JSON Schema that the planner's answer is held to: all fields required, nothing else allowed, as strict structured outputs want it. */
export function planJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(planSchema);
  return schema;
}
