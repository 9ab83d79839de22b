/** Length of a document that is no more. */
export const DEAD = 0xffffffff;

/** Documents of a segment from which on its postings lie by term. */
const LARGE = 1000;

/** Whether a segment's postings lie in `recent_postings`. */
export function isSmallSegment(documents: number): boolean {
  return documents < LARGE;
}

/** Trait of a document whose names come from its outline: those that patterns found in its text no longer count. */
export const OUTLINED = 1 << 24;

/** Trait of a document that is no more and whose words are still among the postings. */
export const LEFT_OVER = 1 << 25;

const MAX_PATH_LENGTH = 0xffff;

/** Documents of one batch: for each its length in tokens, and its traits: what `traitsOf` gives, `OUTLINED` and `LEFT_OVER`. */
export interface SegmentDocuments {
  lengths: Uint32Array;
  traits: Uint32Array;
}

/** Kind, and length of the path in tokens, in one number. */
export function traitsOf(kind: number, pathLength: number): number {
  return (Math.min(pathLength, MAX_PATH_LENGTH) << 8) | (kind & 0xff);
}

export function kindIn(traits: number): number {
  return traits & 0xff;
}

export function pathLengthIn(traits: number): number {
  return (traits >>> 8) & MAX_PATH_LENGTH;
}

/** As stored: all lengths, then all traits, 4 bytes each in this machine's order. */
export function writeSegment({ lengths, traits }: SegmentDocuments): Uint8Array {
  const both = new Uint32Array(lengths.length * 2);
  both.set(lengths, 0);
  both.set(traits, lengths.length);
  return new Uint8Array(both.buffer);
}

export function readSegment(stored: unknown): SegmentDocuments {
  if (!(stored instanceof Uint8Array)) return { lengths: new Uint32Array(0), traits: new Uint32Array(0) };
  // The driver's buffer need not be aligned; a copy is.
  const both = new Uint32Array(stored.slice().buffer, 0, stored.byteLength >>> 2);
  const count = both.length >>> 1;
  return { lengths: both.slice(0, count), traits: both.slice(count) };
}
