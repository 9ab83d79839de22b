import { sanitize } from "../guard/sanitize.ts";
import { isRecord, MAX_NESTED } from "../settings/json.ts";
import { textIn } from "./mcp_result.ts";

/** A stranger's JSON value without orders to a model and without secrets, keys included. `without`: keys that are left out. */
export function cleanValue(value: unknown, without: readonly string[] = []): unknown {
  return withTexts(value, (text) => sanitize(text).text, without);
}

/** A JSON value with other texts, keys among them; bytes stay as they are. */
export function withTexts(
  value: unknown,
  change: (text: string) => string,
  without: readonly string[] = [],
  depth = 0,
): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_NESTED) return "(nested too deeply)";
  const changed = (item: unknown) => withTexts(item, change, without, depth + 1);
  if (!isRecord(value)) return Array.from(value as unknown[], changed);
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !without.includes(key))
      .map(([key, item]) => [change(key), isBinary(key, item) ? item : changed(item)]),
  );
}

/** What no base64 has: other characters, or a blank behind less than a line of mail. */
const NO_BASE64 = /[^A-Za-z0-9+/=\s]|(?:^|\s)\S{1,59}\s+\S/;

/** Whether a value of the protocol is bytes: a picture, sound, a file, and no text in base64. */
export function isBinary(key: string, value: unknown): boolean {
  return (key === "data" || key === "blob") && typeof value === "string" && value.length > 64 &&
    !NO_BASE64.test(value) && textIn(value) === undefined;
}
