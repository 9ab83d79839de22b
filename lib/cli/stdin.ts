import { inTime } from "../settings/in_time.ts";
import { joinBytes } from "../settings/join_bytes.ts";

/** Why a stdin was not read to its end. */
export class StdinError extends Error {
  override readonly name = "StdinError";
}

const CHUNK = 64 * 1024;
/** ms of one look at a source that brings nothing. */
const SLICE_MS = 100;
/** Small pieces that are taken after the time is over. */
const MAX_TRICKLES = 5;

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
  let trickled = 0;
  let length = 0;
  for (;;) {
    const buffer = new Uint8Array(CHUNK);
    const read = await orIdle(source.read(buffer), Math.min(idleMs, until - performance.now())) ?? null;
    if (read === null) break;
    chunks.push(buffer.subarray(0, read));
    length += read;
    if (performance.now() > until && read < CHUNK / 2 && ++trickled > MAX_TRICKLES) break;
    if (length > maxBytes) {
      throw new StdinError(`Input is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
    }
  }
  return new TextDecoder().decode(joinBytes(chunks));
}

/**
 * What is read within `ms`, else undefined. It is looked for in slices, one at least: a process that was not given a processor for seconds hears of the time
 * before it hears of the bytes, and has then waited for one slice only.
 */
async function orIdle<T>(read: Promise<T>, ms: number): Promise<T | undefined> {
  if (ms === Infinity) return await read;
  for (let waited = 0; waited < Math.max(ms, 1); waited += SLICE_MS) {
    const found = await inTime(read, SLICE_MS);
    if (found !== undefined) return found;
  }
  return undefined;
}
