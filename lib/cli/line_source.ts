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
