import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type KeptListing, readState } from "../files/kept_listing.ts";
import type { Outline } from "../structure/definition.ts";
import type { Corpus, Visit } from "./corpus.ts";
import { byPath, type KnownFile, readListing, reasons } from "./file_table.ts";
import { unpack } from "./packed_json.ts";
import { DEAD, eachPosting } from "./postings.ts";
import { StoredHistory } from "./stored_history.ts";
import { StoredTerms } from "./terms.ts";

/** Outlines held unpacked: a prompt's tools ask for the same ones again and again, and one may be megabytes. */
const MAX_OUTLINES = 64;

/** The stored index as a corpus. What it reads is of one instant: a read transaction is open until `close`. */
export class StoredCorpus implements Corpus {
  readonly size: number;
  readonly files: number;
  readonly totalLength: number;
  readonly totalPathLength: number;
  readonly history: StoredHistory;
  readonly lengths: Uint32Array;
  readonly pathLengths: Uint16Array;
  readonly kinds: Uint8Array;
  readonly #database: DatabaseSync;
  readonly #postings: StatementSync;
  readonly #terms: StoredTerms;
  readonly #byId: StatementSync;
  readonly #byPath: StatementSync;
  readonly #outlines: StatementSync;
  readonly #known: readonly KnownFile[];
  readonly #numbered: KnownFile[] = [];
  readonly #paths: () => string[];
  #listing: Map<string, KnownFile> | undefined;
  readonly #rows = new Map<number, Record<string, unknown>>();
  readonly #unpacked = new Map<number, Outline | undefined>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#terms = new StoredTerms(database);
    this.history = new StoredHistory(database, this.#terms);
    database.exec("BEGIN");
    this.#byId = database.prepare("SELECT path, imports, hash FROM files WHERE id = ?");
    this.#byPath = database.prepare("SELECT id FROM files WHERE path = ?");
    this.#outlines = database.prepare("SELECT outline FROM outlines WHERE id = ?");
    const segments = database.prepare("SELECT first, count FROM segments").all();
    const firsts = segments.map((row) => Number(row["first"]));
    this.#postings = database.prepare(
      `SELECT documents FROM postings WHERE segment IN (${firsts.join(", ")}) AND term = ?`,
    );
    const end = segments.reduce(
      (most, row) => Math.max(most, Number(row["first"]) + Number(row["count"])),
      0,
    );
    this.size = end;
    this.lengths = new Uint32Array(end).fill(DEAD);
    this.pathLengths = new Uint16Array(end);
    this.kinds = new Uint8Array(end);
    const { files, paths } = readListing(database);
    this.#known = files;
    this.#paths = paths;
    const totals = { length: 0, pathLength: 0 };
    for (const file of files) {
      const { id, length, pathLength, kind } = file;
      if (!(id < end)) continue;
      this.#numbered[id] = file;
      this.lengths[id] = length;
      this.pathLengths[id] = pathLength;
      this.kinds[id] = kind;
      totals.length += length;
      totals.pathLength += pathLength;
    }
    this.files = files.length;
    this.totalLength = totals.length;
    this.totalPathLength = totals.pathLength;
  }

  close(): void {
    this.#database.close();
  }

  path(document: number): string {
    return this.#text(document, "path");
  }
  imports(document: number): string[] {
    const imports = this.#text(document, "imports");
    return imports === "" ? [] : imports.split("\n");
  }
  outline(document: number): Outline | undefined {
    if (this.#unpacked.has(document)) return this.#unpacked.get(document);
    const outline = unpack<Outline>(this.#outlines.get(document)?.["outline"]);
    if (this.#unpacked.size >= MAX_OUTLINES) this.#unpacked.clear();
    this.#unpacked.set(document, outline);
    return outline;
  }
  names(document: number): string[] {
    return this.outline(document)?.definitions.map(({ name }) => name) ?? [];
  }
  document(path: string): number | undefined {
    return this.file(path)?.id;
  }

  file(path: string): KnownFile | undefined {
    if (this.#listing) return this.#listing.get(path);
    return this.#numbered[Number(this.#byPath.get(path)?.["id"] ?? -1)];
  }

  hash(document: number): string {
    return this.#text(document, "hash");
  }

  each(key: string, visit: Visit): void {
    const { lengths } = this;
    // Not `iterate`: in this runtime a statement iterates once and is empty after that.
    for (const { documents } of this.#terms.of(key).flatMap((term) => this.#postings.all(term))) {
      eachPosting(documents, (document, count, inDefinitions) => {
        if ((lengths[document] ?? DEAD) !== DEAD) visit(document, count, inDefinitions);
      });
    }
  }

  /** All files by path, read once. */
  listing(): ReadonlyMap<string, KnownFile> {
    return this.#listing ??= byPath(this.#known, this.#paths());
  }

  outlined(): number {
    return Number(this.#database.prepare("SELECT count(*) AS n FROM outlines").get()?.["n"]);
  }

  /** Files whose texts were not read, and why. */
  opaque() {
    return reasons(this.#database, "opaque");
  }

  /** What git listed when it was last asked by whoever writes the index. */
  keptListing(): KeptListing | undefined {
    const state = readState(this.meta("listed"));
    return state && { ...state, files: () => [...this.listing().keys()] };
  }

  meta(key: string): string | undefined {
    const row = this.#database.prepare("SELECT value FROM meta WHERE key = ?").get(key);
    return row === undefined ? undefined : String(row["value"]);
  }

  #text(document: number, column: "path" | "imports" | "hash"): string {
    const row = this.#rows.get(document) ?? this.#byId.get(document) ?? {};
    this.#rows.set(document, row);
    return String(row[column] ?? "");
  }
}
