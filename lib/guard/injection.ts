/** Removes text that gives orders to a model. First version: hidden characters and the best known override. */
export function filterInjection(text: string): { text: string; filtered: number } {
  let filtered = 0;
  const clean = text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, () => (filtered++, ""))
    .replace(/.*\bignore (?:all )?previous instructions.*/gi, () => (filtered++, "[filtered]"));
  return { text: clean, filtered };
}
