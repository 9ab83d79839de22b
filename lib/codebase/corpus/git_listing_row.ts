import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import type { KeptListing } from "../files/kept_listing.ts";
import { malformed, pack, unpack } from "./packed_json.ts";

/**
 * What an index keeps of git's last list of the files, in one row; undefined where there is none. The tracked paths are read when they are asked for. Throws as SQLite
 * does of what is not as it was written: whoever believed it would take files that are there for gone.
 */
export function readGitListing(database: DatabaseSync): KeptListing | undefined {
  const row = database.prepare("SELECT listing, sum FROM git_listing").get();
  if (row === undefined) return undefined;
  const listing = unpack<Omit<KeptListing, "times" | "tracked"> & { times: (number | null)[] }>(
    row["listing"],
  );
  if (listing === undefined) throw malformed("git_listing");
  return {
    ...listing,
    // JSON has no NaN, which stands for a time that proves nothing.
    times: Float64Array.from(listing.times, (time) => time ?? NaN),
    tracked() {
      const tracked = database.prepare("SELECT tracked FROM git_listing").get()?.["tracked"];
      if (tracked instanceof Uint8Array && crc32(tracked) === row["sum"]) return tracked;
      throw malformed("git_listing");
    },
  };
}

/** Keeps a list in the place of the one before; none where it is undefined. The caller holds the transaction. */
export function writeGitListing(database: DatabaseSync, listing: KeptListing | undefined): void {
  const tracked = listing?.tracked();
  database.exec("DELETE FROM git_listing");
  if (listing === undefined || tracked === undefined) return;
  const packed = pack({ ...listing, times: [...listing.times] });
  database.prepare("INSERT INTO git_listing (listing, sum, tracked) VALUES (?, ?, ?)")
    .run(packed, crc32(tracked), tracked);
}
