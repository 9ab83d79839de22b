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

/** Last second that RFC 3339 can name. */
const LAST_SECOND = 253_402_300_799;

/** What is no whole number of seconds is no time; one beyond the last stands for the last, so that it stands still as well. */
function fixedTime(seconds: string | undefined): Date | undefined {
  if (seconds === undefined || !/^\d+$/.test(seconds)) return undefined;
  return new Date(Math.min(Number(seconds), LAST_SECOND) * 1000);
}

export function systemWorld(): World {
  const fixed = fixedTime(Deno.env.get("SOURCE_DATE_EPOCH"));
  return {
    now: () => fixed ?? new Date(),
    elapsed: () => performance.now(),
    nonce: (bytes) => {
      const random = crypto.getRandomValues(new Uint8Array(bytes));
      return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    env: (name) => {
      const value = Deno.env.get(name);
      return value === "" ? undefined : value;
    },
  };
}
