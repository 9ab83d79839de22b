/** Characters of the shortest text that can be found by its beginning. */
const KEY = 3;
const TABLE = 1 << 16;

/** Finds any of many short texts in one walk, however many there are. */
export class WordFinder {
  readonly #texts: readonly string[];
  readonly #starts = new Uint8Array(TABLE);
  readonly #byStart = new Map<number, number[]>();
  readonly #short: number[] = [];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    texts.forEach((text, index) => {
      if (text.length < KEY) {
        this.#short.push(index);
        return;
      }
      const key = keyOf(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));
      this.#byStart.set(key, [...this.#byStart.get(key) ?? [], index]);
      this.#starts[key] = 1;
    });
  }

  /** Tells of every place where one of the texts begins, in no order: which, and where. Takes time proportional to the text. */
  find(searched: string, visit: (text: number, at: number) => void): void {
    const starts = this.#starts;
    let first = searched.charCodeAt(0);
    let second = searched.charCodeAt(1);
    for (let at = 0; at + KEY <= searched.length; at++) {
      const third = searched.charCodeAt(at + 2);
      const key = keyOf(first, second, third);
      if (starts[key] === 1) this.#visitAt(searched, at, key, visit);
      first = second;
      second = third;
    }
    for (const index of this.#short) {
      const text = this.#texts[index] ?? "";
      for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + text.length)) {
        visit(index, at);
      }
    }
  }

  #visitAt(searched: string, at: number, key: number, visit: (text: number, at: number) => void): void {
    for (const index of this.#byStart.get(key) ?? []) {
      if (searched.startsWith(this.#texts[index] ?? "", at)) visit(index, at);
    }
  }
}

function keyOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (TABLE - 1);
}
