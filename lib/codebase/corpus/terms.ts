import type { DatabaseSync } from "node:sqlite";
import { stemOf } from "./corpus.ts";

const FACTORS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

/**
 * What the index keeps of a key instead of its letters: a number of 48 bits. Few enough that of a long secret which redaction did not know nothing can be
 * read back, and enough that two words of a large repository hardly ever share one. Who guesses a word can still see whether it is there.
 */
export function fingerprint(key: string): number {
  let one = 0x2545f491;
  let other = 0x6a09e667;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    one = Math.imul(one ^ code, FACTORS[0]);
    one ^= one >>> 15;
    other = Math.imul(other ^ code, FACTORS[1]);
    other ^= other >>> 13;
  }
  one = Math.imul(one ^ (other >>> 16), FACTORS[2]);
  other = Math.imul(other ^ (one >>> 15), FACTORS[3]);
  one ^= one >>> 13;
  other ^= other >>> 16;
  return (one >>> 0) * 0x10000 + (other & 0xffff);
}

export type TermsOf = ReturnType<typeof storedTerms>;

/** Gives the fingerprints under which an index has what a key counts: of a stem, all forms that stand in the index. Each is looked up once. */
export function storedTerms(database: DatabaseSync): (key: string) => readonly number[] {
  const stems = database.prepare("SELECT term FROM stems WHERE stem = ?");
  const known = new Map<string, readonly number[]>();
  return (key) => {
    let terms = known.get(key);
    if (terms === undefined) {
      const stem = stemOf(key);
      terms = stem === undefined
        ? [fingerprint(key)]
        : [fingerprint(stem), ...stems.all(fingerprint(key)).map((row) => Number(row["term"]))];
      known.set(key, terms);
    }
    return terms;
  };
}
