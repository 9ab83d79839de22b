import { AutoToolsError } from "../contract/error_codes.ts";
import { clampedLimit } from "../contract/limits.ts";
import type { ArgType, ToolSpec } from "./registry.ts";

/** What placeholders in an argument template stand for. */
export interface TemplateValues {
  prompt: string;
  symbols: readonly string[];
  paths: readonly string[];
  repo_root: string;
}

/** Arguments as they may be used, or why they may not. */
export type ClampedArgs =
  | { ok: true; args: Record<string, unknown>; clamped: string[] }
  | { ok: false; reason: string };

const PLACEHOLDER = /\{\{\s{0,8}([A-Za-z_]{1,40})\s{0,8}\}\}/g;

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
  const known = new Map<string, string | readonly string[]>(Object.entries(values));
  const valueOf = (name = "") => {
    const value = known.get(name);
    if (value !== undefined) return value;
    const names = [...known.keys()].join(", ");
    throw invalid(`Unknown placeholder "{{${name}}}" in an argument template; known are ${names}`);
  };
  return JSON.parse(jsonOf(template), (_, item) => {
    if (typeof item !== "string") return item;
    const [only] = item.matchAll(PLACEHOLDER);
    if (only?.[0] === item) return valueOf(only[1]);
    return item.replace(PLACEHOLDER, (_, name) => [valueOf(name)].flat().join(" "));
  });
}

/** A YAML anchor can hold itself. */
function jsonOf(template: Record<string, unknown>): string {
  try {
    return JSON.stringify(template);
  } catch (error) {
    if (error instanceof TypeError) throw invalid("Argument template is nested in itself");
    throw error;
  }
}

function invalid(message: string): AutoToolsError {
  return new AutoToolsError("E_INVALID_ARGS", message);
}

/** What is wrong with a value, by the type that it must have. */
const TYPES: Record<ArgType, { is(value: unknown): boolean; wrong: string }> = {
  string: { is: isText, wrong: "is not a text" },
  boolean: { is: (value) => typeof value === "boolean", wrong: "is not true or false" },
  strings: { is: (value) => Array.isArray(value) && value.every(isText), wrong: "is not a list of texts" },
  number: {
    is: (value) => Number.isInteger(value) && Number(value) >= 1,
    wrong: "is not a whole number of at least 1",
  },
};

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/**
 * Holds arguments to a tool's ceilings before any call: what is too large is clamped and said so, what makes no sense is refused.
 * Numbers that are counts must be whole and at least 1.
 */
export function clampArgs(
  { name, max, types }: Pick<ToolSpec, "name" | "max" | "types">,
  args: Record<string, unknown>,
): ClampedArgs {
  const held: Record<string, unknown> = {};
  const clamped: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    const limit = Object.hasOwn(max, key) ? max[key] : undefined;
    const type = limit !== undefined ? "number" : types && Object.hasOwn(types, key) ? types[key] : undefined;
    const wrong = type === undefined
      ? types && "is not an argument of this tool"
      : TYPES[type].is(value)
      ? undefined
      : TYPES[type].wrong;
    if (wrong) return { ok: false, reason: `${name}: ${key.slice(0, 40)} refused: ${wrong}` };
    const isOver = limit !== undefined && Number(value) > limit;
    held[key] = isOver ? limit : value;
    if (isOver) clamped.push(clampedLimit(name, key, limit));
  }
  return { ok: true, args: held, clamped };
}
