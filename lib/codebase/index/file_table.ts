import type { DatabaseSync, StatementSync } from "node:sqlite";

/** What tells whether a file changed: its size in bytes and the time of its last change, in ms since 1970. */
export interface KnownFile {
  id: number;
  size: number;
  mtime: number;
}

/** What else is stored of a file. */
export interface FileRow extends KnownFile {
  hash: string;
  /** Why its text was not read, else empty. */
  opaque: string;
  /** Paths that it imports. */
  imports: readonly string[];
}

/** Numbers of one file in the packed list. */
const WIDTH = 3;

/**
 * The files of an index by path, at hand while it is written. Every refresh asks for all of them, so they are kept a second time as one row, which
 * is read ten times as fast; it is thrown away with the first change and written again by `pack`.
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
    const packed = database.prepare("SELECT paths, numbers FROM listing").get();
    this.#isPacked = packed !== undefined;
    this.#files = packed ? unpacked(packed) : rows(database);
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
    const numbers = new Float64Array(this.#files.size * WIDTH);
    let at = 0;
    for (const { id, size, mtime } of this.#files.values()) {
      numbers.set([id, size, mtime], at);
      at += WIDTH;
    }
    this.#database.prepare("INSERT INTO listing (paths, numbers) VALUES (?, ?)")
      .run([...this.#files.keys()].join("\n"), new Uint8Array(numbers.buffer));
    this.#isPacked = true;
  }

  #unpack(): void {
    if (this.#isPacked) this.#database.exec("DELETE FROM listing");
    this.#isPacked = false;
  }
}

/** Names have no line breaks: what has is not indexed. */
function unpacked({ paths, numbers }: Record<string, unknown>): Map<string, KnownFile> {
  const files = new Map<string, KnownFile>();
  if (!(numbers instanceof Uint8Array) || numbers.byteLength === 0) return files;
  // The driver's buffer need not be aligned; a copy is.
  const all = new Float64Array(numbers.slice().buffer);
  for (const [file, path] of String(paths).split("\n").entries()) {
    const at = file * WIDTH;
    files.set(path, { id: all[at] ?? 0, size: all[at + 1] ?? 0, mtime: all[at + 2] ?? 0 });
  }
  return files;
}

function rows(database: DatabaseSync): Map<string, KnownFile> {
  const files = new Map<string, KnownFile>();
  for (const row of database.prepare("SELECT id, path, size, mtime FROM files").all()) {
    files.set(String(row["path"]), {
      id: Number(row["id"]),
      size: Number(row["size"]),
      mtime: Number(row["mtime"]),
    });
  }
  return files;
}
