import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ListedState } from "../files/kept_listing.ts";
import type { Language } from "../files/languages.ts";
import type { FileIndex } from "../imports/imports.ts";
import { resolveImports } from "../imports/resolve_imports.ts";
import { malformed, pack, unpack } from "./packed_json.ts";

/** What an index needs of a file at once: size in bytes and time of its last change (ms since 1970) tell whether it changed; lengths are in tokens. */
export interface KnownFile {
  id: number;
  size: number;
  mtime: number;
  length: number;
  pathLength: number;
  /** A sum of `KIND`. */
  kind: number;
}

/** Files one by one are read ten times as slowly as the packed row. */
interface StoredListing {
  /** In the order of their numbers. */
  files: KnownFile[];
  /** In the same order. */
  paths(): string[];
  isPacked: boolean;
}

const COLUMNS = ["id", "size", "mtime", "length", "pathLength", "kind"] as const;
const WIDTH = COLUMNS.length;

/** All files of an index: from the packed row, or where that is missing from the table. */
export function readListing(database: DatabaseSync): StoredListing {
  const packed = database.prepare("SELECT numbers FROM listing").get()?.["numbers"];
  if (!(packed instanceof Uint8Array)) {
    const rows = database.prepare(`SELECT ${COLUMNS.join(", ")}, path FROM files ORDER BY id`).all();
    return {
      files: rows.map((row) => fileOf(COLUMNS.map((column) => Number(row[column])), 0)),
      paths: () => rows.map((row) => String(row["path"])),
      isPacked: false,
    };
  }
  // The driver's buffer need not be aligned; a copy is. Numbers that end too early end the list.
  const numbers = new Float64Array(packed.slice().buffer, 0, packed.byteLength >>> 3);
  return {
    files: Array.from(
      { length: Math.floor(numbers.length / WIDTH) },
      (_, at) => fileOf(numbers, at * WIDTH),
    ),
    // Names have no line breaks: what has is not indexed.
    paths: () => String(database.prepare("SELECT paths FROM listing").get()?.["paths"]).split("\n"),
    isPacked: true,
  };
}

function fileOf(numbers: ArrayLike<number>, at: number): KnownFile {
  return {
    id: numbers[at] ?? 0,
    size: numbers[at + 1] ?? 0,
    mtime: numbers[at + 2] ?? 0,
    length: numbers[at + 3] ?? 0,
    pathLength: numbers[at + 4] ?? 0,
    kind: numbers[at + 5] ?? 0,
  };
}

/** Of a damaged row, whatever ends first ends the list. */
export function byPath(files: readonly KnownFile[], paths: readonly string[]): Map<string, KnownFile> {
  const found = new Map<string, KnownFile>();
  for (const [at, file] of files.entries()) {
    const path = paths[at];
    if (path !== undefined) found.set(path, file);
  }
  return found;
}

/** What is stored of a file. */
export interface FileRow extends KnownFile {
  hash: string;
  /** Why its text was not read, else empty. */
  opaque: string;
  /** By its name, or by the first line of its text. */
  language: Language;
  /** What it imports, as it says it: what that means depends on which other files there are. */
  specifiers: readonly string[];
  /** Paths that it imports. */
  imports: readonly string[];
}

/**
 * The files of an index by path, at hand while it is written. Every refresh and prompt asks for all of them, so they stand in one packed row, too
 * (`readListing`); it is thrown away with the first change and written again by `pack`.
 */
export class FileTable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #touch: StatementSync;
  readonly #content: StatementSync;
  readonly #files: Map<string, KnownFile>;
  #isPacked: boolean;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO files (id, path, size, mtime, length, pathLength, kind, hash, opaque, language, specifiers, imports)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = database.prepare("DELETE FROM files WHERE id = ?");
    this.#touch = database.prepare("UPDATE files SET mtime = ? WHERE id = ?");
    this.#content = database.prepare("SELECT hash, language FROM files WHERE id = ?");
    const { files, paths, isPacked } = readListing(database);
    this.#files = byPath(files, paths());
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

  content(id: number): Pick<FileRow, "hash" | "language"> {
    const row = this.#content.get(id);
    return { hash: String(row?.["hash"] ?? ""), language: String(row?.["language"] ?? "") as Language };
  }

  add(path: string, { hash, opaque, language, specifiers, imports, ...known }: FileRow): void {
    this.#unpack();
    const { id, size, mtime, length, pathLength, kind } = known;
    const texts = [hash, opaque, language, specifiers.join("\n"), imports.join("\n")];
    this.#insert.run(id, path, size, mtime, length, pathLength, kind, ...texts);
    this.#files.set(path, known);
  }

  delete(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#unpack();
    this.#delete.run(file.id);
    this.#files.delete(path);
  }

  /** Notes that a file's content is still the same although its time changed. */
  touch(path: string, mtimeMs: number): void {
    const file = this.#files.get(path);
    if (file === undefined || file.mtime === mtimeMs) return;
    this.#unpack();
    this.#touch.run(mtimeMs, file.id);
    file.mtime = mtimeMs;
  }

  /** Paths of the files whose imports mean others than are stored, now that there are the files of `index`. */
  importingOthers(index: FileIndex): Set<string> {
    const found = new Set<string>();
    const rows = this.#database.prepare(
      "SELECT path, imports, language, specifiers FROM files WHERE specifiers <> ''",
    );
    for (const row of rows.all()) {
      const path = String(row["path"]);
      const specifiers = String(row["specifiers"]).split("\n");
      const imports = resolveImports(specifiers, path, String(row["language"]) as Language, index);
      if (imports.join("\n") !== row["imports"]) found.add(path);
    }
    return found;
  }

  /** Writes the packed list where it is gone. The caller holds the transaction. */
  pack(): void {
    if (this.#isPacked) return;
    const numbers = Float64Array.from(
      [...this.#files.values()].flatMap((file) => COLUMNS.map((name) => file[name])),
    );
    this.#database.prepare("INSERT INTO listing (paths, numbers) VALUES (?, ?)")
      .run([...this.#files.keys()].join("\n"), new Uint8Array(numbers.buffer));
    this.#isPacked = true;
  }

  #unpack(): void {
    if (this.#isPacked) this.#database.exec("DELETE FROM listing");
    this.#isPacked = false;
  }
}

/** When and of what git listed the files of an index; undefined where it did not. Throws as SQLite does of what is not as it was written. */
export function readListedState(database: DatabaseSync): ListedState | undefined {
  const row = database.prepare("SELECT state FROM listed").get();
  if (row === undefined) return undefined;
  const state = unpack<Omit<ListedState, "times"> & { times: (number | null)[] }>(row["state"]);
  if (state === undefined) throw malformed("listed");
  // JSON has no NaN, which stands for a time that proves nothing.
  return { ...state, times: Float64Array.from(state.times, (time) => time ?? NaN) };
}

/** Puts a state in the place of the one before; none where it is undefined. The caller holds the transaction. */
export function writeListedState(database: DatabaseSync, state: ListedState | undefined): void {
  database.exec("DELETE FROM listed");
  if (state === undefined) return;
  database.prepare("INSERT INTO listed (state) VALUES (?)").run(pack({ ...state, times: [...state.times] }));
}
