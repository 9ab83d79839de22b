/**
 * How code lies in one file: four bytes, big-endian, with the length of the index, the index as JSON, and what it points to.
 *
 * The runtime reads all that `deno compile` has a program carry at each start, two milliseconds a megabyte, and keeps it; so what the program is made of stands elsewhere in it (`carry.ts`).
 */

/** Name of the file, beside the program's first module, where it is not carried. */
export const PROGRAM_PACK = "program.pack";
/** What a thread is made of: a pack in the program's, which the thread is sent as it starts. */
export const THREADS = "threads.pack";
export const INDEX_BYTES = 4;

/** Behind a carried pack: its length, in eight bytes, little-endian, and its name: so many letters. */
export const NAME_BYTES = 32;
export const TRAILER_BYTES = 8 + NAME_BYTES;
/** Length of the section of what the runtime reads, in as many bytes at the end of a program. */
export const SECTION_LENGTH_BYTES = 8;

/** Offset behind the index, and bytes. */
type Place = [offset: number, length: number];

export interface Index {
  /** Each chunk's text, in ASCII. */
  plain: Record<string, Place>;
  /** The same, deflated, of those that are seldom loaded. */
  packed: Record<string, Place>;
  /** What V8 compiled of a chunk. */
  compiled: Record<string, Place>;
  /** What else is carried, by its path. */
  files: Record<string, Place>;
}

/** Stands before the name of a chunk where one imports another. */
export const SCHEME = "chunk:";

/** Where the built program finds, in `globalThis`, how to read what else its pack has: `(path) => bytes`, undefined for what it has not. */
export const CARRIED = Symbol.for("auto-tools.carried");
