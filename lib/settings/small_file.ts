/** Bytes of a configuration file that are read; a larger one is cut there and then refused by its reader. */
const MAX_BYTES = 512 * 1024;

/** What stands at a path itself; undefined where nothing does: not there, behind a file, or under a name that no file system can have. */
export function standing(path: string, look = Deno.lstatSync): Deno.FileInfo | undefined {
  try {
    return look(path);
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    if (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG") return undefined;
    throw error;
  }
}

/** What was read of a file, and which file it was. */
export interface SmallFile {
  bytes: Uint8Array;
  dev: number;
  ino: number | null;
}

/**
 * Text of a regular file, at most `maxBytes` of it; undefined where there is none. Anything else in its place (a folder, a FIFO, a device)
 * throws instead of blocking, as does what may not be read.
 */
export function readSmallFile(path: string, maxBytes = MAX_BYTES): string | undefined {
  const read = readSmallBytes(path, maxBytes);
  return read === undefined ? undefined : new TextDecoder().decode(read.bytes);
}

/** The same, as bytes. */
export function readSmallBytes(path: string, maxBytes = MAX_BYTES): SmallFile | undefined {
  const info = standing(path, Deno.statSync);
  if (info === undefined) return undefined;
  if (!info.isFile) throw new TypeError(`${path} is not a regular file`);
  using file = Deno.openSync(path);
  const { dev, ino } = file.statSync();
  const bytes = new Uint8Array(Math.min(info.size, maxBytes));
  let length = 0;
  for (let read: number | null = 0; length < bytes.length; length += read) {
    read = file.readSync(bytes.subarray(length));
    if (read === null) break;
  }
  return { bytes: bytes.subarray(0, length), dev, ino };
}
