import { assertEquals, assertRejects } from "@std/assert";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { grammarModule } from "../../../lib/codebase/syntax/parser_library.ts";

Deno.test("a language without a grammar has no outline, and none is missing", async () => {
  const parser = outliner();
  assertEquals(await parser.outline("defmodule A do\nend\n", "elixir", "a.ex"), undefined);
  assertEquals([...parser.missing], []);
  parser.close();
});

Deno.test("a parser or grammar that cannot be read is missing, with the reason; other languages go on", async () => {
  // A parser that is loaded serves the whole process: one that cannot be is seen in a copy of its modules.
  const fresh: typeof import("../../../lib/codebase/syntax/parser_library.ts") = await import(
    `../../../lib/codebase/syntax/parser_library.ts?${crypto.randomUUID()}`
  );
  const gone = (name: string) => (asked: string) =>
    asked === name ? Promise.reject(new Error(`no such file: ${name}`)) : grammarModule(asked);
  await assertRejects(
    () => fresh.openLibrary(gone("web-tree-sitter")),
    Error,
    "no such file: web-tree-sitter",
  );
  const parser = outliner({ modules: gone("go") });
  assertEquals(await parser.outline("package a\n", "go", "a.go"), undefined);
  assertEquals([...parser.missing], [["go", "no such file: go"]]);
  const outline = await parser.outline("def a(): pass\n", "python", "a.py");
  assertEquals(outline?.definitions.map(({ name }) => name), ["a"]);
  parser.close();
});

Deno.test("a type of the language that the parser takes for a name, behind a macro, is none", async () => {
  const parser = outliner();
  const text = "API int (*shop)(Cmd *parent) {\n}\nint sold(int count) {\n  return count;\n}\n";
  const outline = await parser.outline(text, "c", "shop.h");
  assertEquals(outline?.definitions.map(({ name }) => name), ["sold"]);
  parser.close();
});
