/** Reading what other programs print, of which nothing is known for sure. */

/** The value of a JSON text; undefined where it is none. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The value at a path of keys, undefined where the path ends early. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((each, key) => fieldsOf(each)[key], value);
}

/** The text at a path of keys, empty where there is none. */
export function textAt(value: unknown, ...keys: string[]): string {
  const found = valueAt(value, ...keys);
  return typeof found === "string" ? found : "";
}
