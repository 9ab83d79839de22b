import { gzipSync } from "node:zlib";

/** A file that the program carries for its parser, as gzip: a parser that is damaged on the disk would not fail, but find nonsense. */
export function sealed(content: Uint8Array): Uint8Array {
  return gzipSync(content, { level: 9 });
}
