import { attempt } from "./attempt.ts";
import { hexOf } from "./sha256.ts";

/** The one place where clock, randomness and environment enter, so that a test can hold all three still. */
export interface World {
  /** Wall clock, for what people and envelopes see. `SOURCE_DATE_EPOCH` (whole seconds) stands still in its place. */
  now(): Date;
  /** Milliseconds since the process started; never goes back. Budgets are counted on it. */
  elapsed(): number;
  /** `bytes` random bytes as lower-case hex. */
  nonce(bytes: number): string;
  env(name: string): string | undefined;
}

/** Last second that RFC 3339 can name: a later one stands still as well. */
const LAST_SECOND = 253_402_300_799;

/** Asks for nothing until it is asked: a command without a permission may be handed it. `variable` reads an environment, which is that of another process where that is worked for. */
export function systemWorld(variable = (name: string) => Deno.env.get(name)): World {
  return {
    now: () => {
      const seconds = variable("SOURCE_DATE_EPOCH") ?? "";
      return /^\d+$/.test(seconds) ? new Date(Math.min(Number(seconds), LAST_SECOND) * 1000) : new Date();
    },
    elapsed: () => performance.now(),
    nonce: (bytes) => hexOf(crypto.getRandomValues(new Uint8Array(bytes))),
    env: (name) => variable(name) || undefined,
  };
}

/** The absolute path of a program on PATH; undefined where there is none. Relative folders of PATH are passed over. */
export function findProgram(name: string, world: World): string | undefined {
  const folders = (world.env("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}

/** Whether a path leads to a file that someone may execute. */
export function isProgram(path: string): boolean {
  // What is missing, unreadable or not a path at all cannot be started.
  const info = attempt(() => Deno.statSync(path));
  return info?.isFile === true && ((info.mode ?? 0) & 0o111) !== 0;
}
