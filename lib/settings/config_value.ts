import { type ConfigSchema, DEFINITIONS } from "./config_schema.ts";

/** What is wrong with a value, in the words of a person who writes YAML, and where it stands: keys and indices from the top. */
export interface Issue {
  path: readonly string[];
  message: string;
}

const WANTED = {
  string: "text",
  number: "a number",
  integer: "a number",
  array: "a list, as in [a, b]",
  object: "keys with values",
} as const;

/** A value with the defaults of its schema, and all that is wrong with it. */
export function readValue(
  value: unknown,
  schema: ConfigSchema,
  path: readonly string[],
  issues: Issue[],
): unknown {
  const wrong = (message: string) => issues.push({ path, message });
  if (schema.$ref !== undefined) {
    return readValue(value, DEFINITIONS[schema.$ref.slice("#/$defs/".length)] ?? {}, path, issues);
  }
  if (schema.anyOf !== undefined) return readValue(value, meant(value, schema.anyOf), path, issues);
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    wrong(`must be one of ${schema.enum.join(", ")}`);
  }
  if (schema.type === undefined) return value;
  const kind = kindOf(value);
  if (kind !== WANTED[schema.type].replace(/,.*/, "")) {
    const isBare = schema.type === "string" && (typeof value === "number" || typeof value === "boolean");
    wrong(
      value === undefined
        ? `is missing; it must be ${WANTED[schema.type]}`
        : `must be ${WANTED[schema.type]}, but is ${kind}${isBare ? "; put it in quotes" : ""}`,
    );
  } else if (typeof value === "number") {
    const { minimum: least = -Infinity, exclusiveMinimum: less = -Infinity, maximum: most = Infinity } =
      schema;
    if (schema.type === "integer" && !Number.isInteger(value)) {
      wrong("must be a whole number, but is a fraction");
    } else if (value < least) wrong(`must be at least ${least}`);
    else if (value <= less) wrong(`must be more than ${less}`);
    else if (value > most) wrong(`must be at most ${most}`);
  } else if (typeof value === "string") {
    if (value.length < (schema.minLength ?? 0)) wrong("must not be empty");
    else if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
      wrong(schema.description ?? `must match ${schema.pattern}`);
    } else if (schema.format === "uri" && !(URL.canParse(value) && /^https?:\/\//.test(value))) {
      wrong("must be an address that begins with http:// or https://");
    }
  } else if (Array.isArray(value)) {
    return value.map((each, at) => readValue(each, schema.items ?? {}, [...path, String(at)], issues));
  } else return readKeys(Object(value), schema, path, issues);
  return value;
}

function readKeys(value: object, schema: ConfigSchema, path: readonly string[], issues: Issue[]): object {
  const { properties = {}, required = [], propertyNames, additionalProperties = {} } = schema;
  const given = Object.entries(value).flatMap(([key, each]) => {
    const at = [...path, key];
    if (propertyNames !== undefined) readValue(key, propertyNames, at, issues);
    const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (known) return [[key, readValue(each, known, at, issues)] as const];
    issues.push({ path: at, message: "unknown key" });
    return [];
  });
  const missing = Object.entries(properties).filter(([key]) => !Object.hasOwn(value, key));
  for (const [key, each] of missing) {
    if (required.includes(key)) readValue(undefined, each, [...path, key], issues);
  }
  const defaults = missing.flatMap(([key, each]) =>
    each.default === undefined ? [] : [[key, structuredClone(each.default)] as const]
  );
  return Object.fromEntries([...given, ...defaults]);
}

/** Of several shapes the one that knows most of a value's keys. */
function meant(value: unknown, shapes: readonly ConfigSchema[]): ConfigSchema {
  const unknown = ({ properties = {} }: ConfigSchema) =>
    Object.keys(Object(value)).filter((key) => !Object.hasOwn(properties, key)).length;
  return shapes.toSorted((a, b) => unknown(a) - unknown(b))[0] ?? {};
}

function kindOf(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return Number.isFinite(value) ? "a number" : "no number";
  return typeof value === "boolean" ? String(value) : "keys with values";
}
