/** Whether a text is JSON, without comments and trailing commas. */
export function isStrictJson(text: string): boolean {
  return jsonMistake(text) === undefined;
}

/** The line of the first mistake in a text that should be strict JSON; undefined where there is none. */
export function jsonMistake(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // V8 names no place where the text ends too early.
    return Number(/\(line (\d+) /.exec(error.message)?.[1] ?? text.trimEnd().split("\n").length);
  }
}
