import type { DatabaseSync } from "node:sqlite";
import type { KeptListing } from "../files/kept_listing.ts";

/** What an index keeps of git's last list of the files, in one row; undefined where there is none. The tracked paths are read when they are asked for. */
export function readKeptListing(database: DatabaseSync): KeptListing | undefined {
  const row = database.prepare(
    "SELECT time, git_index, exclude, mark, untracked, watched, times FROM git_listing",
  )
    .get();
  if (row === undefined) return undefined;
  const times = row["times"];
  const watched = unpacked(row["watched"]);
  if (!(times instanceof Uint8Array) || times.length !== watched.length * Float64Array.BYTES_PER_ELEMENT) {
    return undefined;
  }
  return {
    time: Number(row["time"]),
    gitIndex: String(row["git_index"]),
    exclude: unpacked(row["exclude"]),
    mark: String(row["mark"]),
    untracked: unpacked(row["untracked"]),
    tracked: () => bytesOf(database.prepare("SELECT tracked FROM git_listing").get()?.["tracked"]),
    watched,
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
  database.prepare(
    "INSERT INTO git_listing (time, git_index, exclude, mark, untracked, watched, times, tracked) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(
    time,
    gitIndex,
    packed(exclude),
    mark,
    packed(untracked),
    packed(watched),
    new Uint8Array(times.buffer),
    tracked,
  );
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
