/** Steps that a snapshot remembers. */
const KEPT_STEPS = 500;

/** A state as JSON can have it: each map and set as a list with its name. */
export function plainState(state: { history: readonly unknown[] }): Record<string, unknown> {
  const plain = Object.entries(state).map(([name, value]) => [
    name,
    value instanceof Map ? { map: [...value] } : value instanceof Set ? { set: [...value] } : value,
  ]);
  return { ...Object.fromEntries(plain), history: state.history.slice(-KEPT_STEPS) };
}

/** The same back. */
export function revived(plain: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plain).map(([name, value]) => {
      const { map, set } = Object(value);
      return [name, Array.isArray(map) ? new Map(map) : Array.isArray(set) ? new Set(set) : value];
    }),
  );
}
