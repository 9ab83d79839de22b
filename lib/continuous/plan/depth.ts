/** Levels of a plan and what may lie around it; what is deeper is no plan, and more than the stack may hold. */
const MAX_LEVELS = 20;

export const TOO_DEEP = `the plan is nested more than ${MAX_LEVELS} levels deep`;

/** Whether a value has more levels than any plan has. */
export function isTooDeep(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}
