import type { Answer, Shown } from "../../continuous/runner/surroundings.ts";
import type { Pause } from "../../continuous/run/event.ts";
import type { RunState } from "../../continuous/run/state.ts";

/** How a run meets its person. */
export interface Face {
  show(shown: Shown, state: RunState): void;
  ask(pause: Pause, state: RunState): Promise<Answer>;
  /** Whether the person asked for a pause since the last time this was asked. */
  pauseRequested(): boolean;
  /** Gives the terminal back as it was. Safe to call twice. */
  close(): void;
}

/** What a face can ask for. */
export interface FaceNeeds {
  /** Opens the plan in the person's editor; what came of it. */
  edit(): Promise<{ answer: Answer } | { says: string }>;
  /** Leaves the run, within two seconds. */
  leave(): void;
}
