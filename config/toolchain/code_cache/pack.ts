/**
 * How code lies in one file: four bytes, big-endian, with the length of the index, the index as JSON, and what it points to.
 *
 * A thread's code is a file among what `deno compile` has a program carry. The runtime reads all of that at each start, two milliseconds a megabyte; so the program's own code, and
 * what else only its first thread needs, stands elsewhere in the program (`carry.ts`).
 */

/** Name of the file with the threads' code, beside the program's first module. */
export const PACK = "code.pack";
/** The same of the program's own, and of what only its first thread needs, where it is not carried. */
export const PROGRAM_PACK = "program.pack";
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
