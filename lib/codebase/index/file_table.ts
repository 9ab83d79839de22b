import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type KnownFile, packListing, readListing } from "../corpus/listing.ts";

/** What else is stored of a file. */
export interface FileRow extends KnownFile {
  hash: string;
  /** Why its text was not read, else empty. */
  opaque: string;
  /** Paths that it imports. */
  imports: readonly string[];
}

/**
 * The files of an index by path, at hand while it is written. Every refresh asks for all of them, so they are kept a second time as one row
 * (`readListing`); it is thrown away with the first change and written again by `pack`.
 */
export class FileTable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #touch: StatementSync;
  readonly #hash: StatementSync;
  readonly #files: Map<string, KnownFile>;
  #isPacked: boolean;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare(
      "INSERT INTO files (id, path, size, mtime, hash, opaque, imports) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM files WHERE id = ?");
    this.#touch = database.prepare("UPDATE files SET mtime = ? WHERE id = ?");
    this.#hash = database.prepare("SELECT hash FROM files WHERE id = ?");
    const { files, isPacked } = readListing(database);
    this.#files = files;
    this.#isPacked = isPacked;
  }

  get size(): number {
    return this.#files.size;
  }

  get(path: string): KnownFile | undefined {
    return this.#files.get(path);
  }

  entries(): MapIterator<[string, KnownFile]> {
    return this.#files.entries();
  }

  hash(id: number): string {
    return String(this.#hash.get(id)?.["hash"] ?? "");
  }

  add(path: string, { id, size, mtime, hash, opaque, imports }: FileRow): void {
    this.#unpack();
    this.#insert.run(id, path, size, mtime, hash, opaque, imports.join("\n"));
    this.#files.set(path, { id, size, mtime });
  }

  /** Takes a file out; its number, undefined where there was none. */
  delete(path: string): number | undefined {
    const id = this.#files.get(path)?.id;
    if (id === undefined) return undefined;
    this.#unpack();
    this.#delete.run(id);
    this.#files.delete(path);
    return id;
  }

  /** Notes that a file's content is still the same although its time changed. */
  touch(path: string, mtimeMs: number): void {
    const file = this.#files.get(path);
    if (file === undefined || file.mtime === mtimeMs) return;
    this.#unpack();
    this.#touch.run(mtimeMs, file.id);
    file.mtime = mtimeMs;
  }

  /** Writes the packed list where it is gone. The caller holds the transaction. */
  pack(): void {
    if (this.#isPacked) return;
    packListing(this.#database, this.#files);
    this.#isPacked = true;
  }

  #unpack(): void {
    if (this.#isPacked) this.#database.exec("DELETE FROM listing");
    this.#isPacked = false;
  }
}
