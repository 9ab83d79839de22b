import { inTime } from "../settings/in_time.ts";

/** Why a stdin was not read to its end. */
export class StdinError extends Error {
  override readonly name = "StdinError";
}

const CHUNK = 64 * 1024;

/**
 * Reads fd 0 to its end (clients hand in a socket, so no path is opened). A stdin that stays open without a byte for `idleMs` counts as
 * ended, so nobody is kept waiting. Throws `StdinError` for more than `maxBytes`. Invalid UTF-8 becomes replacement characters.
 */
export async function readStdin(options: { maxBytes: number; idleMs?: number }): Promise<string> {
  return await readText(Deno.stdin, options);
}

/** The same for any source. */
export async function readText(
  source: { read(buffer: Uint8Array): Promise<number | null> },
  { maxBytes, idleMs }: { maxBytes: number; idleMs?: number },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const buffer = new Uint8Array(CHUNK);
    const read = idleMs === undefined
      ? await source.read(buffer)
      : await inTime(source.read(buffer), idleMs) ?? null;
    if (read === null) break;
    chunks.push(buffer.subarray(0, read));
    length += read;
    if (length > maxBytes) {
      throw new StdinError(`Input is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder().decode(whole);
}
