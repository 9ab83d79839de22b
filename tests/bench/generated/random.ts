/** Draws that are the same for the same seed, on every machine. */
export interface Draw {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A whole number from 0 to below `limit`, small ones far more often, as words are in a text: the n-th about as often as 1/n. */
  rank(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** As `pick`, the first ones more often. */
  common<T>(from: readonly T[]): T;
}

export function draw(seed: number): Draw {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(share() * limit);
  const rank = (limit: number): number => Math.min(limit, Math.floor((limit + 1) ** share())) - 1;
  const at = <T>(from: readonly T[], index: number): T => {
    const value = from[index];
    if (value === undefined) throw new RangeError("cannot pick from an empty list");
    return value;
  };
  return {
    below,
    rank,
    pick: (from) => at(from, below(from.length)),
    common: (from) => at(from, rank(from.length)),
  };
}
