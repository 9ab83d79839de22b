import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isSmallSegment } from "../corpus/segment.ts";

/** A segment as its postings are asked for. */
export interface PostingSegment {
  /** Negative for the postings of outlines. */
  id: number;
  /** Documents, dead ones too. */
  count: number;
}

/** The two tables of postings: by term, where a prompt looks; and of small segments by segment, where a refresh can add a page instead of changing all. */
export class PostingTables {
  readonly #large: Table;
  readonly #small: Table;

  constructor(database: DatabaseSync) {
    this.#large = table(database, "postings");
    this.#small = table(database, "recent_postings");
  }

  put(term: string, segment: PostingSegment, documents: Uint8Array): void {
    this.#of(segment).put.run(term, segment.id, documents);
  }

  get(term: string, segment: PostingSegment): Uint8Array | undefined {
    const bytes = this.#of(segment).get.get(term, segment.id)?.["documents"];
    return bytes instanceof Uint8Array ? bytes : undefined;
  }

  *all(segment: PostingSegment): Generator<[term: string, documents: Uint8Array]> {
    for (const row of this.#of(segment).all.all(segment.id)) {
      if (row["documents"] instanceof Uint8Array) yield [String(row["term"]), row["documents"]];
    }
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
  get: StatementSync;
  all: StatementSync;
  delete: StatementSync;
}

function table(database: DatabaseSync, name: string): Table {
  return {
    put: database.prepare(`INSERT OR REPLACE INTO ${name} (term, segment, documents) VALUES (?, ?, ?)`),
    get: database.prepare(`SELECT documents FROM ${name} WHERE term = ? AND segment = ?`),
    all: database.prepare(`SELECT term, documents FROM ${name} WHERE segment = ? ORDER BY term`),
    delete: database.prepare(`DELETE FROM ${name} WHERE segment = ?`),
  };
}
