import { decodePrompt } from "../clients/codex_prompt.ts";
import { joinBytes } from "../settings/join_bytes.ts";

/** Where the loop's lines come from. */
export interface LineSource {
  /** The next line without its break; `undefined` at the end of the input. `cleared`: the user has dropped what was begun. */
  next(prompt: string): Promise<string | { cleared: true } | { unreadable: string } | undefined>;
  /** Gives the terminal back to the programs of a turn, and takes it again. */
  release(): void;
  take(): void;
  close(): void;
}

/** Lines of an input as they come: of a pipe, or of a terminal that knows no cursor and is shown the prompt sign. */
export function plainLines(input: ReadableStream<Uint8Array>, show: (prompt: string) => void): LineSource {
  const lines = linesOf(input);
  return {
    async next(prompt) {
      show(prompt);
      const { done, value } = await lines.next();
      if (done) return undefined;
      return decodePrompt(value) ?? { unreadable: "a line of the input is not UTF-8 and is passed over" };
    },
    release() {},
    take() {},
    close: () => void lines.return(),
  };
}

async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let rest: Uint8Array = new Uint8Array();
  for await (const bytes of input) {
    rest = joinBytes([rest, bytes]);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      yield rest.slice(0, rest[end - 1] === 0x0d ? end - 1 : end);
      rest = rest.slice(end + 1);
    }
  }
  if (rest.length > 0) yield rest;
}
