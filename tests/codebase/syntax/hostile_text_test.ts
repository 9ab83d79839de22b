/** Whatever a file holds, it is outlined or it is not: nothing is thrown, the parser comes to an end, and the next file is read as if nothing had been. */
import { assert, assertEquals } from "@std/assert";
import { GRAMMARS } from "../../../lib/codebase/syntax/dialect.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";

const ONE_OF_EACH: readonly [Language, string, string][] = [
  ["bash", "a.sh", "f() { x; }"],
  ["c", "a.c", "int f(void) { return 0; }"],
  ["csharp", "a.cs", "class C { void f() { } }"],
  ["cpp", "a.cc", "int f() { return 0; }"],
  ["go", "a.go", "package a\nfunc f() { }"],
  ["java", "a.java", "class C { void f() { } }"],
  ["javascript", "a.js", "function f() { }"],
  ["kotlin", "a.kt", "fun f() { }"],
  ["php", "a.php", "<?php function f() { }"],
  ["python", "a.py", "def f(): pass"],
  ["ruby", "a.rb", "def f; end"],
  ["rust", "a.rs", "fn f() { }"],
  ["typescript", "a.tsx", "function f() { }"],
  ["typescript", "a.ts", "function f() { }"],
];

/** Bytes without any order; the same every time. */
function noise(length: number, from: number, count: number): string {
  let state = 1;
  return String.fromCharCode(...Array.from({ length: 5000 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return from + Math.floor(state / 65536) % count;
  })).repeat(length / 5000);
}

const FOR_EACH = [
  "",
  "\n\n",
  "\0\0\0",
  "\ud800",
  'x = "' + "y".repeat(20_000),
  "/*" + " *".repeat(10_000),
  "`${",
  "(".repeat(30_000),
  "[".repeat(12_000) + "]".repeat(12_000),
  "{\n".repeat(30_000),
];
/** Texts by the ending of the file that they are the worst in. */
const FOR_ONE: Readonly<Record<string, readonly string[]>> = {
  "a.c": [noise(500_000, 0, 256)],
  "a.ts": [noise(500_000, 32, 95), " ".repeat(200_000) + "x;/**/".repeat(30_000)],
  "a.py": ["x = 1; ".repeat(128_000), "x = 1\n".repeat(400_000)],
  "a.java": ["a<".repeat(100_000)],
  "a.kt": ["a<".repeat(100_000)],
};

for (const [language, path, sound] of ONE_OF_EACH) {
  Deno.test(`${path} may hold an unfinished string or comment, brackets without end, or noise`, async () => {
    const parser = outliner();
    for (const text of [...FOR_EACH, ...FOR_ONE[path] ?? []]) await parser.outline(text, language, path);
    const found = (await parser.outline(sound, language, path))?.definitions.map(({ name }) => name);
    assert(found?.includes("f"), `${path}: ${found}`);
    assertEquals([...parser.missing], []);
    parser.close();
  });
}

Deno.test("every grammar is asked", () => assertEquals(ONE_OF_EACH.length, GRAMMARS.length));

Deno.test("a text may end anywhere: Kotlin's after an annotation's name", async () => {
  const parser = outliner();
  for (const end of ["@Synchroniz", "@A(", "@A() @B", "@get:A(1)", "/*", "//", '"""', "get", "set("]) {
    const outline = await parser.outline(`class C {\n  val a: B\n    ${end}`, "kotlin", "a.kt");
    assertEquals(outline?.definitions.map(({ name }) => name).includes("C"), true, end);
  }
  parser.close();
});
