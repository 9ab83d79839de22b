import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isSmallSegment } from "../corpus/segment.ts";

/** A segment as its postings are asked for. */
export interface PostingSegment {
  /** Negative for the postings of outlines. */
  id: number;
  /** Documents, dead ones too. */
  count: number;
}

/** Rows written with one statement: one by one, they take three times as long. */
const ROWS = 100;

/** The two tables of postings: by term, where a prompt looks; and of small segments by segment, where a refresh can add a page instead of changing all. */
export class PostingTables {
  readonly #large: Table;
  readonly #small: Table;

  constructor(database: DatabaseSync) {
    this.#large = table(database, "postings");
    this.#small = table(database, "recent_postings");
  }

  /** Writes lists of a segment, of each term one. */
  put(segment: PostingSegment, lists: Iterable<readonly [term: number, documents: Uint8Array]>): void {
    const { put, putMany } = this.#of(segment);
    let rows: [number, number, Uint8Array][] = [];
    for (const [term, documents] of lists) {
      rows.push([term, segment.id, documents]);
      if (rows.length < ROWS) continue;
      putMany.run(...rows.flat());
      rows = [];
    }
    for (const row of rows) put.run(...row);
  }

  get(term: number, segment: PostingSegment): Uint8Array | undefined {
    const bytes = this.#of(segment).get.get(term, segment.id)?.["documents"];
    return bytes instanceof Uint8Array ? bytes : undefined;
  }

  *all(segment: PostingSegment): Generator<[term: number, documents: Uint8Array]> {
    for (const row of this.#of(segment).all.all(segment.id)) {
      if (row["documents"] instanceof Uint8Array) yield [Number(row["term"]), row["documents"]];
    }
  }

  deleteTerm(term: number, segment: PostingSegment): void {
    this.#of(segment).deleteTerm.run(term, segment.id);
  }

  delete(segment: PostingSegment): void {
    this.#of(segment).delete.run(segment.id);
  }

  #of({ count }: PostingSegment): Table {
    return isSmallSegment(count) ? this.#small : this.#large;
  }
}

interface Table {
  put: StatementSync;
  /** `ROWS` at once. */
  putMany: StatementSync;
  get: StatementSync;
  all: StatementSync;
  deleteTerm: StatementSync;
  delete: StatementSync;
}

function table(database: DatabaseSync, name: string): Table {
  const insert = `INSERT OR REPLACE INTO ${name} (term, segment, documents) VALUES`;
  return {
    put: database.prepare(`${insert} (?, ?, ?)`),
    putMany: database.prepare(`${insert} ${Array(ROWS).fill("(?, ?, ?)").join(", ")}`),
    get: database.prepare(`SELECT documents FROM ${name} WHERE term = ? AND segment = ?`),
    all: database.prepare(`SELECT term, documents FROM ${name} WHERE segment = ? ORDER BY term`),
    deleteTerm: database.prepare(`DELETE FROM ${name} WHERE term = ? AND segment = ?`),
    delete: database.prepare(`DELETE FROM ${name} WHERE segment = ?`),
  };
}
