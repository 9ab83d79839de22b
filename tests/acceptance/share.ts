/**
 * How much of what is many this run does. `AUTO_TOOLS_HARD_SCALE` (1 by default, 0.2 in the run of all suites) multiplies what tests do at random: kills,
 * flipped bytes, hooks at once. Below 1 a third of the long lists of faults, and of the pairs of tools and faults, is looked at.
 */
const SCALE = Number(Deno.env.get("AUTO_TOOLS_HARD_SCALE") ?? 1) || 1;

/** So many tries as this run makes of what makes `count` at scale 1. */
export function scaled(count: number): number {
  return Math.max(1, Math.round(count * SCALE));
}

/**
 * A third of a list, where this run does less than scale 1; of a list of all pairs of two things each of them is still met, and not each pair.
 *
 * @param columns how many there are of the second, in a list of pairs.
 */
export function sampled<C>(cases: readonly C[], columns = 1): readonly C[] {
  return SCALE < 1 ? cases.filter((_, at) => (at % columns + Math.floor(at / columns)) % 3 === 0) : cases;
}
