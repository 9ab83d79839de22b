import { assert, assertEquals } from "@std/assert";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { readableText } from "../../../lib/codebase/syntax/readable_text.ts";

Deno.test("macros of C on lines of their own and before types hide no definition", async () => {
  const text =
    "BEGIN_DECLS\n\n/* Opens. */\nAPI_EXPORT int opened(Shop *shop)\n{\n  return 1;\n}\nEND_DECLS\n#define KEPT int x\n";
  for (const written of [text, text.replaceAll("\n", "\r\n")]) {
    const parser = outliner();
    const outline = await parser.outline(written, "c", "a.c");
    parser.close();
    assertEquals(outline?.definitions.map(({ name, line }) => `${name}:${line}`), ["opened:4", "KEPT:9"]);
  }
});

Deno.test("a hostile text is made readable in linear time, and as long as it was", () => {
  const started = performance.now();
  for (
    const part of [
      "ABC(",
      "ABC ",
      "ABC\n",
      "\n#\\",
      ", ABC((",
      "class ABC ",
      "ABC a<",
    ]
  ) {
    const text = part.repeat(100_000);
    assertEquals(readableText(text, "cpp").length, text.length);
  }
  assert(performance.now() - started < 15_000);
});
