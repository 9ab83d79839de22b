/** Whether two values that were read from JSON or TOML say the same; the order of keys says nothing. */
export function sameValue(some: unknown, other: unknown): boolean {
  if (Object.is(some, other)) return true;
  if (typeof some !== "object" || typeof other !== "object" || some === null || other === null) return false;
  if (some instanceof Date || other instanceof Date) {
    return some instanceof Date && other instanceof Date && JSON.stringify(some) === JSON.stringify(other);
  }
  if (Array.isArray(some) !== Array.isArray(other)) return false;
  const keys = Object.keys(some);
  return keys.length === Object.keys(other).length &&
    keys.every((key) =>
      Object.hasOwn(other, key) && sameValue(Reflect.get(some, key), Reflect.get(other, key))
    );
}
