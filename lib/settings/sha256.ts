import { createHash } from "node:crypto";

/** Bytes in lower-case hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Deeper values than this stand as their text: a schema that is nested without end is the same schema only if it is the same text. */
const MAX_DEPTH = 100;

/** SHA-256 of a JSON value, in hexadecimal: the same for the same value, whatever order its keys came in. */
export function hashOf(value: unknown): string {
  return sha256Hex(JSON.stringify(sorted(value, 0)) ?? "null");
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  const keys = Object.keys(value).sort();
  // A list of pairs, so that a key such as `__proto__` is a key like any other.
  return { keys: keys.map((key) => [key, sorted(Reflect.get(value, key), depth + 1)]) };
}
