import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { MemoryCorpus } from "../corpus/memory_corpus.ts";
import { eachPosting, PostingWriter } from "../corpus/posting_codec.ts";
import { DEAD, readSegment, type SegmentDocuments, traitsOf, writeSegment } from "../corpus/segment.ts";
import { FileTable } from "./file_table.ts";
import type { FileIndex } from "../imports/imports.ts";
import type { Language } from "../files/languages.ts";
import { ImportTable } from "./import_table.ts";
import { type PostingSegment, PostingTables } from "./posting_tables.ts";
import { stem } from "../query/tokens.ts";

/** What is kept of a file besides its words. */
export interface FileRecord {
  size: number;
  mtimeMs: number;
  hash: string;
  /** Why its text was not read, else empty. */
  opaque: string;
  /** What it imports, as it says it. */
  /** By its name, or by the first line of its text. */
  language: Language;
  specifiers: readonly string[];
}

/** `meta.pending` while commits or symbols are still to come. */
export const PENDING = "1";

/** Segments below so many documents are merged once there are more than `MAX_SMALL` of them, so that a word stays few reads away. */
const MERGED_BELOW = [100, 1000];
const MAX_SMALL = 8;

/** Puts batches of files into the index and takes files out, each in one transaction. */
export class IndexWriter {
  readonly database: DatabaseSync;
  readonly #postings: PostingTables;
  readonly #insertStems: StatementSync;
  readonly #imports: ImportTable;
  #files: FileTable | undefined;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.#postings = new PostingTables(database);
    this.#insertStems = database.prepare(
      "INSERT OR IGNORE INTO stems (stem, term) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
    );
    this.#imports = new ImportTable(database);
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
      if (removed.length > 0) this.#remove(removed);
      if (batch.size > 0) this.#add(batch, records);
      more();
    });
  }

  /** Paths of the files whose imports mean others than are stored, now that there are the files of `index`. */
  importingOthers(index: FileIndex): Set<string> {
    return this.#imports.changed(index);
  }

  meta(key: string): string | undefined {
    const row = this.database.prepare("SELECT value FROM meta WHERE key = ?").get(key);
    return row === undefined ? undefined : String(row["value"]);
  }

  /** In the caller's transaction. */
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
    const segment = { id: Number(last?.["id"] ?? 0) + 1, count: batch.size };
    const first = Number(last?.["next"] ?? 0);
    batch.paths.forEach((path, at) => {
      const record = records[at];
      if (!record) throw new RangeError(`no record for ${path}`);
      this.files.add(path, {
        id: first + at,
        size: record.size,
        mtime: record.mtimeMs,
        hash: record.hash,
        opaque: record.opaque,
        imports: batch.importsOf[at] ?? [],
      });
      this.#imports.add(first + at, record);
    });
    const { words } = batch.vocabulary;
    const writer = new PostingWriter();
    const order = words.filter((_, id) => batch.postings.has(id)).sort();
    const stems: [string, string][] = [];
    const lists = function* (): Generator<[string, Uint8Array]> {
      for (const word of order) {
        const id = batch.vocabulary.id(word);
        batch.postings.each(id, (document, count, inDefinitions) => {
          writer.add(first + document, count, inDefinitions);
        });
        yield [word, writer.take()];
        const root = stem(word);
        if (root !== word) stems.push([root, word]);
      }
    };
    this.#postings.put(segment, lists());
    this.#insertStems.run(JSON.stringify(stems));
    const lengths = Uint32Array.from(batch.lengths);
    const traits = Uint32Array.from(
      batch.kinds,
      (kind, at) => traitsOf(kind, batch.pathLengths[at] ?? 0),
    );
    this.database.prepare("INSERT INTO segments (id, first, count, documents) VALUES (?, ?, ?, ?)")
      .run(segment.id, first, batch.size, writeSegment({ lengths, traits }));
  }

  #remove(paths: readonly string[]): void {
    const find = this.database.prepare(
      "SELECT id, first, documents FROM segments WHERE first <= ? AND ? < first + count",
    );
    const update = this.database.prepare("UPDATE segments SET documents = ? WHERE id = ?");
    const dirty = new Map<number, { first: number; lengths: Uint32Array; traits: Uint32Array }>();
    for (const path of paths) {
      const id = this.files.delete(path);
      if (id === undefined) continue;
      this.#imports.delete(id);
      let segment = [...dirty.values()].find(({ first, lengths }) =>
        first <= id && id < first + lengths.length
      );
      if (!segment) {
        const row = find.get(id, id);
        if (!row) continue;
        segment = { first: Number(row["first"]), ...readSegment(row["documents"]) };
        dirty.set(Number(row["id"]), segment);
      }
      segment.lengths[id - segment.first] = DEAD;
    }
    for (const [id, documents] of dirty) update.run(writeSegment(documents), id);
  }

  /** Joins the newest segments into one where many are small, the smallest more often than others. */
  mergeSmall(): void {
    for (const below of MERGED_BELOW) this.#merge(below);
  }

  #merge(below: number): void {
    const rows = this.database.prepare("SELECT id, first, count FROM segments ORDER BY first DESC").all();
    const end = rows.findIndex((row) => Number(row["count"]) >= below);
    const small = rows.slice(0, end === -1 ? rows.length : end).reverse();
    const [oldest] = small;
    if (oldest === undefined || small.length <= MAX_SMALL) return;
    const first = Number(oldest["first"]);
    const segments = small.map((row) => ({ id: Number(row["id"]), count: Number(row["count"]) }));
    const target = {
      id: Number(oldest["id"]),
      count: segments.reduce((sum, { count }) => sum + count, 0),
    };
    this.transaction(() => {
      const merged = this.#documentsOf(segments, target.count);
      const isAlive = (document: number) => merged.lengths[document - first] !== DEAD;
      for (const sign of [1, -1]) {
        const signed = (segment: PostingSegment) => ({ ...segment, id: sign * segment.id });
        this.#mergePostings(segments.map(signed), signed(target), isAlive);
      }
      this.database.prepare("DELETE FROM segments WHERE id > ?").run(target.id);
      this.database.prepare("UPDATE segments SET count = ?, documents = ? WHERE id = ?")
        .run(target.count, writeSegment(merged), target.id);
    });
  }

  /** Documents of neighbouring segments, `count` together. */
  #documentsOf(segments: readonly PostingSegment[], count: number): SegmentDocuments {
    const all = { lengths: new Uint32Array(count), traits: new Uint32Array(count) };
    const find = this.database.prepare("SELECT documents FROM segments WHERE id = ?");
    let at = 0;
    for (const segment of segments) {
      const { lengths, traits } = readSegment(find.get(segment.id)?.["documents"]);
      all.lengths.set(lengths, at);
      all.traits.set(traits, at);
      at += segment.count;
    }
    return all;
  }

  #mergePostings(
    segments: readonly PostingSegment[],
    target: PostingSegment,
    isAlive: (document: number) => boolean,
  ): void {
    const lists = new Map<string, PostingWriter>();
    for (const segment of segments) {
      for (const [term, bytes] of this.#postings.all(segment)) {
        eachPosting(bytes, (document, count, inDefinitions) => {
          if (!isAlive(document)) return;
          let writer = lists.get(term);
          if (!writer) lists.set(term, writer = new PostingWriter());
          writer.add(document, count, inDefinitions);
        });
      }
      this.#postings.delete(segment);
    }
    const written = [...lists].sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([term, writer]): [string, Uint8Array] => [term, writer.take()]);
    this.#postings.put(target, written);
  }
}
