import type { Prepared } from "../../kernel/prepare.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { World } from "../../settings/world.ts";

/** One thing the doctor has proved, or not. A failure always says what to do. */
export interface Check {
  name: string;
  status: "ok" | "warning" | "failed";
  detail: string;
  remedy?: string;
}

/** What a check may start from. */
export interface Bench {
  /** Absolute path of the compiled program. */
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

/** The beginning of what a program said. Half a secret is known to no rule, so it is cleaned before it is cut. */
export function beginning(text: string, chars: number): string {
  return redact(text).text.trim().slice(0, chars);
}

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function warning(name: string, detail: string, remedy?: string): Check {
  return { name, status: "warning", detail, ...(remedy === undefined ? {} : { remedy }) };
}

export function failed(name: string, detail: string, remedy: string): Check {
  return { name, status: "failed", detail, remedy };
}
