import { z } from "zod";

/** Why a run waits for a person, and what can be done about it. */
export const PAUSES = {
  preview: "Look the plan over: continue to begin, or edit it first",
  breakpoint: "Continue to let it be done, skip it, or edit the plan",
  dangerous: "Continue to allow exactly these commands, retry to go on without them, or skip the task",
  stalled:
    "Say more about the task (edit the plan) or help by hand in its worktree, then continue; or skip the task",
  stuck:
    "Find out by hand what it waits for, or say in the plan what to do instead (edit), then continue; or skip the task",
  steps: "Continue to grant as many again as at the start, or resume with --max-steps",
  time: "Continue to grant as much again",
  tokens: "Continue to grant as many again",
  cost: "Continue to grant as much again",
  idle:
    "Continue to try the task again, or skip it; a command that takes long needs a longer [continuous] idle_minutes",
  tampered:
    "Look at the diff: continue to accept it, retry to have it undone and the task done again, or skip the task",
  review:
    "Continue to end it all the same, retry to have a new plan made for what is missing, or look for yourself",
  failed: "Retry to give it one more attempt and new plans, skip it, or edit the plan",
  regressed:
    "Repair it by hand in its worktree and continue to check again, or retry to have a new plan made",
  plan: "Continue to have it planned again, or edit the plan yourself",
  provider: "Nothing is lost; continue once the provider answers again",
  executor: "Put that right and continue",
  requested: "Continue when you like",
  until: "Continue to work on without that limit, or resume with another --until",
} as const;

export type PauseKind = keyof typeof PAUSES;

export const DECISIONS = ["continue", "retry", "skip"] as const;
export type Decision = (typeof DECISIONS)[number];

export const pauseSchema = z.object({
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
