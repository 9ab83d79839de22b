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
  const lists = needs.map(listOf);
  let compiled: RegExp | undefined;
  return {
    mayMatch: (lower) => lists.every((list) => list.stands(lower)),
    test: (text) => (compiled ??= new RegExp(source, "i")).test(text),
  };
}

/** Lists that several patterns need are looked for once in a text. */
const lists = new Map<string, Need>();

function listOf(source: string): Need {
  const known = lists.get(source);
  if (known) return known;
  const list = new Need(source);
  lists.set(source, list);
  return list;
}

class Need {
  readonly #anywhere: string[];
  readonly #atStart: string[];
  #last = "";
  #lastStands = false;

  constructor(source: string) {
    const texts = source.split("|");
    this.#anywhere = texts.filter((text) => !text.startsWith("<"));
    this.#atStart = texts.filter((text) => text.startsWith("<")).map((text) => text.slice(1));
  }

  stands(lower: string): boolean {
    if (lower === this.#last) return this.#lastStands;
    this.#last = lower;
    return this.#lastStands = this.#anywhere.some((text) => lower.includes(text)) ||
      this.#atStart.some((text) => beginsWord(lower, text));
  }
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
