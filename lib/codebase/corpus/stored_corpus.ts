import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Outline } from "../syntax/outline.ts";
import { type Corpus, KEY, type Sums, type Visit } from "./corpus.ts";
import { decodeOutline } from "./outline_codec.ts";
import { outlineKey } from "./outline_key.ts";
import type { KeptListing } from "../files/kept_listing.ts";
import { readKeptListing } from "./kept_listing.ts";
import { type KnownFile, readListing } from "./listing.ts";
import { addPostings, eachPosting } from "./posting_codec.ts";
import { StoredHistory } from "./stored_history.ts";
import { StoredTerms } from "./stored_terms.ts";
import { DEAD, isSmallSegment, kindIn, OUTLINED, pathLengthIn, readSegment } from "./segment.ts";

/** Outlines kept unpacked: a prompt's tools ask for the same ones again and again, and one may be megabytes. */
const KEPT_OUTLINES = 64;

interface StoredFile {
  path: string;
  imports: string;
  hash: string;
}

/** The stored index as a corpus. What it reads is of one instant: a read transaction is open until `close`. */
export class StoredCorpus implements Corpus {
  readonly size: number;
  readonly files: number;
  /** Files that have their outline. */
  readonly outlined: number;
  readonly totalLength: number;
  readonly totalPathLength: number;
  readonly history: StoredHistory;
  readonly columns: { lengths: Uint32Array; kinds: Uint8Array };
  readonly #lengths: Uint32Array;
  readonly #traits: Uint32Array;
  readonly #database: DatabaseSync;
  readonly #postings: StatementSync;
  /** Of small segments, each of which is asked by number. */
  readonly #recent: StatementSync | undefined;
  readonly #terms: StoredTerms;
  readonly #byId: StatementSync;
  readonly #byPath: StatementSync;
  readonly #outlines: StatementSync;
  #listing: Map<string, KnownFile> | undefined;
  readonly #files = new Map<number, StoredFile>();
  readonly #unpacked = new Map<number, Outline | undefined>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#terms = new StoredTerms(database);
    this.history = new StoredHistory(database, this.#terms);
    database.exec("BEGIN");
    this.#postings = database.prepare(
      "SELECT segment, documents FROM postings WHERE term = ? ORDER BY segment",
    );
    this.#byId = database.prepare("SELECT path, imports, hash FROM files WHERE id = ?");
    this.#byPath = database.prepare("SELECT id, size, mtime FROM files WHERE path = ?");
    this.#outlines = database.prepare("SELECT outline FROM outlines WHERE hash = ? AND ending = ?");
    const segments = database.prepare("SELECT id, first, count, documents FROM segments ORDER BY first")
      .all();
    const end = segments.reduce(
      (most, row) => Math.max(most, Number(row["first"]) + Number(row["count"])),
      0,
    );
    this.size = end;
    this.#lengths = new Uint32Array(end).fill(DEAD);
    this.#traits = new Uint32Array(end);
    let files = 0;
    let outlined = 0;
    let total = 0;
    let pathTotal = 0;
    for (const row of segments) {
      const first = Number(row["first"]);
      const { lengths, traits } = readSegment(row["documents"]);
      this.#lengths.set(lengths, first);
      this.#traits.set(traits, first);
      for (let at = 0; at < lengths.length; at++) {
        if (lengths[at] === DEAD) continue;
        files++;
        if (((traits[at] ?? 0) & OUTLINED) !== 0) outlined++;
        total += lengths[at] ?? 0;
        pathTotal += pathLengthIn(traits[at] ?? 0);
      }
    }
    const small = segments.filter((row) => isSmallSegment(Number(row["count"]))).map((row) =>
      Number(row["id"])
    );
    this.#recent = small.length === 0 ? undefined : database.prepare(
      `SELECT segment, documents FROM recent_postings
       WHERE segment IN (${small.flatMap((id) => [id, -id]).join(", ")}) AND term = ? ORDER BY segment`,
    );
    // A kind is the low byte of the traits, and the array keeps no more of a number.
    this.columns = { lengths: this.#lengths, kinds: Uint8Array.from(this.#traits) };
    this.files = files;
    this.outlined = outlined;
    this.totalLength = total;
    this.totalPathLength = pathTotal;
  }

  close(): void {
    this.#database.close();
  }

  length(document: number): number {
    return this.#lengths[document] ?? 0;
  }
  pathLength(document: number): number {
    return pathLengthIn(this.#traits[document] ?? 0);
  }
  kind(document: number): number {
    return kindIn(this.#traits[document] ?? 0);
  }
  path(document: number): string {
    return this.#file(document).path;
  }
  imports(document: number): string[] {
    const { imports } = this.#file(document);
    return imports === "" ? [] : imports.split("\n");
  }
  outline(document: number): Outline | undefined {
    if (this.#unpacked.has(document)) return this.#unpacked.get(document);
    const { path, hash } = this.#file(document);
    const bytes = this.#outlines.get(hash, outlineKey(path))?.["outline"];
    const outline = bytes instanceof Uint8Array ? decodeOutline(bytes) : undefined;
    if (this.#unpacked.size >= KEPT_OUTLINES) this.#unpacked.clear();
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
    const row = this.#byPath.get(path);
    return row === undefined
      ? undefined
      : { id: Number(row["id"]), size: Number(row["size"]), mtime: Number(row["mtime"]) };
  }

  /** What `hashOf` gave for a document's content. */
  hash(document: number): string {
    return this.#file(document).hash;
  }

  each(key: string, visit: Visit): void {
    const lengths = this.#lengths;
    const named = key.startsWith(KEY.definition) || key.startsWith(KEY.base);
    for (const { segment, bytes } of this.#lists(key)) {
      const outdated = named && segment > 0 ? OUTLINED : 0;
      eachPosting(bytes, (document, count, inDefinitions) => {
        if (document >= lengths.length || lengths[document] === DEAD) return;
        if (((this.#traits[document] ?? 0) & outdated) === 0) visit(document, count, inDefinitions);
      });
    }
  }

  addCounts(key: string, perDefinition: number, sums: Sums): void {
    for (const { bytes } of this.#lists(key)) addPostings(bytes, this.#lengths, perDefinition, sums);
  }

  *#lists(key: string): Generator<{ segment: number; bytes: Uint8Array }> {
    for (const term of this.#terms.of(key)) {
      // Not `iterate`: in this runtime a statement iterates once and is empty after that.
      for (const row of [...this.#postings.all(term), ...this.#recent?.all(term) ?? []]) {
        const bytes = row["documents"];
        if (bytes instanceof Uint8Array) yield { segment: Number(row["segment"]), bytes };
      }
    }
  }

  /** All files by path, read once. */
  listing(): ReadonlyMap<string, KnownFile> {
    return this.#listing ??= readListing(this.#database).files;
  }

  /** What git listed when it was last asked by whoever writes the index. */
  keptListing(): KeptListing | undefined {
    return readKeptListing(this.#database);
  }

  meta(key: string): string | undefined {
    const row = this.#database.prepare("SELECT value FROM meta WHERE key = ?").get(key);
    return row === undefined ? undefined : String(row["value"]);
  }

  /** Whether commits or outlines are still to come: the build goes on, or was ended. */
  get isPending(): boolean {
    return this.meta("pending") !== "";
  }

  #file(document: number): StoredFile {
    let file = this.#files.get(document);
    if (!file) {
      const row = this.#byId.get(document);
      file = {
        path: String(row?.["path"] ?? ""),
        imports: String(row?.["imports"] ?? ""),
        hash: String(row?.["hash"] ?? ""),
      };
      this.#files.set(document, file);
    }
    return file;
  }
}
