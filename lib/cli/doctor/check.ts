import type { Prepared } from "../../kernel/prepare.ts";
import type { World } from "../../settings/world.ts";

export interface Verdict {
  status: "ok" | "warning" | "failed";
  detail: string;
  remedy?: string | undefined;
}

/** Proves something: returns what it has seen, or a warning; nothing where there is nothing to look at. Throws `Unproven`, or `SetupError`. */
export type Prove = (bench: Bench) => Found | Promise<Found>;
export type Found = string | Verdict | undefined;

/** Why a thing is not proved, and what to do about it where that is not what is always done. */
export class Unproven extends Error {
  override readonly name = "Unproven";

  constructor(message: string, readonly remedy?: string) {
    super(message);
  }
}

export interface Bench {
  program: string;
  /** The folder the doctor was called in, and what holds there. */
  cwd: string;
  prepared: Prepared;
  /** A folder that is made for the checks; `PROBE_FILE` in it answers `PROBE_PROMPT`. */
  repo: string;
  /** Variables that keep what the checks leave behind in a folder of their own, and the user's switches out of the way. */
  env: Record<string, string>;
  world: World;
}

export const PROBE_PROMPT = "where is retryWithBackoff defined?";
export const PROBE_FILE = "retry.ts";

export function warning(detail: string, remedy?: string): Verdict {
  return { status: "warning", detail, remedy };
}
