import type { DatabaseSync, StatementSync } from "node:sqlite";
import { stemOf } from "./corpus.ts";
import { fingerprint } from "./fingerprint.ts";

/** Under which fingerprints an index has what a key counts: of a stem, all forms that stand in the index. Each is looked up once. */
export class StoredTerms {
  readonly #stems: StatementSync;
  readonly #known = new Map<string, readonly number[]>();

  constructor(database: DatabaseSync) {
    this.#stems = database.prepare("SELECT term FROM stems WHERE stem = ?");
  }

  of(key: string): readonly number[] {
    let terms = this.#known.get(key);
    if (terms === undefined) {
      const stem = stemOf(key);
      terms = stem === undefined
        ? [fingerprint(key)]
        : [fingerprint(stem), ...this.#stems.all(fingerprint(key)).map((row) => Number(row["term"]))];
      this.#known.set(key, terms);
    }
    return terms;
  }
}
