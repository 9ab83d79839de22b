import type { Sums } from "./corpus.ts";
import { DEAD } from "./segment.ts";

/**
 * Lists of documents as bytes: for each the distance to the one before (the first: its number) × 2, plus 1 where a count in definitions follows;
 * then the count; then that count. Numbers are LEB128: seven bits a byte, low ones first.
 */
export class PostingWriter {
  #bytes = new Uint8Array(64);
  #length = 0;
  #last = 0;

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

/**
 * Visits every document of a list. Bytes that end too early end the visit. The numbers are read in place: with a function for each, this takes a quarter
 * longer while the code is new, as it always is for a prompt.
 */
export function eachPosting(
  bytes: Uint8Array,
  visit: (document: number, count: number, inDefinitions: number) => void,
): void {
  const length = bytes.length;
  let at = 0;
  let document = 0;
  while (at < length) {
    let step = bytes[at++] ?? 0;
    for (let byte = step, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
      byte = bytes[at++] ?? 0;
      step += (byte - 1) * scale;
    }
    let count = bytes[at++] ?? 0;
    for (let byte = count, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
      byte = bytes[at++] ?? 0;
      count += (byte - 1) * scale;
    }
    let inDefinitions = 0;
    if (step & 1) {
      inDefinitions = bytes[at++] ?? 0;
      for (let byte = inDefinitions, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
        byte = bytes[at++] ?? 0;
        inDefinitions += (byte - 1) * scale;
      }
    }
    document += step >>> 1;
    visit(document, count, inDefinitions);
  }
}

/**
 * Adds for every live document of a list what `eachPosting` would say of it: its count, and `perDefinition` for each in definitions. All in one loop, since a
 * word of a large repository stands in most of its files. `lengths` says which documents are dead.
 */
export function addPostings(
  bytes: Uint8Array,
  lengths: Uint32Array,
  perDefinition: number,
  { values, touched }: Sums,
): void {
  const length = bytes.length;
  const end = lengths.length;
  let at = 0;
  let document = 0;
  while (at < length) {
    let step = bytes[at++] ?? 0;
    if (step >= 0x80) {
      for (let byte = step, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
        byte = bytes[at++] ?? 0;
        step += (byte - 1) * scale;
      }
    }
    let count = bytes[at++] ?? 0;
    if (count >= 0x80) {
      for (let byte = count, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
        byte = bytes[at++] ?? 0;
        count += (byte - 1) * scale;
      }
    }
    if (step & 1) {
      let inDefinitions = bytes[at++] ?? 0;
      for (let byte = inDefinitions, scale = 128; byte >= 0x80 && at < length; scale *= 128) {
        byte = bytes[at++] ?? 0;
        inDefinitions += (byte - 1) * scale;
      }
      count += perDefinition * inDefinitions;
    }
    document += step >>> 1;
    if (document >= end || lengths[document] === DEAD) continue;
    const before = values[document] ?? 0;
    if (before === 0) touched.push(document);
    values[document] = before + count;
  }
}
