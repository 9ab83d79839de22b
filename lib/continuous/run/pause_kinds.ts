import { z } from "zod";
import PAUSES from "./pauses.json" with { type: "json" };

/** Why a run waits for a person, and what can be done about it. */
export { PAUSES };

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
