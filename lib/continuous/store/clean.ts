import { redact } from "../../guard/secrets/redact.ts";

/** The same value with the secrets taken out of every string in it. Names of fields stay. */
export function clean<T>(value: T): T;
export function clean(value: unknown): unknown {
  if (typeof value === "string") return redact(value).text;
  if (Array.isArray(value)) return value.map((each) => clean(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]));
}
