/** Bytes at the end of git's index: the checksum of all before them, or its last part. */
const CHECKSUM_BYTES = 20;

/** Stands for what git's index holds: the checksum that git writes at its end. Undefined where there is none, or git was told to leave it out. */
export function gitIndexMark(gitDir: string | undefined): string | undefined {
  if (gitDir === undefined) return undefined;
  try {
    const path = `${gitDir}/index`;
    const { size, isFile } = Deno.lstatSync(path);
    // Whoever opens a pipe may wait for ever.
    if (!isFile || size < CHECKSUM_BYTES) return undefined;
    using file = Deno.openSync(path);
    file.seekSync(-CHECKSUM_BYTES, Deno.SeekMode.End);
    const bytes = new Uint8Array(CHECKSUM_BYTES);
    if (file.readSync(bytes) !== CHECKSUM_BYTES || bytes.every((byte) => byte === 0)) return undefined;
    return `${size} ${bytes.join(".")}`;
  } catch (error) {
    // Gone, being replaced, or not to be read: git is asked then.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
