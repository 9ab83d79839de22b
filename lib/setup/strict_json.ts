/** Whether this is JSON without comments and trailing commas. With either, a client skips the whole file, ours and everything else in it. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
