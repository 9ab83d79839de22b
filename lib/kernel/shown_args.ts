import { redact } from "../guard/secrets/redact.ts";

/**
 * A tool's arguments as they may leave the program: what the user configured, or gave on the command line, may be a key that only its server is to get.
 * What stands in `query`, which is redacted, is not looked at again.
 */
export function shownArgs(args: Record<string, unknown>, query: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shown(key, value, query)]));
}

function shown(key: string, value: unknown, query: string): unknown {
  if (typeof value === "string") return query.includes(value) ? value : shownText(key, value);
  if (Array.isArray(value)) return value.map((each) => shown(key, each, query));
  return typeof value === "object" && value !== null
    ? shownArgs(Object.fromEntries(Object.entries(value)), query)
    : value;
}

/** Some secrets are known by their own shape, others by the name beside them. */
function shownText(key: string, text: string): string {
  const clean = redact(text).text;
  if (clean !== text) return clean;
  const named = redact(`${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  return named.redactions.length === 0 ? text : "<redacted>";
}
