import type { DatabaseSync, StatementSync } from "node:sqlite";
import { stemKey } from "../corpus/corpus.ts";
import { fingerprint } from "../corpus/fingerprint.ts";
import type { MemoryCorpus } from "../corpus/memory_corpus.ts";
import { PostingWriter } from "../corpus/posting_codec.ts";
import { DEAD, LEFT_OVER, readSegment, traitsOf, writeSegment } from "../corpus/segment.ts";
import { FileTable } from "./file_table.ts";
import type { FileIndex } from "../imports/imports.ts";
import type { Language } from "../files/languages.ts";
import { ImportTable } from "./import_table.ts";
import { PostingTables } from "./posting_tables.ts";

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
    const stems: [number, number][] = [];
    const terms: [term: number, id: number][] = [];
    for (const [id, word] of words.entries()) {
      if (!batch.postings.has(id)) continue;
      const term = fingerprint(word);
      terms.push([term, id]);
      const root = stemKey(word);
      if (root !== undefined) stems.push([fingerprint(root), term]);
    }
    terms.sort(([a], [b]) => a - b);
    const lists = function* (): Generator<[number, Uint8Array]> {
      for (const [term, id] of terms) {
        batch.postings.each(id, (document, count, inDefinitions) => {
          writer.add(first + document, count, inDefinitions);
        });
        yield [term, writer.take()];
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
      segment.traits[id - segment.first] = LEFT_OVER;
    }
    for (const [id, documents] of dirty) update.run(writeSegment(documents), id);
  }
}
