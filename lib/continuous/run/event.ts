import { z } from "zod";
import { planSchema } from "../plan/plan.ts";
import { BLOCKED_ON, TASK_STATUSES } from "./task.ts";

/** Of the event log. Another version is said so and left alone. */
export const LOG_VERSION = 2;

export const EXECUTORS = ["codex", "claude"] as const;
export const CONFIRM = ["never", "breakpoints", "always"] as const;

/** Why a run waits for a person, and what can be done about it. */
export const PAUSES = {
  preview: "Look the plan over: continue to begin, or edit it first",
  breakpoint: "Continue to let it be done, skip it, or edit the plan",
  dangerous: "Continue to allow exactly these commands, retry to go on without them, or skip the task",
  stalled: "Say more about the task (edit the plan) or help by hand, then continue; or skip the task",
  stuck:
    "Find out by hand what it waits for, or say in the plan what to do instead (edit), then continue; or skip the task",
  steps: "Continue to grant as many again as at the start, or resume with --max-steps",
  time: "Continue to grant as much again",
  tokens: "Continue to grant as many again",
  cost: "Continue to grant as much again",
  idle:
    "Continue to try the task again, or skip it; a command that takes long needs a longer [continuous] idle_minutes",
  external: "Continue to go on from the repository as it is now",
  failed: "Retry to give it one more attempt and new plans, skip it, or edit the plan",
  regressed: "Repair it by hand and continue to check again, or retry to have a new plan made",
  plan: "Continue to have it planned again, or edit the plan yourself",
  provider: "Nothing is lost; continue once the provider answers again",
  executor: "Put that right and continue",
  requested: "Continue when you like",
} as const;

export type PauseKind = keyof typeof PAUSES;

export const DECISIONS = ["continue", "retry", "skip"] as const;
export type Decision = (typeof DECISIONS)[number];

