import { attempt, recover } from "../settings/attempt.ts";

/** Writes all of a text to stdout. A reader that has gone away is no failure of ours. Throws where it cannot be written, a full disk say. */
export function print(text: string): void {
  recover(() => writeAll(Deno.stdout, text), Error, (cause) => {
    throw new Error(`the output could not be written: ${cause.message}`, { cause });
  });
}

/** Writes all of a text to stderr. Where that cannot be written to, there is nobody to be told. */
export function printError(text: string): void {
  attempt(() => writeAll(Deno.stderr, text));
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += written(stream, bytes.subarray(at, at + WHOLE_BYTES));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.BadResource)) throw error;
  }
}

/** Bytes that a pipe takes whole or not at all (POSIX's PIPE_BUF on Linux): of a longer piece nobody says how much was taken before it was full. */
const WHOLE_BYTES = 4096;
/** ms between two looks at a full pipe. */
const PAUSE_MS = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Bytes that a stream took: none, after a pause, where its reader is slow and whoever shares the stream has told it not to wait for that. */
function written(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): number {
  return recover(() => stream.writeSync(bytes), Deno.errors.WouldBlock, () => {
    Atomics.wait(pause, 0, 0, PAUSE_MS);
    return 0;
  });
}

/** A stranger's text: control and invisible characters but those `kept` are shown as `\u{1b}`, so that no terminal obeys them. */
export function visible(text: string, kept = ""): string {
  return text.replace(
    /\p{C}/gu,
    (char) => kept.includes(char) ? char : `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}

/** Colours stand on a terminal that knows them only, and never with NO_COLOR. */
export function coloured(stream: { isTerminal(): boolean }): boolean {
  return !Deno.noColor && stream.isTerminal() && Deno.env.get("TERM") !== "dumb";
}

export function paint(text: string, code: 1 | 2 | 31 | 32 | 33 | 36, on = coloured(Deno.stdout)): string {
  return on ? `\u001b[${code}m${text}\u001b[0m` : text;
}
