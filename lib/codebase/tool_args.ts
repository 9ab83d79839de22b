import { AutoToolsError } from "../contract/error_codes.ts";

/** A text argument; throws `E_INVALID_ARGS` where it is missing or no text. */
export function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  if (typeof value !== "string") throw new AutoToolsError("E_INVALID_ARGS", `${name} must be a string`);
  return value;
}

/** A whole number of at least `least`; `otherwise` where it was not given. */
export function countArgument(
  args: Record<string, unknown>,
  name: string,
  otherwise: number,
  least = 1,
): number {
  const value = args[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new AutoToolsError("E_INVALID_ARGS", `${name} must be a number`);
  }
  return Math.max(least, Math.floor(value));
}

/** A list of texts; empty where it was not given. */
export function textsArgument(args: Record<string, unknown>, name: string): string[] {
  const value = args[name] ?? [];
  if (!Array.isArray(value)) throw new AutoToolsError("E_INVALID_ARGS", `${name} must be a list of strings`);
  return value.filter((each): each is string => typeof each === "string");
}
