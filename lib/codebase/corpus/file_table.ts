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

/** What stands of all files in a row each, in one order: a prompt reads the rows that it needs, and one by one files are read ten times as slowly. */
const COLUMNS = {
  id: Uint32Array,
  length: Uint32Array,
  pathLength: Uint32Array,
  kind: Uint32Array,
  size: Float64Array,
  mtime: Float64Array,
} as const;

type Column = keyof typeof COLUMNS;

/** All files of an index, by their place in the list. What a damaged row lacks is 0. */
export function readListing(database: DatabaseSync) {
  const select = database.prepare("SELECT value FROM listing WHERE name = ?");
  const columns = new Map<Column, ArrayLike<number>>();
  let names: string[] | undefined;
  function column(name: Column): ArrayLike<number> {
    let numbers = columns.get(name);
    if (numbers === undefined) {
      const packed = select.get(name)?.["value"];
      // The driver's buffer need not be aligned; a copy is.
      const bytes = packed instanceof Uint8Array ? packed.slice() : new Uint8Array();
      const { [name]: Kind } = COLUMNS;
      numbers = new Kind(bytes.buffer, 0, Math.floor(bytes.length / Kind.BYTES_PER_ELEMENT));
      columns.set(name, numbers);
    }
    return numbers;
  }
  const { length: count } = column("id");
  return {
    count,
    column,
    // Names have no line breaks: what has is not indexed.
    paths: () => names ??= String(select.get("paths")?.["value"]).split("\n").slice(0, count),
    at(place: number): KnownFile {
      const of = (name: Column) => column(name)[place] ?? 0;
      const [id, size, mtime] = [of("id"), of("size"), of("mtime")];
      return { id, size, mtime, length: of("length"), pathLength: of("pathLength"), kind: of("kind") };
    },
  };
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

/** The files of an index by path, at hand while it is written. `write` brings the rows of all of them up to date. */
export function fileTable(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO files (id, path, hash, opaque, unparsed, imports) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertOutline = database.prepare("INSERT INTO outlines (id, outline) VALUES (?, ?)");
  const hashOf = database.prepare("SELECT hash FROM files WHERE id = ?");
  const { paths, at, count, column } = readListing(database);
  // Made when first asked for: most refreshes find that nothing has changed.
  let table: Map<string, KnownFile> | undefined;
  let names: ReadonlySet<string> | undefined;
  const files = () => table ??= new Map(paths().map((path, place) => [path, at(place)]));
  let isChanged = false;
  return {
    get size(): number {
      return table?.size ?? count;
    },
    has: (path: string) => (table ?? (names ??= new Set(paths()))).has(path),
    get: (path: string) => files().get(path),
    paths: (): Iterable<string> => table?.keys() ?? paths(),
    entries: () => files().entries(),
    /** Size and time of each file, as the index has them before anything is written. */
    each(visit: (path: string, size: number, mtime: number) => void): void {
      const [sizes, mtimes] = [column("size"), column("mtime")];
      for (const [place, path] of paths().entries()) visit(path, sizes[place] ?? 0, mtimes[place] ?? 0);
    },
    /** What `hashOf` gave for a file's content. */
    hash: (id: number) => String(hashOf.get(id)?.["hash"] ?? ""),
    /** Files that could be parsed in principle and have no outline, and why. */
    unparsed: () => reasons(database, "unparsed"),
    add(path: string, { hash, opaque, unparsed, imports, outline, ...known }: FileRow): void {
      insert.run(known.id, path, hash, opaque, unparsed, imports.join("\n"));
      if (outline) insertOutline.run(known.id, outline);
      files().set(path, known);
      isChanged = true;
    },
    delete(path: string): void {
      const file = files().get(path);
      if (file === undefined) return;
      files().delete(path);
      for (const table of ["files", "outlines"]) {
        database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(file.id);
      }
      isChanged = true;
    },
    /** Notes that a file's content is still the same although its time changed. */
    touch(path: string, mtimeMs: number): void {
      const file = files().get(path);
      if (file === undefined || file.mtime === mtimeMs) return;
      file.mtime = mtimeMs;
      isChanged = true;
    },
    /** Writes the rows anew where anything changed. The caller holds the transaction; where it fails, this table is of no more use. */
    write(): void {
      if (!isChanged) return;
      const put = database.prepare("INSERT OR REPLACE INTO listing (name, value) VALUES (?, ?)");
      for (const [name, Kind] of Object.entries(COLUMNS)) {
        const numbers = new Kind([...files().values()].map((file) => file[name as Column]));
        put.run(name, new Uint8Array(numbers.buffer));
      }
      put.run("paths", [...files().keys()].join("\n"));
      isChanged = false;
    },
  };
}
