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

/** Asks for nothing until it is asked: a command without a permission may be handed it. */
export function systemWorld(): World {
  return {
    now: () => {
      const seconds = Deno.env.get("SOURCE_DATE_EPOCH") ?? "";
      return /^\d+$/.test(seconds) ? new Date(Math.min(Number(seconds), LAST_SECOND) * 1000) : new Date();
    },
    elapsed: () => performance.now(),
    nonce: (bytes) => hexOf(crypto.getRandomValues(new Uint8Array(bytes))),
    env: (name) => {
      const value = Deno.env.get(name);
      return value === "" ? undefined : value;
    },
  };
}
