import type { DatabaseSync } from "node:sqlite";

/** What tells whether a file changed: its size in bytes and the time of its last change, in ms since 1970. */
export interface KnownFile {
  id: number;
  size: number;
  mtime: number;
}

/** Numbers of one file in the packed list. */
const WIDTH = 3;

/**
 * All files of an index by path, in the order of their numbers. They stand in one packed row, which is read ten times as fast as a row for each; while it
 * is missing they are read from those.
 */
export function readListing(database: DatabaseSync): { files: Map<string, KnownFile>; isPacked: boolean } {
  const packed = database.prepare("SELECT paths, numbers FROM listing").get();
  return { files: packed ? unpacked(packed) : rows(database), isPacked: packed !== undefined };
}

/** Writes the packed row, where there is none. The caller holds the transaction. */
export function packListing(database: DatabaseSync, files: ReadonlyMap<string, KnownFile>): void {
  const numbers = new Float64Array(files.size * WIDTH);
  let at = 0;
  for (const { id, size, mtime } of files.values()) {
    numbers.set([id, size, mtime], at);
    at += WIDTH;
  }
  database.prepare("INSERT INTO listing (paths, numbers) VALUES (?, ?)")
    .run([...files.keys()].join("\n"), new Uint8Array(numbers.buffer));
}

/** Names have no line breaks: what has is not indexed. Numbers that end too early end the list. */
function unpacked({ paths, numbers }: Record<string, unknown>): Map<string, KnownFile> {
  const files = new Map<string, KnownFile>();
  if (!(numbers instanceof Uint8Array)) return files;
  // The driver's buffer need not be aligned; a copy is.
  const all = new Float64Array(numbers.slice().buffer, 0, numbers.byteLength >>> 3);
  const names = String(paths).split("\n");
  for (let at = 0; at + WIDTH <= all.length; at += WIDTH) {
    const path = names[at / WIDTH];
    if (path === undefined) break;
    files.set(path, { id: all[at] ?? 0, size: all[at + 1] ?? 0, mtime: all[at + 2] ?? 0 });
  }
  return files;
}

function rows(database: DatabaseSync): Map<string, KnownFile> {
  const files = new Map<string, KnownFile>();
  for (const row of database.prepare("SELECT id, path, size, mtime FROM files ORDER BY id").all()) {
    files.set(String(row["path"]), {
      id: Number(row["id"]),
      size: Number(row["size"]),
      mtime: Number(row["mtime"]),
    });
  }
  return files;
}
