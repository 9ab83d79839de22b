/** ms before the first retry. */
const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** ms to wait before try number `tries` (0 is the first retry): doubled each time, at most a minute. */
export function backOff(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries));
}
