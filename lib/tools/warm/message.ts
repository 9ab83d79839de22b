import { createHash } from "node:crypto";
import type { McpServerConfig } from "../../settings/config_schema.ts";
import { joinBytes } from "../../settings/join_bytes.ts";

/** Bytes of a question. */
export const MAX_QUESTION = 64 * 1024;
/** Bytes of an answer: what a server may send for one prompt. */
export const MAX_ANSWER = 4 * 1024 * 1024;

/** One call that a prompt asks a running gateway for: one line of JSON. Two lines come back, that it was taken and what came of it. */
export interface WarmQuestion {
  version: 1;
  /** The word in the key file. */
  key: string;
  server: string;
  /** Of the server's configuration as the prompt reads it: another one is another server. */
  configuration: string;
  tool: string;
  args: Record<string, unknown>;
  timeoutMs: number;
}

/** The arguments of a call that waits for the user, by their hash; one line comes back. */
export type ShowQuestion = Pick<WarmQuestion, "version" | "key"> & { show: string };

/** `refused` is the gateway's last word; `unknown` leaves the prompt to start the server itself. */
export type WarmAnswer =
  | { answer: "taken" }
  | { answer: "result"; result: Record<string, unknown> }
  | { answer: "refused"; code: string; message: string }
  | { answer: "unknown"; message: string };

export function configurationHash(config: McpServerConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** Sends one value as a line. */
export async function sendLine(
  to: Deno.Conn,
  value: WarmQuestion | ShowQuestion | WarmAnswer,
): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** Reads lines of JSON objects, each of at most `maxBytes`. */
export class LineSource {
  #rest = new Uint8Array();

  constructor(readonly from: Deno.Conn, readonly maxBytes: number) {}

  /** The next object; undefined where the other side has ended. Throws `TypeError` for anything else. */
  async next(): Promise<Record<string, unknown> | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let piece = this.#rest;;) {
      const end = piece.indexOf(0x0a);
      parts.push(end < 0 ? piece : piece.subarray(0, end));
      length += parts.at(-1)?.length ?? 0;
      if (length > this.maxBytes) throw new TypeError(`a line of more than ${this.maxBytes} bytes`);
      if (end >= 0) {
        this.#rest = piece.subarray(end + 1);
        return objectOf(parts);
      }
      const buffer = new Uint8Array(64 * 1024);
      const read = await this.from.read(buffer);
      if (read === null) return undefined;
      piece = buffer.subarray(0, read);
    }
  }
}

function objectOf(parts: readonly Uint8Array[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(joinBytes(parts)));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new TypeError("a line that is no JSON object");
}
