export interface LineSource {
  /** The next line without its break; `undefined` at the end of the input. `cleared`: the user has dropped what was begun. */
  next(prompt: string): Promise<string | { cleared: true } | undefined>;
  /** Gives the terminal back to the programs of a turn, and takes it again. */
  release(): void;
  take(): void;
  close(): void;
}

/** Lines of a pipe, or of a terminal that knows no cursor and is shown the prompt sign. Nothing is read ahead: a program may be started in between. */
export function plainLines(input: ReadableStream<Uint8Array>, show: (prompt: string) => void): LineSource {
  const lines = linesOf(input);
  return {
    async next(prompt) {
      show(prompt);
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    release() {},
    take() {},
    close: () => void lines.return(),
  };
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
