import { z } from "zod";

const count = z.int().min(0);

/** How far a run may go by itself. `null`: no limit. */
export const budgetSchema = z.strictObject({
  /** Steps: turns of the executor on a task. */
  steps: count.min(1),
  /** ms of work in all, waiting for people not counted. */
  total_ms: count.nullable(),
  /** ms that the executor may be silent. */
  idle_ms: count.min(1),
  /** ms that one verify command may take. */
  verify_ms: count.min(1),
  tokens: count.nullable(),
  /** Counted where the executor tells what it cost. */
  cost_usd: z.number().min(0).nullable(),
  /** Attempts at a task beyond the first. */
  retries: count,
  /** Steps in a row without any effect after which the run counts as stalled. */
  idle_steps: count.min(1),
  /** Times the same command may give the same output, with no change of a file in between. */
  repeats: count.min(2),
  /** New plans that may be made without a person. */
  replans: count,
  /** Failures of the model's provider in a row that are waited out. */
  provider_failures: count,
  /** ms before the first retry; doubled for each further one. */
  back_off_ms: count,
});
export type Budget = z.infer<typeof budgetSchema>;

const MINUTE = 60_000;

export const DEFAULT_BUDGET: Budget = {
  steps: 20,
  total_ms: 4 * 60 * MINUTE,
  idle_ms: 10 * MINUTE,
  verify_ms: 10 * MINUTE,
  tokens: 20_000_000,
  cost_usd: 25,
  retries: 2,
  idle_steps: 3,
  repeats: 5,
  replans: 2,
  provider_failures: 5,
  back_off_ms: 1000,
};
