/**
 * Writes a file whole or not at all: a temporary file beside it, then renamed over it. Our own files are 0600 in 0700 folders.
 * Throws what the file system says; nothing is left behind then.
 *
 * @param durable flush to the disk first: for what a person would miss after a power cut, not for logs and caches.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, durable = false } = {},
): void {
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${Deno.pid}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = Deno.openSync(temporary, { write: true, createNew: true, mode });
    try {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      if (durable) file.syncDataSync();
    } finally {
      file.close();
    }
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch (cleanup) {
      if (!(cleanup instanceof Deno.errors.NotFound)) {
        throw new AggregateError([error, cleanup], `Cannot write ${path}`);
      }
    }
    throw error;
  }
}
