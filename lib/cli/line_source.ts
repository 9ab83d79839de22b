import { decodePrompt } from "../clients/codex_prompt.ts";
import { joinBytes } from "../settings/join_bytes.ts";

/** Where the loop's lines come from. */
export interface LineSource {
  /**
   * The next line without its break; `undefined` at the end of the input. `cleared`: the user has dropped
   * what was begun.
   */
  next(prompt: string): Promise<string | { cleared: true } | { unreadable: string } | undefined>;
  /** Gives the terminal back to the programs of a turn, and takes it again. */
  release(): void;
  take(): void;
  close(): void;
}

/** Bytes of one line; a longer one is not something a person sends. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Lines of an input as they come: of a pipe, or of a terminal that knows no cursor and is shown the prompt
 * sign.
 */
export function plainLines(input: ReadableStream<Uint8Array>, show: (prompt: string) => void): LineSource {
  const reader = input.getReader();
  let rest: Uint8Array = new Uint8Array();
  let over = false;
  const line = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const at = rest.indexOf(0x0a);
      if (at >= 0) {
        const found = rest.slice(0, at);
        rest = rest.slice(at + 1);
        return found;
      }
      if (over || rest.length > MAX_LINE_BYTES) {
        const last = rest;
        rest = new Uint8Array();
        return last.length === 0 ? undefined : last;
      }
      const { done, value } = await reader.read();
      over = done;
      if (value) rest = joinBytes([rest, value]);
    }
  };
  return {
    async next(prompt) {
      show(prompt);
      const bytes = await line();
      if (bytes === undefined) return undefined;
      const text = decodePrompt(bytes.at(-1) === 0x0d ? bytes.slice(0, -1) : bytes);
      return text ?? { unreadable: "a line of the input is not UTF-8 and is passed over" };
    },
    release() {},
    take() {},
    close: () => void reader.cancel(),
  };
}
