import { clampedLimit } from "../contract/limits.ts";
import type { ToolSpec } from "./registry.ts";

/** Arguments as they may be used, or why they may not. */
export type ClampedArgs =
  | { ok: true; args: Record<string, unknown>; clamped: string[] }
  | { ok: false; reason: string };

/**
 * Holds arguments to a tool's ceilings before any call: what is too large is clamped and said so, what makes no sense is refused.
 * Numbers that are counts must be whole and at least 1.
 */
export function clampArgs(
  spec: Pick<ToolSpec, "name" | "max" | "types">,
  args: Record<string, unknown>,
): ClampedArgs {
  const held: Record<string, unknown> = {};
  const clamped: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    const type = spec.types === undefined
      ? undefined
      : Object.hasOwn(spec.types, key)
      ? spec.types[key]
      : null;
    if (type === null) return refused(spec.name, key, "is not an argument of this tool");
    if (type === "string" && typeof value !== "string") return refused(spec.name, key, "is not a text");
    if (type === "boolean" && typeof value !== "boolean") {
      return refused(spec.name, key, "is not true or false");
    }
    if (type === "strings" && !isTextList(value)) return refused(spec.name, key, "is not a list of texts");
    const max = Object.hasOwn(spec.max, key) ? spec.max[key] : undefined;
    if (type !== "number" && max === undefined) {
      held[key] = value;
      continue;
    }
    if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
      return refused(spec.name, key, "is not a whole number of at least 1");
    }
    held[key] = max === undefined ? value : Math.min(value, max);
    if (max !== undefined && value > max) clamped.push(clampedLimit(spec.name, key, max));
  }
  return { ok: true, args: held, clamped };
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function refused(tool: string, key: string, why: string): ClampedArgs {
  return { ok: false, reason: `${tool}: ${key.slice(0, 40)} refused: ${why}` };
}
