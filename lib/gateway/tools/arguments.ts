/** Arguments of one of our tools that cannot be used; the message tells the model how they are meant. */
export class WrongArguments extends Error {
  override readonly name = "WrongArguments";
}

/** Some models write nested values as JSON in a text: that is understood as well. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

export function textArgument(args: Record<string, unknown>, key: string): string {
  const value = args[key];
  if (typeof value !== "string" || value === "") throw new WrongArguments(`${key} must be a text`);
  return value;
}

/** A whole number between `least` and `most`, which it is brought to; `fallback` where absent. */
export function countArgument(
  args: Record<string, unknown>,
  key: string,
  { fallback, least, most }: { fallback: number; least: number; most: number },
): number {
  const value = args[key] ?? fallback;
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    throw new WrongArguments(`${key} must be a number`);
  }
  return Math.min(most, Math.max(least, Math.trunc(number)));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
