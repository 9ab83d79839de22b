import { type ConfigSchema, DEFINITIONS } from "./config_schema.ts";
import { isRecord } from "./json.ts";

/** What is wrong with a value, in the words of a person who writes YAML, and where it stands: keys and indices from the top. */
export interface Issue {
  path: readonly string[];
  message: string;
}

const TYPES: Readonly<Record<string, [wanted: string, is: (value: unknown) => boolean]>> = {
  string: ["text, in quotes where it looks like something else", (value) => typeof value === "string"],
  number: ["a number", Number.isFinite],
  integer: ["a whole number", Number.isInteger],
  array: ["a list, as in [a, b]", Array.isArray],
  object: ["keys with values", (value) => isRecord(value) && !(value instanceof Date)],
};

/** A value with the defaults of its schema, and all that is wrong with it. */
export function readValue(
  value: unknown,
  schema: ConfigSchema,
  path: readonly string[],
  issues: Issue[],
): unknown {
  const { $ref, anyOf, items } = schema;
  const referred = $ref && DEFINITIONS[$ref.slice("#/$defs/".length)];
  const shape = referred || anyOf && meant(value, anyOf);
  if (shape) return readValue(value, shape, path, issues);
  const wanted = unmet(value, schema);
  if (wanted !== undefined) {
    issues.push({ path, message: `${value === undefined ? "is missing; it " : ""}must be ${wanted}` });
    return value;
  }
  if (items && Array.isArray(value)) {
    return value.map((each, at) => readValue(each, items, [...path, String(at)], issues));
  }
  return schema.type === "object" ? readKeys(Object(value), schema, path, issues) : value;
}

/** What a value must be and is not. */
function unmet(value: unknown, schema: ConfigSchema): string | undefined {
  if (schema.enum?.includes(value) === false) return `one of ${schema.enum.join(", ")}`;
  const [wanted, is] = TYPES[schema.type ?? ""] ?? [];
  if (is?.(value) === false) return wanted;
  if (typeof value === "number") {
    const { minimum: least = value, exclusiveMinimum: less = -Infinity, maximum: most = value } = schema;
    if (value < least) return `at least ${least}`;
    if (value <= less) return `more than ${less}`;
    return value > most ? `at most ${most}` : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (value.length < (schema.minLength ?? 0)) return "text that is not empty";
  if (!new RegExp(schema.pattern ?? "", "u").test(value)) return schema.description;
  const isAddress = schema.format !== "uri" || (URL.canParse(value) && /^https?:\/\//.test(value));
  return isAddress ? undefined : "an address that begins with http:// or https://";
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
  const defaults = missing.filter(([, each]) => each.default !== undefined)
    .map(([key, each]) => [key, structuredClone(each.default)] as const);
  return Object.fromEntries([...given, ...defaults]);
}

/** Of several shapes the one that knows most of a value's keys. */
function meant(value: unknown, shapes: readonly ConfigSchema[]): ConfigSchema {
  const unknown = ({ properties = {} }: ConfigSchema) =>
    Object.keys(Object(value)).filter((key) => !Object.hasOwn(properties, key)).length;
  return shapes.toSorted((a, b) => unknown(a) - unknown(b))[0] ?? {};
}
