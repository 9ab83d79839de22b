/** A text that is looked for, and what else must hold where it begins. */
export interface Sought {
  text: string;
  holdsAt?: (searched: string, at: number) => boolean;
}

/** Characters of the shortest text that can be found by its beginning. */
const KEY = 3;
const TABLE = 1 << 16;

/** Finds any of many short texts in one walk, however many there are. */
export class WordFinder {
  readonly #starts = new Uint8Array(TABLE);
  readonly #byStart = new Map<number, Sought[]>();
  readonly #short: Sought[];

  constructor(sought: readonly Sought[]) {
    this.#short = sought.filter(({ text }) => text.length < KEY);
    for (const each of sought) {
      if (each.text.length < KEY) continue;
      const key = keyOf(each.text.charCodeAt(0), each.text.charCodeAt(1), each.text.charCodeAt(2));
      this.#starts[key] = 1;
      this.#byStart.set(key, [...this.#byStart.get(key) ?? [], each]);
    }
  }

  /** Places where one of the texts begins, in no order. Takes time proportional to the text. */
  placesIn(searched: string): number[] {
    const places: number[] = [];
    let first = searched.charCodeAt(0);
    let second = searched.charCodeAt(1);
    for (let at = 0; at + KEY <= searched.length; at++) {
      const third = searched.charCodeAt(at + 2);
      const key = keyOf(first, second, third);
      if (this.#starts[key] === 1 && this.#anyAt(searched, at, key)) places.push(at);
      first = second;
      second = third;
    }
    for (const { text, holdsAt } of this.#short) {
      for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + text.length)) {
        if (holdsAt === undefined || holdsAt(searched, at)) places.push(at);
      }
    }
    return places;
  }

  #anyAt(searched: string, at: number, key: number): boolean {
    const candidates = this.#byStart.get(key) ?? [];
    return candidates.some(({ text, holdsAt }) =>
      searched.startsWith(text, at) && (holdsAt === undefined || holdsAt(searched, at))
    );
  }
}

function keyOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (TABLE - 1);
}
