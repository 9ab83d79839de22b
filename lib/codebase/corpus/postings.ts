import type { Visit } from "./corpus.ts";

/** Length of a document that is no more. */
export const DEAD = 0xffffffff;

/** The documents of a term in rising order, three numbers each: document, count, count in definitions. */
export type PostingList = number[];

/**
 * A list as bytes: for each document the distance to the one before (the first: its number) × 2, plus 1 where a count in definitions follows;
 * then the count; then that count. Numbers are LEB128: seven bits a byte, low ones first. `first` is added to the documents' numbers.
 */
export function packPostings(list: PostingList, first = 0): Uint8Array {
  const bytes: number[] = [];
  const put = (number: number) => {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  };
  let last = -first;
  for (let at = 0; at < list.length; at += 3) {
    const [document = 0, count = 0, inDefinitions = 0] = [list[at], list[at + 1], list[at + 2]];
    put((document - last) * 2 + (inDefinitions > 0 ? 1 : 0));
    put(count);
    if (inDefinitions > 0) put(inDefinitions);
    last = document;
  }
  return Uint8Array.from(bytes);
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

/** Postings held in memory, by a term's number: of each entry three numbers, and where the one before of the same term stands; at 0 is none. */
export class Postings {
  size = 0;
  #entries = new Uint32Array(4096);
  readonly #last: number[] = [];

  /** Documents of a term come in rising order. */
  add(term: number, document: number, count: number, inDefinitions: number): void {
    const at = ++this.size * 4;
    if (at === this.#entries.length) this.#entries = new Uint32Array(this.#entries.buffer.transfer(at * 8));
    this.#entries.set([document, count, inDefinitions, this.#last[term] ?? 0], at);
    this.#last[term] = at;
  }

  has(term: number): boolean {
    return this.#last[term] !== undefined;
  }

  of(term: number): PostingList {
    const reversed: number[] = [];
    for (let at = this.#last[term] ?? 0; at > 0; at = this.#entries[at + 3] ?? 0) {
      for (const number of [2, 1, 0]) reversed.push(this.#entries[at + number] ?? 0);
    }
    return reversed.reverse();
  }

  each(term: number, visit: Visit): void {
    const list = this.of(term);
    for (let at = 0; at < list.length; at += 3) visit(list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0);
  }
}
