/**
 * The one place where clock, randomness and environment enter. Everything above takes a `World`, so a test can hold all three still.
 */
export interface World {
  /** Wall clock, for what people and envelopes see. `SOURCE_DATE_EPOCH` (whole seconds) stands still in its place. */
  now(): Date;
  /** Milliseconds since the process started; never goes back. Budgets are counted on it. */
  elapsed(): number;
  /** `bytes` random bytes as lower-case hex. */
  nonce(bytes: number): string;
  env(name: string): string | undefined;
}

export function systemWorld(): World {
  const epoch = Number(Deno.env.get("SOURCE_DATE_EPOCH") ?? NaN);
  const fixed = Number.isSafeInteger(epoch) && epoch >= 0 && epoch < 253_402_300_800
    ? new Date(epoch * 1000)
    : undefined;
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
