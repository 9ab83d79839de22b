import { inTime } from "../settings/in_time.ts";

/** Why a stdin was not read to its end. */
export class StdinError extends Error {
  override readonly name = "StdinError";
}

const CHUNK = 64 * 1024;

/**
 * Reads fd 0 to its end (clients hand in a socket, so no path is opened). A stdin that stays open without a byte for `idleMs` counts as
 * ended, as does one that has not come to its end after `maxMs`, so nobody is kept waiting. Throws `StdinError` for more than `maxBytes`. Invalid UTF-8 becomes replacement characters.
 */
export async function readStdin(options: ReadOptions): Promise<string> {
  return await readText(Deno.stdin, options);
}

interface ReadOptions {
  maxBytes: number;
  idleMs?: number;
  maxMs?: number;
}

/** The same for any source. */
export async function readText(
  source: { read(buffer: Uint8Array): Promise<number | null> },
  { maxBytes, idleMs = Infinity, maxMs = Infinity }: ReadOptions,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const until = performance.now() + maxMs;
  let length = 0;
  for (;;) {
    const buffer = new Uint8Array(CHUNK);
    const waitMs = Math.min(idleMs, until - performance.now());
    const read = waitMs === Infinity
      ? await source.read(buffer)
      : await inTime(source.read(buffer), waitMs) ?? null;
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
