const LONGEST_MS = 60_000;

/** ms to wait before try number `tries` (0 is the first retry): doubled each time, at most a minute. */
export function backOff(firstMs: number, tries: number): number {
  return Math.min(LONGEST_MS, firstMs * 2 ** Math.max(0, tries));
}
