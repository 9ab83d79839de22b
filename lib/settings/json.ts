import { attempt, recover } from "./attempt.ts";

/** Whether a value is an object with names, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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

/** The text at a path; empty where there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, path);
  return typeof found === "string" ? found : "";
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** The object at a path; empty where there is none. */
export function recordAt(value: unknown, ...path: readonly (string | number)[]): Record<string, unknown> {
  const found = valueAt(value, path);
  return isRecord(found) ? found : {};
}

/** A copy without the keys that have no value. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof defined<T>>;
}

/** A text that is not in the form that it should have. The line counts from 1; undefined where it is about the whole. `isCutOff`: it is only the beginning of such a text. */
export class NotReadable extends SyntaxError {
  override readonly name = "NotReadable";
  constructor(message: string, readonly line?: number, readonly isCutOff = false) {
    super(message);
  }
}

/** The value of a JSON text. Throws `NotReadable`, as for comments or trailing commas in it. */
export function parseStrictJson(text: string): unknown {
  return recover(() => JSON.parse(text), SyntaxError, ({ message }) => {
    // V8 may name no place where the text ends too early.
    const end = text.trimEnd();
    const [, at = 0, line = end.split("\n").length] = / position (\d+) \(line (\d+) /.exec(message) ?? [];
    const isCutOff = message.startsWith("Unexpected end") || Number(at) >= end.length;
    throw new NotReadable("not valid JSON", Number(line), isCutOff);
  });
}

/** Whether a text is JSON, without comments and trailing commas. */
export function isStrictJson(text: string): boolean {
  return attempt(() => parseStrictJson(text) ?? null, NotReadable) !== undefined;
}

/** Levels of a value that are taken; what people write has a dozen. */
export const MAX_NESTED = 500;

/** Whether whoever walks a value, as JSON itself does when it is written, would run out of stack. */
export function isDeep(value: unknown, depth = 1): boolean {
  return typeof value === "object" && value !== null &&
    (depth > MAX_NESTED || Object.values(value).some((item) => isDeep(item, depth + 1)));
}
