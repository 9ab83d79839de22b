/** The value at a path of names and indices, undefined where the path ends early; only what an object holds itself. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (each, key) =>
      typeof each === "object" && each !== null && Object.hasOwn(each, key)
        ? Reflect.get(each, key)
        : undefined,
    value,
  );
}
