import { assertEquals } from "@std/assert";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { grammarModule } from "../../../lib/codebase/syntax/parser_library.ts";

Deno.test("a language without a grammar has no outline, and none is missing", async () => {
  const parser = outliner();
  assertEquals(await parser.outline("defmodule A do\nend\n", "elixir", "a.ex"), undefined);
  assertEquals([...parser.missing], []);
  parser.close();
});

Deno.test("a parser or grammar that cannot be read is missing, with the reason; other languages go on", async () => {
  for (const gone of ["web-tree-sitter", "go"]) {
    const modules = (name: string) =>
      name === gone ? Promise.reject(new Error(`no such file: ${gone}`)) : grammarModule(name);
    const parser = outliner({ modules });
    assertEquals(await parser.outline("package a\n", "go", "a.go"), undefined);
    assertEquals([...parser.missing], [["go", `no such file: ${gone}`]]);
    if (gone !== "go") continue;
    const outline = await parser.outline("def a(): pass\n", "python", "a.py");
    assertEquals(outline?.definitions.map(({ name }) => name), ["a"]);
    parser.close();
  }
});

Deno.test("a type of the language that the parser takes for a name, behind a macro, is none", async () => {
  const parser = outliner();
  const text = "API int (*shop)(Cmd *parent) {\n}\nint sold(int count) {\n  return count;\n}\n";
  const outline = await parser.outline(text, "c", "shop.h");
  assertEquals(outline?.definitions.map(({ name }) => name), ["sold"]);
  parser.close();
});
