import { gzipSync } from "node:zlib";

/** Bytes up to which unpacking, a millisecond or two of each refresh of an index, costs more than the room. */
const MAX_WHOLE = 1_500_000;

/** A file that the program carries for its parser, as gzip: a parser that is damaged on the disk would not fail, but find nonsense. */
export function sealed(content: Uint8Array): Uint8Array {
  return gzipSync(content, { level: content.length <= MAX_WHOLE ? 0 : 9 });
}
