import { AutoToolsError } from "../contract/error_codes.ts";

/** What placeholders in an argument template stand for. */
export interface TemplateValues {
  prompt: string;
  symbols: readonly string[];
  paths: readonly string[];
  repo_root: string;
}

const PLACEHOLDER = /\{\{\s{0,8}([A-Za-z_]{1,40})\s{0,8}\}\}/g;
/** A configuration nests a few levels; a YAML anchor that holds itself nests for ever. */
const MAX_DEPTH = 16;

/**
 * Fills the placeholders `{{prompt}}`, `{{symbols}}`, `{{paths}}` and `{{repo_root}}` in every string of an argument template. A string
 * that is one placeholder and nothing else becomes the value itself, so a list stays a list; inside a longer string a list is joined by
 * spaces. What is filled in is not looked at again. Throws `AutoToolsError` `E_INVALID_ARGS` for a placeholder that nobody knows.
 *
 * @example
 * ```ts
 * fillTemplate({ query: "{{prompt}}", names: "{{symbols}}" }, values); // { query: "where is retry?", names: ["retry"] }
 * ```
 */
export function fillTemplate(
  template: Record<string, unknown>,
  values: TemplateValues,
): Record<string, unknown> {
  return fillObject(template, values, 0);
}

function fillObject(template: object, values: TemplateValues, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fill(value, values, depth + 1)]),
  );
}

function fill(value: unknown, values: TemplateValues, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new AutoToolsError("E_INVALID_ARGS", `Argument template is nested deeper than ${MAX_DEPTH} levels`);
  }
  if (typeof value === "string") return fillText(value, values);
  if (Array.isArray(value)) return value.map((item) => fill(item, values, depth + 1));
  if (typeof value === "object" && value !== null) return fillObject(value, values, depth);
  return value;
}

function fillText(text: string, values: TemplateValues): string | string[] {
  const [only] = text.matchAll(PLACEHOLDER);
  if (only?.[0] === text && only[1] !== undefined) {
    const value = valueOf(only[1], values);
    return typeof value === "string" ? value : [...value];
  }
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name, values);
    return typeof value === "string" ? value : value.join(" ");
  });
}

function valueOf(name: string, values: TemplateValues): string | readonly string[] {
  switch (name) {
    case "prompt":
    case "symbols":
    case "paths":
    case "repo_root":
      return values[name];
    default:
      throw new AutoToolsError(
        "E_INVALID_ARGS",
        `Unknown placeholder "{{${name}}}" in an argument template; known are prompt, symbols, paths and repo_root`,
      );
  }
}
