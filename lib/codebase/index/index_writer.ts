import type { DatabaseSync } from "node:sqlite";
import { stemKey } from "../corpus/corpus.ts";
import type { MemoryCorpus } from "../corpus/memory_corpus.ts";
import { PostingWriter } from "../corpus/posting_codec.ts";
import { fingerprint } from "../corpus/terms.ts";
import { type FileRow, FileTable } from "./file_table.ts";
import { PostingTable } from "./posting_table.ts";

/** What is kept of a file besides what its corpus says of it. */
export type FileRecord = Pick<FileRow, "size" | "mtime" | "hash" | "opaque" | "language" | "specifiers">;

/** `meta.pending` while commits or symbols are still to come. */
export const PENDING = "1";

/** Puts batches of files into the index and takes files out, each in one transaction. */
export class IndexWriter {
  readonly postings: PostingTable;
  #files: FileTable | undefined;

  constructor(readonly database: DatabaseSync) {
    this.postings = new PostingTable(database);
  }

  /** All files, read with the first call. */
  get files(): FileTable {
    return this.#files ??= new FileTable(this.database);
  }

  /**
   * Takes `removed` out and the batch's files in, and does what `more` does, at once: a reader sees all of it or nothing. `records` stand in the
   * batch's order.
   */
  write(
    batch: MemoryCorpus,
    records: readonly FileRecord[],
    removed: readonly string[],
    more: () => void,
  ): void {
    this.transaction(() => {
      for (const path of removed) this.files.delete(path);
      if (batch.size > 0) this.#add(batch, records);
      more();
    });
  }

  meta(key: string): string | undefined {
    const row = this.database.prepare("SELECT value FROM meta WHERE key = ?").get(key);
    return row === undefined ? undefined : String(row["value"]);
  }

  putMeta(values: Record<string, string>): void {
    const insert = this.database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    for (const [key, value] of Object.entries(values)) insert.run(key, value);
  }

  transaction(work: () => void): void {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.database.exec("COMMIT");
    } catch (error) {
      this.database.exec("ROLLBACK");
      throw error;
    }
  }

  #add(batch: MemoryCorpus, records: readonly FileRecord[]): void {
    const last = this.database.prepare("SELECT max(id) AS id, max(first + count) AS next FROM segments")
      .get();
    const segment = Number(last?.["id"] ?? 0) + 1;
    const first = Number(last?.["next"] ?? 0);
    batch.paths.forEach((path, at) => {
      const record = records[at];
      if (!record) throw new RangeError(`no record for ${path}`);
      this.files.add(path, {
        ...record,
        id: first + at,
        length: batch.length(at),
        pathLength: batch.pathLength(at),
        kind: batch.kind(at),
        imports: batch.imports(at),
      });
    });
    const terms: [term: number, id: number][] = [];
    const stems: [stem: number, term: number][] = [];
    for (const [id, word] of batch.vocabulary.words.entries()) {
      if (!batch.postings.has(id)) continue;
      const term = fingerprint(word);
      terms.push([term, id]);
      const root = stemKey(word);
      if (root !== undefined) stems.push([fingerprint(root), term]);
    }
    this.postings.put(segment, lists(batch, first, terms.sort(([a], [b]) => a - b)));
    this.database.prepare(
      "INSERT OR IGNORE INTO stems (stem, term) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
    ).run(JSON.stringify(stems));
    this.database.prepare(
      "INSERT INTO segments (id, first, count, compacted, outlined) VALUES (?, ?, ?, 0, zeroblob(?))",
    ).run(segment, first, batch.size, batch.size);
  }
}

function* lists(
  { postings }: MemoryCorpus,
  first: number,
  terms: readonly [term: number, id: number][],
): Generator<[number, Uint8Array]> {
  const list = new PostingWriter();
  for (const [term, id] of terms) {
    postings.each(id, (document, count, inDefinitions) => list.add(first + document, count, inDefinitions));
    yield [term, list.take()];
  }
}
