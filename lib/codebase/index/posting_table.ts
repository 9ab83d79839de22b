import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Rows written with one statement: one by one, they take three times as long. */
const ROWS = 100;

/** Lists of documents by segment and term; those of a segment's outlines under minus its number. A refresh writes few pages then, wherever its words stand. */
export class PostingTable {
  readonly #put: StatementSync;
  readonly #putMany: StatementSync;
  readonly #get: StatementSync;
  readonly #all: StatementSync;
  readonly #delete: StatementSync;
  readonly #deleteTerm: StatementSync;

  constructor(database: DatabaseSync) {
    const insert = "INSERT OR REPLACE INTO postings (segment, term, documents) VALUES";
    this.#put = database.prepare(`${insert} (?, ?, ?)`);
    this.#putMany = database.prepare(`${insert} ${Array(ROWS).fill("(?, ?, ?)").join(", ")}`);
    this.#get = database.prepare("SELECT documents FROM postings WHERE segment = ? AND term = ?");
    this.#all = database.prepare("SELECT term, documents FROM postings WHERE segment = ? ORDER BY term");
    this.#delete = database.prepare("DELETE FROM postings WHERE segment = ?");
    this.#deleteTerm = database.prepare("DELETE FROM postings WHERE segment = ? AND term = ?");
  }

  /** Writes lists of a segment, of each term one, in rising order; an empty one is deleted. */
  put(segment: number, lists: Iterable<readonly [term: number, documents: Uint8Array]>): void {
    let rows: [number, number, Uint8Array][] = [];
    for (const [term, documents] of lists) {
      if (documents.length === 0) {
        this.#deleteTerm.run(segment, term);
        continue;
      }
      rows.push([segment, term, documents]);
      if (rows.length < ROWS) continue;
      this.#putMany.run(...rows.flat());
      rows = [];
    }
    for (const row of rows) this.#put.run(...row);
  }

  get(segment: number, term: number): Uint8Array | undefined {
    const bytes = this.#get.get(segment, term)?.["documents"];
    return bytes instanceof Uint8Array ? bytes : undefined;
  }

  *all(segment: number): Generator<[term: number, documents: Uint8Array]> {
    for (const row of this.#all.all(segment)) {
      if (row["documents"] instanceof Uint8Array) yield [Number(row["term"]), row["documents"]];
    }
  }

  delete(segment: number): void {
    this.#delete.run(segment);
  }
}
