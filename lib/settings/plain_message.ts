import type { z } from "zod";

/** What a value has to be, in the words of a person who writes YAML. */
const WANTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, as in [a, b]",
  object: "keys with values",
  record: "keys with values",
};

/** Says what a value has to be and what it is; undefined where the schema's own words do. */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return typeMessage(WANTED[issue.expected] ?? issue.expected, issue.input);
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "string"
        ? "must not be empty"
        : `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
    case "invalid_format":
      return issue.format === "url" ? "must be an address that begins with http:// or https://" : undefined;
    default:
      return undefined;
  }
};

function typeMessage(wanted: string, value: unknown): string {
  if (value === undefined) return `is missing; it must be ${wanted}`;
  const remedy = wanted === WANTED["string"] && (typeof value === "number" || typeof value === "boolean")
    ? "; put it in quotes"
    : "";
  return `must be ${wanted}, but is ${kindOf(value)}${remedy}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return Number.isInteger(value) ? "a number" : Number.isNaN(value) ? "no number" : "a fraction";
    case "boolean":
      return String(value);
    default:
      return "keys with values";
  }
}
