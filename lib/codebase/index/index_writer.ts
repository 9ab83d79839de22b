import type { DatabaseSync } from "node:sqlite";
import { stemKey } from "../corpus/corpus.ts";
import { type FileContent, MemoryCorpus } from "../corpus/memory_corpus.ts";
import { packPostings } from "../corpus/postings.ts";
import { fingerprint } from "../corpus/terms.ts";
import { type FileRow, type FileTable, fileTable, metaOf } from "../corpus/file_table.ts";

/** What is kept of a file besides what its corpus says of it. */
type FileRecord = Omit<FileRow, "id" | "length" | "pathLength" | "kind" | "imports">;

/** Postings held before they are written, 8 to 16 MB and their words: as many as have been, since what ends a build loses them, and every batch costs each prompt. */
const ENTRIES = { least: 500_000, most: 1_000_000 };

export type IndexWriter = ReturnType<typeof indexWriter>;

/** Puts files into the index and takes files out, batch by batch, each in one transaction: a reader sees all of it or nothing. */
export function indexWriter(database: DatabaseSync) {
  const postings = postingTable(database);
  const insertMeta = database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
  let table: FileTable | undefined;
  let batch = new MemoryCorpus();
  let records: FileRecord[] = [];
  let removed: string[] = [];
  let written = 0;
  const files = () => table ??= fileTable(database);

  function transaction(work: () => void): void {
    database.exec("BEGIN IMMEDIATE");
    try {
      work();
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Writes all that has come, and what `more` writes. */
  function flush(more = () => {}): void {
    transaction(() => {
      for (const path of removed) files().delete(path);
      if (records.length > 0) write();
      more();
      files().write();
    });
    written += batch.postings.size;
    batch = new MemoryCorpus();
    records = [];
    removed = [];
  }

  function write(): void {
    const { next } = database.prepare("SELECT max(first + count) AS next FROM segments").get() ?? {};
    const first = Number(next ?? 0);
    for (const [at, record] of records.entries()) {
      files().add(batch.path(at), {
        ...record,
        id: first + at,
        length: batch.lengths[at] ?? 0,
        pathLength: batch.pathLengths[at] ?? 0,
        kind: batch.kinds[at] ?? 0,
        imports: batch.imports(at),
      });
    }
    const terms: [term: number, id: number][] = [];
    const stems: [stem: number, term: number][] = [];
    for (const [id, word] of batch.vocabulary.words.entries()) {
      if (!batch.postings.has(id)) continue;
      const term = fingerprint(word);
      terms.push([term, id]);
      const root = stemKey(word);
      if (root !== undefined) stems.push([fingerprint(root), term]);
    }
    terms.sort(([a], [b]) => a - b);
    const listOf = (id: number) => packPostings(batch.postings.of(id), first);
    postings.put(first, terms.values().map(([term, id]) => [term, listOf(id)] as const));
    database.prepare(
      "INSERT OR IGNORE INTO stems (stem, term) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
    ).run(JSON.stringify(stems));
    database.prepare("INSERT INTO segments (first, count) VALUES (?, ?)").run(first, batch.size);
  }

  return {
    database,
    postings,
    transaction,
    flush,
    /** All files, read with the first call. */
    get files(): FileTable {
      return files();
    },
    /** Adds a file, in the place of what is stored of it. */
    add(file: FileContent, record: FileRecord): void {
      removed.push(file.path);
      batch.add(file);
      records.push(record);
      if (batch.postings.size >= Math.min(Math.max(written, ENTRIES.least), ENTRIES.most)) flush();
    },
    remove: (path: string): void => void removed.push(path),
    meta: (key: string) => metaOf(database, key),
    putMeta(values: Record<string, string>): void {
      for (const [key, value] of Object.entries(values)) insertMeta.run(key, value);
    },
  };
}

/** Rows written with one statement: one by one, they take three times as long. */
const ROWS = 100;

/** Lists of documents by segment and term: a refresh writes few pages then, wherever its words stand. */
function postingTable(database: DatabaseSync) {
  const insert = "INSERT OR REPLACE INTO postings (segment, term, documents) VALUES";
  const put = database.prepare(`${insert} (?, ?, ?)`);
  const putMany = database.prepare(`${insert} ${Array(ROWS).fill("(?, ?, ?)").join(", ")}`);
  const remove = database.prepare("DELETE FROM postings WHERE segment = ?");
  const removeTerm = database.prepare("DELETE FROM postings WHERE segment = ? AND term = ?");
  return {
    /** Writes lists of a segment, of each term one, in rising order; an empty one is deleted. */
    put(segment: number, lists: Iterable<readonly [term: number, documents: Uint8Array]>): void {
      let rows: [number, number, Uint8Array][] = [];
      for (const [term, documents] of lists) {
        if (documents.length === 0) {
          removeTerm.run(segment, term);
          continue;
        }
        rows.push([segment, term, documents]);
        if (rows.length < ROWS) continue;
        putMany.run(...rows.flat());
        rows = [];
      }
      for (const row of rows) put.run(...row);
    },
    *all(segment: number): Generator<[term: number, documents: Uint8Array]> {
      // Deno 2.4 gives no row where a statement is iterated for a second time.
      const all = database.prepare("SELECT term, documents FROM postings WHERE segment = ? ORDER BY term");
      for (const row of all.iterate(segment)) {
        if (row["documents"] instanceof Uint8Array) yield [Number(row["term"]), row["documents"]];
      }
    },
    delete: (segment: number): void => void remove.run(segment),
  };
}