const pauseSchema = z.object({
  kind: z.custom<PauseKind>((kind) => typeof kind === "string" && Object.hasOwn(PAUSES, kind)),
  task_id: z.string().optional(),
  /** What happened, in a sentence. */
  why: z.string(),
  /** What a person can do about it. */
  next: z.string(),
  /** The dangerous commands that were asked for. */
  commands: z.array(z.string()).optional(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** One verify command that was run. */
const checkSchema = z.object({
  command: z.string(),
  /** Exit code; -1 where it was ended for taking too long, or could not be started. */
  code: z.int(),
  ms: z.number(),
  timed_out: z.boolean(),
  /** End of its output. */
  tail: z.string(),
});
export type Check = z.infer<typeof checkSchema>;

const usage = { tokens: z.number().min(0), cost_usd: z.number().min(0), ms: z.number().min(0) };
const place = { head: z.string(), tree: z.string() };

export const OUTCOMES = [
  /** The executor came to its end; `checks` say whether the task is done. */
  "worked",
  /** The executor failed, and not for its provider. */
  "broke",
  /** The model's provider failed. */
  "provider",
  /** A guard stopped it; `pause` says which. */
  "stopped",
  /** A person, or the system, called it off. */
  "called-off",
] as const;

/** What the executor has come to in a step. */
const turnEnded = z.object({
  type: z.literal("turn_ended"),
  step: z.int(),
  task_id: z.string(),
  outcome: z.enum(OUTCOMES),
  /** The model's last words. */
  said: z.string(),
  commands: z.int(),
  /** The latest of them, with their exit codes. */
  ran: z.array(z.object({ command: z.string(), code: z.int().nullable() })),
  pause: pauseSchema.optional(),
  ...usage,
});

/** What a step has changed and proven. */
const stepEnded = z.object({
  type: z.literal("step_ended"),
  step: z.int(),
  task_id: z.string(),
  passed: z.boolean(),
  files: z.array(z.string()),
  checks: z.array(checkSchema),
  ms: z.number().min(0),
  ...place,
});

/** A command that was not let run, or not all of it; in a step, or while a plan was made. */
const refusal = z.object({
  type: z.literal("refused"),
  step: z.int().optional(),
  task_id: z.string().optional(),
  by: z.enum(["guard", ...EXECUTORS]),
  command: z.string(),
  /** As an end of "it …". */
  why: z.string(),
});
export type Refused = Omit<z.infer<typeof refusal>, "type">;

const transition = z.object({
  type: z.literal("task"),
  task_id: z.string(),
  from: z.enum(TASK_STATUSES),
  to: z.enum(TASK_STATUSES),
  why: z.string(),
  on: z.enum(BLOCKED_ON).optional(),
});

const count = z.int().min(0);

const amount = z.number().min(0);

/** How far a run may go by itself, in the words and units of `[continuous]`. Of time, tokens and cost 0 means no limit. */
export const budgetSchema = z.strictObject({
  /** Steps: turns of the executor on a task. */
  steps: count.min(1).default(20),
  /** Of work in all, waiting for people not counted. */
  total_minutes: amount.default(240),
  /** That the executor may be silent. */
  idle_minutes: amount.positive().default(10),
  /** That one verify command may take. */
  verify_minutes: amount.positive().default(10),
  tokens: count.default(20_000_000),
  /** Counted where the executor tells what it cost. */
  cost_usd: amount.default(25),
  /** Attempts at a task beyond the first. */
  retries: count.default(2),
  /** Steps in a row without any effect after which the run counts as stalled. */
  idle_steps: count.min(1).default(3),
  /** Times the same command may give the same output, with no change of a file in between. */
  repeats: count.min(2).default(5),
  /** New plans that may be made without a person. */
  replans: count.default(2),
  /** Failures of the model's provider in a row that are waited out. */
  provider_failures: count.default(5),
  /** Before the first retry; doubled for each further one. */
  back_off_seconds: amount.default(1),
});
export type Budget = z.infer<typeof budgetSchema>;

export const MINUTE_MS = 60_000;

export const DEFAULT_BUDGET = budgetSchema.parse({});

/** Everything that can happen to a run. The state of a run is the fold of its events and nothing else. */
export const eventSchema = z.union([
  z.object({
    type: z.literal("started"),
    version: z.literal(LOG_VERSION),
    session: z.string(),
    goal: z.string(),
    executor: z.enum(EXECUTORS),
    confirm: z.enum(CONFIRM),
    budget: budgetSchema,
    /** Further arguments for the executor. */
    executor_args: z.array(z.string()),
  }),
  z.object({
    type: z.literal("planned"),
    reason: z.enum(["first", "edited", "replanned"]),
    plan: planSchema,
    repairs: z.array(z.string()),
    why: z.string(),
  }),
  z.object({ type: z.literal("planner_ended"), outcome: z.enum(["sound", "unsound", "failed"]), ...usage }),
  transition,
  z.object({ type: z.literal("step_started"), step: z.int(), task_id: z.string() }),
  turnEnded,
  stepEnded,
  refusal,
  z.object({ type: z.literal("step_lost"), step: z.int(), task_id: z.string() }),
  /** The place that changes are measured from. `files`: what a lost step had changed. */
  z.object({ type: z.literal("baseline"), why: z.string(), files: z.array(z.string()).optional(), ...place }),
  z.object({ type: z.literal("paused"), pause: pauseSchema }),
  z.object({ type: z.literal("decided"), decision: z.enum(DECISIONS), by: z.enum(["person", "flag"]) }),
  /** What a person has changed of goal and guard rails; what is absent stays. */
  z.object({
    type: z.literal("adjusted"),
    goal: z.string().optional(),
    budget: budgetSchema.optional(),
    confirm: z.enum(CONFIRM).optional(),
  }),
  z.object({ type: z.literal("stale"), changed: z.array(z.string()) }),
  z.object({ type: z.literal("checked"), checks: z.array(checkSchema), passed: z.boolean(), ms: z.number() }),
  z.object({ type: z.literal("finished"), outcome: z.enum(["complete", "incomplete"]), why: z.string() }),
  z.object({ type: z.literal("reopened"), why: z.string() }),
]);
export type RunEvent = z.infer<typeof eventSchema>;
export type TurnEnded = Omit<z.infer<typeof turnEnded>, "type">;
/** A step that is over: its turn and what came of it. */
export type StepEnded = TurnEnded & Omit<z.infer<typeof stepEnded>, "type">;

/** An event as the log has it: numbered from 1 without a gap. */
export const loggedSchema = z.object({ seq: z.int().min(1), at: z.string(), event: eventSchema });
export type Logged = z.infer<typeof loggedSchema>;
