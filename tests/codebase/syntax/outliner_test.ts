import { assertEquals } from "@std/assert";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";

Deno.test("a language without a grammar has no outline, and none is missing", async () => {
  const parser = outliner();
  assertEquals(await parser.outline("defmodule A do\nend\n", "elixir", "a.ex"), undefined);
  assertEquals([...parser.missing], []);
  parser.close();
});

Deno.test("a parser that cannot be read is missing for each language, with the reason", async () => {
  const parser = outliner({ modules: (name) => Promise.reject(new Error(`no such file: ${name}.sealed`)) });
  assertEquals(await parser.outline("package a\n", "go", "a.go"), undefined);
  assertEquals([...parser.missing.keys()], ["go"]);
  const real = (await import("../../../lib/codebase/syntax/parser_library.ts")).grammarModule;
  const half = outliner({
    modules: (name) => name === "web-tree-sitter" ? Promise.reject(new Error("no parser")) : real(name),
  });
  assertEquals(await half.outline("package a\n", "go", "a.go"), undefined);
  assertEquals([...half.missing], [["go", "no parser"]]);
});

Deno.test("a grammar that cannot be read is missing, with the reason; other languages go on", async () => {
  const real = (await import("../../../lib/codebase/syntax/parser_library.ts")).grammarModule;
  const parser = outliner({
    modules: (name) => name === "go" ? Promise.reject(new Error("no such file: go.sealed")) : real(name),
  });
  assertEquals(await parser.outline("package a\n", "go", "a.go"), undefined);
  assertEquals([...parser.missing], [["go", "no such file: go.sealed"]]);
  const outline = await parser.outline("def a(): pass\n", "python", "a.py");
  assertEquals(outline?.definitions.map(({ name }) => name), ["a"]);
  parser.close();
});
