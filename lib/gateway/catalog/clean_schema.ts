import { sanitize } from "../../guard/sanitize.ts";
import { redact } from "../../guard/secrets/redact.ts";

/** UTF-16 units of one text that are looked at. */
const MAX_TEXT = 20_000;
const MAX_DEPTH = 40;
/** Keys of a schema whose values are values of what it describes. */
const VALUES = new Set(["default", "const", "enum", "examples", "example"]);
/** Keys of a schema that hold schemas by the names of what they describe. */
const BY_NAME = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/**
 * A stranger's schema without orders to a model and without secrets; `$schema` says nothing to a model.
 *
 * @param name of the property that it describes, which may tell a secret.
 */
export function cleanSchema(schema: unknown, name = "", depth = 0): unknown {
  if (typeof schema === "string") return cleanText(schema);
  if (typeof schema !== "object" || schema === null) return schema;
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(schema)) return schema.map((item) => cleanSchema(item, name, depth + 1));
  return withCleanKeys(schema, (key, item) => {
    if (VALUES.has(key)) return cleanValue(item, name, depth + 1);
    if (!BY_NAME.has(key) || !isObject(item)) return cleanSchema(item, name, depth + 1);
    return withCleanKeys(item, (property, described) => cleanSchema(described, property, depth + 2));
  });
}

/** The same for a value. */
export function cleanValue(value: unknown, name = "", depth = 0): unknown {
  if (typeof value === "string") {
    const clean = cleanText(value);
    const named = JSON.stringify({ [name]: clean });
    return name === "" || redact(named).text === named ? clean : "<redacted>";
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, name, depth + 1));
  return withCleanKeys(value, (key, item) => cleanValue(item, key, depth + 1));
}

function cleanText(text: string): string {
  return sanitize(text.slice(0, MAX_TEXT)).text;
}

function withCleanKeys(
  value: object,
  clean: (key: string, item: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key !== "$schema").map((
      [key, item],
    ) => [cleanText(key), clean(key, item)]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
