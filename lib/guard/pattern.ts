/** A pattern that is compiled when it is first tried, and texts without which it cannot match, so that few texts try it. */
export interface Pattern {
  /** Whether everything the pattern needs stands in a text, which is given in lower case. */
  mayMatch(lower: string): boolean;
  test(text: string): boolean;
}

/**
 * A pattern that is indifferent to case.
 *
 * @param needs lists of texts in lower case, divided by `|`: one of each list stands in whatever the pattern matches. `<` before a text
 * holds it to the beginning of a word.
 */
export function pattern(source: string, ...needs: string[]): Pattern {
  const lists = needs.map((list) => list.split("|"));
  let compiled: RegExp | undefined;
  return {
    mayMatch: (lower) => lists.every((list) => list.some((text) => holds(lower, text))),
    test: (text) => (compiled ??= new RegExp(source, "i")).test(text),
  };
}

function holds(lower: string, text: string): boolean {
  return text.startsWith("<") ? beginsWord(lower, text.slice(1)) : lower.includes(text);
}

function beginsWord(lower: string, text: string): boolean {
  for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1)) {
    if (!isWordCode(lower.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** Letters, digits and `_`, as `\w`; false for the `NaN` before the beginning of a text. */
export function isWordCode(code: number): boolean {
  return code >= 97 && code <= 122 || code >= 48 && code <= 57 || code === 95 || code >= 65 && code <= 90;
}
