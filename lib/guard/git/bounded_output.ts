import { joinBytes } from "../../settings/join_bytes.ts";

/** Reads a stream up to `max` bytes, then on without keeping them; `stop` ends that at once with what there is. */
export class BoundedOutput {
  truncated = false;
  /** Bytes that have come so far. */
  received = 0;
  /** Whether the stream has come to its end, or was stopped. */
  ended = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #max: number;
  readonly #onOverflow: () => void;

  constructor(stream: ReadableStream<Uint8Array>, max: number, onOverflow: () => void) {
    this.#reader = stream.getReader();
    this.#max = max;
    this.#onOverflow = onOverflow;
  }

  stop() {
    // Nothing is lost by a stream that does not close cleanly: git is dead.
    this.#reader.cancel().catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
    });
  }

  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.received += value.length;
      if (this.truncated) continue;
      const room = this.#max - size;
      chunks.push(value.length > room ? value.subarray(0, room) : value);
      size += Math.min(value.length, room);
      if (value.length > room) {
        this.truncated = true;
        this.#onOverflow();
      }
    }
    this.ended = true;
    return joinBytes(chunks);
  }
}
