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
  return { bytes: readUpTo(file, Math.min(info.size, maxBytes)), dev, ino };
}

/** At most so many bytes of an open file. */
export function readUpTo(file: Deno.FsFile, max: number): Uint8Array {
  const bytes = new Uint8Array(max);
  let length = 0;
  for (let read: number | null = 0; read !== null && length < max; length += read ?? 0) {
    read = file.readSync(bytes.subarray(length));
  }
  return bytes.subarray(0, length);
}

/** Paths of the files of a folder whose names are wanted, the newest first. */
export function newestFirst(folder: string, isWanted: (name: string) => boolean): string[] {
  const paths = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter(isWanted);
  return paths.map((name) => `${folder}/${name}`)
    .map((path) => ({ path, made: standing(path)?.mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.made - a.made).map(({ path }) => path);
}
