/** Whether a text is JSON, without comments and trailing commas. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
