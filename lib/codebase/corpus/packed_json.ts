import { deflateSync, inflateSync } from "node:zlib";
import { attempt } from "../../settings/attempt.ts";

/** Bytes that a value may take unpacked: the outline of the largest file that is read takes a tenth. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes unpacked at a time: each piece costs a call. */
const CHUNK_BYTES = 128 * 1024;

/** A value as the index keeps it: JSON, deflated; a checksum tells whether it is still what was written. */
export function pack(value: unknown): Uint8Array {
  return deflateSync(JSON.stringify(value));
}

/** What `pack` was given; undefined where these are not the bytes that it gave. */
export function unpack<T>(bytes: unknown): T | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const options = { maxOutputLength: MAX_BYTES, chunkSize: CHUNK_BYTES };
  return attempt(() => JSON.parse(new TextDecoder().decode(inflateSync(bytes, options))));
}

/** What SQLite would throw, had it noticed that a table is not as it was written. */
export function malformed(table: string): Error {
  return Object.assign(new Error(`${table} is malformed`), { code: "ERR_SQLITE_ERROR" });
}
