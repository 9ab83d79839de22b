import type { DatabaseSync } from "node:sqlite";
import type { ListedState } from "../files/kept_listing.ts";
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
export interface StoredListing {
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

/** Writes the packed row, where there is none. The caller holds the transaction. */
export function packListing(database: DatabaseSync, files: ReadonlyMap<string, KnownFile>): void {
  const numbers = Float64Array.from([...files.values()].flatMap((file) => COLUMNS.map((name) => file[name])));
  database.prepare("INSERT INTO listing (paths, numbers) VALUES (?, ?)")
    .run([...files.keys()].join("\n"), new Uint8Array(numbers.buffer));
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
