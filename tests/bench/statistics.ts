/** The middle value; the mean of the two middle ones of an even number. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/** The smallest value that is at least as large as `share` (0–1) of all values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN;
}

/** Runs each in turn, round after round, so that a busy machine is as busy for all of them; what each run gave, by case. */
export async function inTurn<Result>(
  cases: readonly { rounds: number; run(round: number): Promise<Result> }[],
): Promise<Result[][]> {
  const results: Result[][] = cases.map(() => []);
  for (let round = 0; round < Math.max(...cases.map(({ rounds }) => rounds)); round++) {
    for (const [at, { rounds, run }] of cases.entries()) {
      if (round < rounds) results[at]?.push(await run(round));
    }
  }
  return results;
}
