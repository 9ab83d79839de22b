import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import type { KeptListing } from "../files/kept_listing.ts";

const COLUMNS = ["git_index", "exclude", "mark", "untracked", "watched", "times"];

/**
 * What an index keeps of git's last list of the files, in one row; undefined where there is none. The tracked paths are read when they are asked for. Throws as SQLite
 * does of what is not as it was written: whoever believed it would take files that are there for gone.
 */
export function readKeptListing(database: DatabaseSync): KeptListing | undefined {
  const row = database.prepare(`SELECT time, sum, tracked_sum, ${COLUMNS.join(", ")} FROM git_listing`).get();
  if (row === undefined) return undefined;
  const values = COLUMNS.map((column) => bytesOf(row[column]));
  const [gitIndex, exclude, mark, untracked, watched, times] = values;
  if (sumOf(values) !== row["sum"] || times === undefined) throw damaged();
  return {
    time: Number(row["time"]),
    gitIndex: textOf(gitIndex),
    exclude: unpacked(exclude),
    mark: textOf(mark),
    untracked: unpacked(untracked),
    tracked() {
      const tracked = bytesOf(database.prepare("SELECT tracked FROM git_listing").get()?.["tracked"]);
      if (sumOf([tracked]) !== row["tracked_sum"]) throw damaged();
      return tracked;
    },
    watched: unpacked(watched),
    // The driver's buffer need not be aligned; a copy is.
    times: new Float64Array(times.slice().buffer),
  };
}

/** Keeps a list in the place of the one before; none where it is undefined. The caller holds the transaction. */
export function writeKeptListing(database: DatabaseSync, listing: KeptListing | undefined): void {
  const tracked = listing?.tracked();
  database.exec("DELETE FROM git_listing");
  if (listing === undefined || tracked === undefined) return;
  const { time, gitIndex, exclude, mark, untracked, watched, times } = listing;
  const encoder = new TextEncoder();
  const values = [
    encoder.encode(gitIndex),
    packed(exclude),
    encoder.encode(mark),
    packed(untracked),
    packed(watched),
    new Uint8Array(times.buffer),
  ];
  database.prepare(
    `INSERT INTO git_listing (time, sum, tracked_sum, ${
      COLUMNS.join(", ")
    }, tracked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(time, sumOf(values), sumOf([tracked]), ...values, tracked);
}

function sumOf(values: readonly Uint8Array[]): number {
  return values.reduce((sum, value) => crc32(value, sum), 0);
}

function damaged(): Error {
  return Object.assign(new Error("git_listing is malformed"), { code: "ERR_SQLITE_ERROR" });
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

/** Each path or pattern with a NUL behind it: none has one. */
function packed(texts: readonly string[]): Uint8Array {
  return new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
}

function unpacked(value: unknown): string[] {
  return new TextDecoder().decode(bytesOf(value)).split("\0").slice(0, -1);
}

function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
