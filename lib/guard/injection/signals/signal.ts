import { type Pattern, pattern } from "../pattern.ts";

/** One of the few things that orders say in ever new words, and how much it says. */
export interface Signal extends Pattern {
  points: number;
}

/** Of each group only the first signal counts that is found: the strongest. */
export type SignalGroups = readonly (readonly Signal[])[];

/** A pattern with its points; `needs` as in `pattern`. */
export function signal(points: number, source: string, ...needs: string[]): Signal {
  const { mayMatch, test } = pattern(source, ...needs);
  return { points, mayMatch, test };
}
