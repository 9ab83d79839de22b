/** Writes a text to the stdin of a program, then its end. A program that ends or goes on without reading all of it is no failure: its answer tells. */
export async function writeStdin(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // Within a write the runtime throws the one, between two of them the other.
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof TypeError)) throw error;
  }
}
