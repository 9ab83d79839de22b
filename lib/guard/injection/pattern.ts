import { WordFinder } from "../word_finder.ts";

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
    mayMatch: (lower) => {
      if (lists.length === 0) return true;
      const found = listsIn(lower);
      return lists.every((list) => found[list] === 1);
    },
    test: (text) => (compiled ??= new RegExp(source, "i")).test(text),
  };
}

/** Lists of needs, by what they are written as. */
const LISTS = new Map<string, number>();

function listOf(source: string): number {
  const known = LISTS.get(source);
  if (known !== undefined) return known;
  LISTS.set(source, LISTS.size);
  return LISTS.size - 1;
}

/** What all lists need, found in one walk. */
class Needs {
  readonly size = LISTS.size;
  readonly #texts: string[] = [];
  /** Of each text, the lists that have it; whether it must begin a word. */
  readonly #lists: number[][] = [];
  readonly #atStart: boolean[] = [];
  readonly #finder: WordFinder;

  constructor() {
    const indexes = new Map<string, number>();
    for (const [source, list] of LISTS) {
      for (const need of source.split("|")) {
        const index = indexes.get(need) ?? indexes.size;
        indexes.set(need, index);
        (this.#lists[index] ??= []).push(list);
        this.#atStart[index] = need.length > 1 && /^<[a-z]/.test(need);
        this.#texts[index] = this.#atStart[index] ? need.slice(1) : need;
      }
    }
    this.#finder = new WordFinder(this.#texts);
  }

  /** 1 for each list of which one text stands in a text in lower case. */
  listsIn(lower: string): Uint8Array {
    const found = new Uint8Array(this.size);
    this.#finder.find(lower, (text, at) => {
      if (this.#atStart[text] && isWordCode(lower.charCodeAt(at - 1))) return;
      for (const list of this.#lists[text] ?? []) found[list] = 1;
    });
    return found;
  }
}

let all: Needs | undefined;
let last = "";
let lastFound: Uint8Array | undefined;

/** Patterns are tried one after another on the same text. */
function listsIn(lower: string): Uint8Array {
  if (all === undefined || all.size < LISTS.size) {
    all = new Needs();
    lastFound = undefined;
  }
  if (lastFound === undefined || lower !== last) {
    lastFound = all.listsIn(lower);
    last = lower;
  }
  return lastFound;
}

/** Letters, digits and `_`, as `\w`; false for the `NaN` before the beginning of a text. */
export function isWordCode(code: number): boolean {
  return code >= 97 && code <= 122 || code >= 48 && code <= 57 || code === 95 || code >= 65 && code <= 90;
}
