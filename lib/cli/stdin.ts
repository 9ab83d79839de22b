import { inTime } from "../settings/in_time.ts";
import { UsageError } from "./command.ts";

const CHUNK = 64 * 1024;
/** ms in which what has come already is handed over, to a process that hears of its time first. */
const GRACE_MS = 100;

/** Reads an input, by default fd 0, to its end, to `idleMs` without a byte, or for `maxMs`, so that nobody is kept waiting. Throws `UsageError` for more than `maxBytes`. */
export async function readInput(
  { maxBytes, idleMs = Infinity, maxMs = Infinity }: { maxBytes: number; idleMs?: number; maxMs?: number },
  source: { read(buffer: Uint8Array): Promise<number | null> } = Deno.stdin,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const until = performance.now() + maxMs;
  for (let length = 0; length <= maxBytes;) {
    const buffer = new Uint8Array(CHUNK);
    const reading = source.read(buffer);
    const ms = Math.min(idleMs, until - performance.now());
    const read = ms === Infinity
      ? await reading
      : await inTime(reading, ms) ?? await inTime(reading, GRACE_MS) ?? null;
    if (read !== null) chunks.push(buffer.subarray(0, read));
    if (read === null || performance.now() > until) {
      return new Uint8Array(await new Blob(chunks).arrayBuffer());
    }
    length += read;
  }
  const most = `${Math.floor(maxBytes / 1024 / 1024)} MiB (${maxBytes} bytes)`;
  throw new UsageError(`the input is larger than ${most}; put the long part into a file`);
}

/** The lines of an input as they come, without their breaks; what is no UTF-8 in them as replacement characters. */
export async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of input) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
