/** How the program's code lies in one file: four bytes, big-endian, with the length of the index, the index as JSON, and what it points to. */

/** Name of the file, beside the program's first module. */
export const PACK = "code.pack";
export const INDEX_BYTES = 4;

/** By chunk: offset behind the index, bytes of compiled code, and bytes of text (ASCII) that follow it. */
type Places = Record<string, [number, number, number]>;

/** By role, which says what a thread will do and so which of the kept sets of compiled code fits it. */
export type Index = Record<string, Places>;
/** The role under which every chunk stands, without compiled code. */
export const NO_ROLE = "";

/** Stands before the name of a chunk where one imports another. */
export const SCHEME = "chunk:";
