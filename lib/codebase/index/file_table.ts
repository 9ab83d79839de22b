import type { DatabaseSync, StatementSync } from "node:sqlite";
import { byPath, type KnownFile, packListing, readListing } from "../corpus/listing.ts";
import type { Language } from "../files/languages.ts";
import { type FileIndex, resolveImports } from "../imports/imports.ts";

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
    packListing(this.#database, this.#files);
    this.#isPacked = true;
  }

  #unpack(): void {
    if (this.#isPacked) this.#database.exec("DELETE FROM listing");
    this.#isPacked = false;
  }
}
