/**
 * How the program's code lies in one file: four bytes, big-endian, with the length of the index, the index as JSON, and what it points to.
 *
 * The runtime reads all that a program carries at each start (1.4 ms for a megabyte), so nothing stands here twice, and what few commands need is packed.
 */

/** Name of the file, beside the program's first module. */
export const PACK = "code.pack";
export const INDEX_BYTES = 4;

/** Offset behind the index, and bytes. */
type Place = [offset: number, length: number];

export interface Index {
  /** Each chunk's text, in ASCII. */
  plain: Record<string, Place>;
  /** The same, deflated, of those that no role has run. */
  packed: Record<string, Place>;
  /** What V8 compiled, by role, which says what a thread will do and so which of the kept sets fits it. */
  compiled: Record<string, Record<string, Place>>;
}

/** Stands before the name of a chunk where one imports another. */
export const SCHEME = "chunk:";
