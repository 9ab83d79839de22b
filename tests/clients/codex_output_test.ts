import { assertEquals } from "@std/assert";
import { without } from "../../lib/clients/codex_output.ts";

async function left(text: string, echo: string, size: number): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, at) => bytes.slice(at * size, (at + 1) * size),
  );
  return await new Response(ReadableStream.from(chunks).pipeThrough(without(echo))).text();
}

Deno.test("what codex repeats of the context is left out once, byte for byte, in whatever pieces it comes", async () => {
  const echo = "[[Auto 上下文\n[[Auto\n\n";
  const all = `user\n[[${echo}fix it\n${echo}`;
  for (const size of [1, 2, 3, 7, all.length * 3]) {
    assertEquals(await left(all, echo, size), `user\n[[fix it\n${echo}`, `pieces of ${size}`);
    assertEquals(await left("user\n[[Auto", echo, size), "user\n[[Auto");
  }
});
