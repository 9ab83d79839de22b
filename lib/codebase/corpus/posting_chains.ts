import type { Visit } from "./corpus.ts";

/** Numbers of an entry: document, count, count in definitions, and the place of its term's next entry. */
const WIDTH = 4;

/** Postings held in memory, 16 bytes each whatever the term: entries of one term are chained in the order they came. */
export class PostingChains {
  #entries = new Int32Array(1024 * WIDTH);
  #length = 0;
  /** By term: place of its first and of its last entry, plus 1; 0 where there is none. */
  #ends = new Int32Array(1024);

  /** Entries held. */
  get size(): number {
    return this.#length / WIDTH;
  }

  has(term: number): boolean {
    return (this.#ends[term * 2] ?? 0) !== 0;
  }

  add(term: number, document: number, count: number, inDefinitions: number): void {
    if (this.#length + WIDTH > this.#entries.length) this.#entries = doubled(this.#entries);
    while (term * 2 + 1 >= this.#ends.length) this.#ends = doubled(this.#ends);
    const at = this.#length;
    this.#entries[at] = document;
    this.#entries[at + 1] = count;
    this.#entries[at + 2] = inDefinitions;
    const last = this.#ends[term * 2 + 1] ?? 0;
    if (last === 0) this.#ends[term * 2] = at + 1;
    else this.#entries[last - 1 + 3] = at + 1;
    this.#ends[term * 2 + 1] = at + 1;
    this.#length += WIDTH;
  }

  each(term: number, visit: Visit): void {
    for (let place = this.#ends[term * 2] ?? 0; place !== 0; place = this.#entries[place - 1 + 3] ?? 0) {
      const at = place - 1;
      visit(this.#entries[at] ?? 0, this.#entries[at + 1] ?? 0, this.#entries[at + 2] ?? 0);
    }
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
