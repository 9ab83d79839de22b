import type { DatabaseSync } from "node:sqlite";

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

/** What stands in the row of each file, in this order. */
const NUMBERS = ["id", "size", "mtime", "length", "pathLength", "kind"] as const;

/** All files of an index, and their paths in the same order. They stand in one row: one by one they are read ten times as slowly. */
export function readListing(database: DatabaseSync): { files: KnownFile[]; paths(): string[] } {
  const packed = database.prepare("SELECT numbers FROM listing").get()?.["numbers"];
  // The driver's buffer need not be aligned; a copy is. Numbers that end too early end the list.
  const bytes = packed instanceof Uint8Array ? packed.slice() : new Uint8Array();
  const numbers = new Float64Array(bytes.buffer, 0, bytes.byteLength >>> 3);
  const files: KnownFile[] = [];
  for (let at = 0; at + NUMBERS.length <= numbers.length; at += NUMBERS.length) {
    files.push({
      id: numbers[at] ?? 0,
      size: numbers[at + 1] ?? 0,
      mtime: numbers[at + 2] ?? 0,
      length: numbers[at + 3] ?? 0,
      pathLength: numbers[at + 4] ?? 0,
      kind: numbers[at + 5] ?? 0,
    });
  }
  // Names have no line breaks: what has is not indexed.
  const paths = () => String(database.prepare("SELECT paths FROM listing").get()?.["paths"]).split("\n");
  return { files, paths };
}

export function metaOf(database: DatabaseSync, key: string): string | undefined {
  const row = database.prepare("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : String(row["value"]);
}

/** Files with what a column says of them, by path; those of which it says nothing are left out. */
export function reasons(database: DatabaseSync, column: "opaque" | "unparsed") {
  const rows = database.prepare(
    `SELECT ${column} AS why, path FROM files WHERE ${column} <> '' ORDER BY path`,
  );
  return rows.all().map((row) => ({ why: String(row["why"]), path: String(row["path"]) }));
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

export interface FileRow extends KnownFile {
  hash: string;
  /** Why its text was not read, else empty. */
  opaque: string;
  /** Why it has no outline although its language has a grammar, else empty. */
  unparsed: string;
  /** Packed. */
  outline: Uint8Array | undefined;
  /** What it imports, as `importedPaths` gives it. */
  imports: readonly string[];
}

export type FileTable = ReturnType<typeof fileTable>;

/** The files of an index by path, at hand while it is written. `write` brings the row of all of them up to date. */
export function fileTable(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO files (id, path, hash, opaque, unparsed, imports) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertOutline = database.prepare("INSERT INTO outlines (id, outline) VALUES (?, ?)");
  const hashOf = database.prepare("SELECT hash FROM files WHERE id = ?");
  const { files: all, paths } = readListing(database);
  const files = byPath(all, all.length === 0 ? [] : paths());
  let isChanged = false;
  return {
    get size(): number {
      return files.size;
    },
    get: (path: string) => files.get(path),
    entries: () => files.entries(),
    /** What `hashOf` gave for a file's content. */
    hash: (id: number) => String(hashOf.get(id)?.["hash"] ?? ""),
    /** Files that could be parsed in principle and have no outline, and why. */
    unparsed: () => reasons(database, "unparsed"),
    add(path: string, { hash, opaque, unparsed, imports, outline, ...known }: FileRow): void {
      insert.run(known.id, path, hash, opaque, unparsed, imports.join("\n"));
      if (outline) insertOutline.run(known.id, outline);
      files.set(path, known);
      isChanged = true;
    },
    delete(path: string): void {
      const file = files.get(path);
      if (file === undefined) return;
      files.delete(path);
      for (const table of ["files", "outlines"]) {
        database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(file.id);
      }
      isChanged = true;
    },
    /** Notes that a file's content is still the same although its time changed. */
    touch(path: string, mtimeMs: number): void {
      const file = files.get(path);
      if (file === undefined || file.mtime === mtimeMs) return;
      file.mtime = mtimeMs;
      isChanged = true;
    },
    /** Writes what changed of the row. The caller holds the transaction; where it fails, this table is of no more use. */
    write(): void {
      if (!isChanged) return;
      const numbers = Float64Array.from(
        [...files.values()].flatMap((file) => NUMBERS.map((each) => file[each])),
      );
      database.exec("DELETE FROM listing");
      database.prepare("INSERT INTO listing (paths, numbers) VALUES (?, ?)")
        .run([...files.keys()].join("\n"), new Uint8Array(numbers.buffer));
      isChanged = false;
    },
  };
}
