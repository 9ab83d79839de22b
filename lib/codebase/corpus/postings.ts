import type { Visit } from "./corpus.ts";

/** Length of a document that is no more. */
export const DEAD = 0xffffffff;

/**
 * Lists of documents as bytes: for each the distance to the one before (the first: its number) × 2, plus 1 where a count in definitions follows;
 * then the count; then that count. Numbers are LEB128: seven bits a byte, low ones first.
 */
export class PostingWriter {
  #bytes = new Uint8Array(32);
  #length = 0;
  #last = 0;

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  /** Documents come in rising order. */
  add(document: number, count: number, inDefinitions: number): void {
    this.#number((document - this.#last) * 2 + (inDefinitions > 0 ? 1 : 0));
    this.#number(count);
    if (inDefinitions > 0) this.#number(inDefinitions);
    this.#last = document;
  }

  /** A copy of what was written; the writer is empty after it. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    this.#last = 0;
    return bytes;
  }

  #number(value: number): void {
    if (this.#length + 6 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }
}

/** Visits every document of a list as SQLite gives it. Bytes that end too early end the visit; what is none has no documents. */
export function eachPosting(bytes: unknown, visit: Visit): void {
  if (!(bytes instanceof Uint8Array)) return;
  const numbers = numbersIn(bytes);
  let document = 0;
  for (let at = 0; at < numbers.length;) {
    const step = numbers[at++] ?? 0;
    const count = numbers[at++] ?? 0;
    const inDefinitions = step & 1 ? numbers[at++] ?? 0 : 0;
    document += step >>> 1;
    visit(document, count, inDefinitions);
  }
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    let byte = bytes[at++] ?? 0;
    let number = byte & 0x7f;
    for (let scale = 128; byte >= 0x80 && at < bytes.length; scale *= 128) {
      byte = bytes[at++] ?? 0;
      number += (byte & 0x7f) * scale;
    }
    numbers[length++] = number;
  }
  return numbers.subarray(0, length);
}

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
