import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * A file that the program carries for its parser: the content, deflated where that pays, and behind it the content's length and its CRC-32, each in four
 * bytes, little-endian. A parser that is damaged on the disk would not fail, but find nonsense.
 */

const LENGTH_BYTES = 4;
const CHECKSUM_BYTES = 4;
/** Bytes of content up to which unpacking, a millisecond or two of each refresh of an index, costs more than the room. */
const MAX_WHOLE = 1_500_000;

/** Seals a content. */
export function sealed(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = content.length <= MAX_WHOLE ? content : deflateRawSync(content, { level: 9 });
  const file = new Uint8Array(kept.length + LENGTH_BYTES + CHECKSUM_BYTES);
  file.set(kept);
  const end = new DataView(file.buffer, kept.length);
  end.setUint32(0, content.length, true);
  end.setUint32(LENGTH_BYTES, crc32(content), true);
  return file;
}

/** The content of a sealed file. Throws where it is damaged. */
export function unsealed(file: Uint8Array): Uint8Array {
  const at = file.length - LENGTH_BYTES - CHECKSUM_BYTES;
  if (at < 0) throw new Error("it is cut off");
  const end = new DataView(file.buffer, file.byteOffset + at);
  const length = end.getUint32(0, true);
  const kept = file.subarray(0, at);
  // At once and in one piece: in a process that has just begun, handing it over piece by piece takes longer than unpacking it.
  const content = at === length ? kept : inflateRawSync(kept, { chunkSize: Math.max(64, length) });
  if (content.length !== length || crc32(content) !== end.getUint32(LENGTH_BYTES, true)) {
    throw new Error("it is damaged");
  }
  return content;
}
