import { z } from "zod";
import { planSchema } from "../plan/plan.ts";
import { DECISIONS, pauseSchema, transitionSchema } from "./task.ts";

export { type Decision, DECISIONS, type Pause, type PauseKind, PAUSES } from "./task.ts";

/** Of the event log. Another version is said so and left alone. */
export const LOG_VERSION = 4;

export const EXECUTORS = ["codex", "claude"] as const;
/** What the review at the end is good for: nothing, a part of the report, or the last word. */
export const REVIEW = ["off", "advice", "gate"] as const;

const checkSchema = z.object({
  command: z.string(),
  /** Exit code; -1 where it was ended for taking too long, or could not be started. */
  code: z.int(),
  ms: z.number(),
  timed_out: z.boolean(),
  tail: z.string(),
  /** Tests that it ran and skipped, where its runner says so. */
  counts: z.object({ ran: z.int(), skipped: z.int() }).optional(),
});
export type Check = z.infer<typeof checkSchema>;

const usage = { tokens: z.number().min(0), cost_usd: z.number().min(0), ms: z.number().min(0) };
const place = { head: z.string(), tree: z.string() };
const step = { step: z.int(), task_id: z.string() };
const why = z.string();

/** `worked`: the executor came to its end, and `checks` say whether the task is done; `broke`: it failed, and not for its provider; `stopped`: a guard stopped it, which `pause` names. */
const OUTCOMES = ["worked", "broke", "provider", "stopped", "called-off"] as const;

export const MET = ["yes", "no", "unclear"] as const;
/** `unproven`: all is done, and of some of it no command could tell. */
export const FINISHED = ["complete", "unproven", "incomplete"] as const;

const event = <Name extends string, Fields extends z.ZodRawShape>(type: Name, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });

/** What the executor has come to in a step. `said`: the model's last words. `left`: the commit that it began from and the tree that it left, whatever is there later; older logs have none of a step that worked alone. */
const turnEnded = event("turn_ended", {
  ...step,
  outcome: z.enum(OUTCOMES),
  said: z.string(),
  commands: z.int(),
  pause: pauseSchema.optional(),
  left: z.object(place).optional(),
  ...usage,
});

const stepEnded = event("step_ended", {
  ...step,
  passed: z.boolean(),
  files: z.array(z.string()),
  /** Files that tasks beside it have changed otherwise in the meantime: nothing of the step is kept. */
  conflicts: z.array(z.string()).optional(),
  checks: z.array(checkSchema),
  pause: pauseSchema.optional(),
  /** Why its checks, though they passed, prove nothing. */
  unproven: z.string().optional(),
  stat: z.object({ added: z.int(), removed: z.int(), deleted: z.array(z.string()) }).optional(),
  ms: usage.ms,
  ...place,
});

/** A command that was not let run, or not all of it; in a step, or while a plan was made. `why`: as an end of "it …". */
const refusal = event("refused", {
  step: step.step.optional(),
  task_id: step.task_id.optional(),
  by: z.enum(["guard", ...EXECUTORS]),
  command: z.string(),
  why,
});
export type Refused = Omit<z.infer<typeof refusal>, "type">;

const count = z.int().min(0);
const amount = z.number().min(0);

/** How far a run may go by itself, in the words and units of `[continuous]`. Of time, tokens and cost 0 means no limit. */
export const budgetSchema = z.strictObject({
  steps: count.min(1).default(20),
  parallel: count.min(1).max(8).default(1),
  /** Of work in all, waiting for people not counted. */
  total_minutes: amount.default(240),
  /** That the executor may be silent. */
  idle_minutes: amount.positive().default(10),
  verify_minutes: amount.positive().default(10),
  tokens: count.default(20_000_000),
  /** Counted where the executor tells what it cost. */
  cost_usd: amount.default(25),
  retries: count.default(2),
  idle_steps: count.min(1).default(3),
  /** Times the same command may give the same output, with no change of a file in between. */
  repeats: count.min(2).default(5),
  replans: count.default(2),
  provider_failures: count.default(5),
  /** Before the first retry; doubled for each further one. */
  back_off_seconds: amount.default(1),
});
export type Budget = z.infer<typeof budgetSchema>;

export const MINUTE_MS = 60_000;

/** Everything that can happen to a run. The state of a run is the fold of its events and nothing else. */
export const eventSchema = z.union([
  event("started", {
    version: z.literal(LOG_VERSION),
    session: z.string(),
    goal: z.string(),
    executor: z.enum(EXECUTORS),
    confirm: z.boolean(),
    budget: budgetSchema,
    executor_args: z.array(z.string()),
    workspace: z.object({
      folder: z.string().startsWith("/"),
      branch: z.string().regex(/^auto(?:-\w+)?\//),
      base: z.string().regex(/^[0-9a-f]{40,64}$/),
    }),
    review: z.enum(REVIEW),
    yes: z.boolean().optional(),
  }),
  /** What its worktree has and has not, and where verify commands run. */
  event("ground", { notes: z.array(z.string()) }),
  event("planned", { reason: z.enum(["first", "edited", "replanned"]), plan: planSchema, why }),
  event("planner_ended", { outcome: z.enum(["sound", "unsound", "failed"]), ...usage }),
  transitionSchema,
  event("step_started", step),
  turnEnded,
  stepEnded,
  refusal,
  event("step_lost", step),
  /** What the worktree holds, where no step has made it so. `at_rest`: the run has ended with it, so that a person makes whatever comes next. */
  event("baseline", { why, ...place, at_rest: z.boolean().optional() }),
  event("red", { task_id: z.string(), checks: z.array(checkSchema), ms: usage.ms }),
  event("committed", { ...step, ...place }),
  event("paused", { pause: pauseSchema }),
  event("decided", { decision: z.enum(DECISIONS), by: z.enum(["person", "flag"]) }),
  /** What a person has changed of goal and guard rails; what is absent stays. */
  event("adjusted", {
    goal: z.string().optional(),
    budget: budgetSchema.optional(),
    confirm: z.boolean().optional(),
  }),
  event("checked", { checks: z.array(checkSchema), passed: z.boolean(), ms: usage.ms }),
  event("reviewed", {
    outcome: z.enum(["answered", "failed"]),
    verdicts: z.array(z.object({ requirement: z.string(), met: z.enum(MET), why })),
    concerns: z.array(z.string()),
    ...usage,
  }),
  event("finished", { outcome: z.enum(FINISHED), why }),
  event("reopened", { why }),
  event("settled", { how: z.enum(["merged", "discarded"]) }),
]);
export type RunEvent = z.infer<typeof eventSchema>;
export type TurnEnded = Omit<z.infer<typeof turnEnded>, "type">;
/** A step that is over: its turn and what came of it. */
export type StepEnded = TurnEnded & Omit<z.infer<typeof stepEnded>, "type">;

/** An event as the log has it: numbered from 1 without a gap. */
export const loggedSchema = z.object({ seq: z.int().min(1), at: z.string(), event: eventSchema });
export type Logged = z.infer<typeof loggedSchema>;
