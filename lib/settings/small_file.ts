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

/** Text of a regular file, at most `maxBytes` of it; undefined where there is none. Throws for anything else in its place (a folder, a FIFO). */
export function readSmallFile(path: string, maxBytes = MAX_BYTES): string | undefined {
  const read = readSmallBytes(path, maxBytes);
  return read === undefined ? undefined : new TextDecoder().decode(read.bytes);
}

/** The same, as bytes, and which file that was. */
export function readSmallBytes(path: string, maxBytes = MAX_BYTES) {
  const info = standing(path, Deno.statSync);
  if (info === undefined) return undefined;
  if (!info.isFile) throw new TypeError(`${path} is not a regular file`);
  using file = Deno.openSync(path);
  const { dev, ino } = file.statSync();
  return { bytes: readUpTo(file, Math.min(info.size, maxBytes)), dev, ino };
}

/** Where a repository configures us, below its root; nothing else of it does. */
export const REPO_CONFIG = "config/auto-tools.yaml";

/**
 * Text of a small file of a repository (`root`: its real path); undefined where there is none. Throws where a symbolic link is on the way: through it any
 * file of the user's could speak in the repository's place. A byte order mark stays, so that another text always means other bytes.
 */
export function readRepoSmallFile(root: string, path: string): string | undefined {
  const checked = plainFile(root, path);
  const at = `${root === "/" ? "" : root}/${path}`;
  const read = checked && readSmallBytes(at);
  if (read === undefined) return undefined;
  const now = plainFile(root, path);
  const same = [checked, now].every((each) => each?.dev === read.dev && each.ino === read.ino);
  if (!same) throw new TypeError(`${at} changed while it was read`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
}

/** What stands at the end of a path without a link on the way, which is walked there and back: a folder may be swapped while it is passed. */
function plainFile(root: string, path: string): Deno.FileInfo | undefined {
  let at = root === "/" ? "" : root;
  const steps = path.split("/").map((name) => at += `/${name}`);
  let info: Deno.FileInfo | undefined;
  for (const step of [...steps, ...steps.slice(0, -1).reverse()]) {
    const found = standing(step);
    if (found === undefined) return undefined;
    if (found.isSymlink) throw new TypeError(`${step} is a symbolic link; it is not followed`);
    if (step === steps.at(-1)) info = found;
  }
  return info;
}

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
