/** Whatever a file holds, it is outlined or it is not: nothing is thrown, time is bounded, and the next file is read as if nothing had been. */
import { assert, assertEquals } from "@std/assert";
import { cpuUsage } from "node:process";
import { GRAMMARS } from "../../../lib/codebase/syntax/dialect.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";
import { type Outliner, outliner } from "../../../lib/codebase/syntax/outliner.ts";

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
/** CPU milliseconds for a file of a megabyte, with room for the one step that is under way when time is up. */
const MAX_MS = 4000;

/** Bytes without any order; the same every time. */
function noise(length: number, from: number, count: number): string {
  let state = 1;
  return String.fromCharCode(...Array.from({ length: 5000 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return from + Math.floor(state / 65536) % count;
  })).repeat(length / 5000);
}

async function timed(parser: Outliner, text: string, language: Language, path: string) {
  const before = cpuUsage();
  const outline = await parser.outline(text, language, path);
  const { user, system } = cpuUsage(before);
  return { outline, ms: (user + system) / 1000 };
}

async function isStillSound(parser: Outliner): Promise<boolean> {
  for (const [language, path, text] of ONE_OF_EACH.slice(0, 3)) {
    const found = (await parser.outline(text, language, path))?.definitions.map(({ name }) => name);
    if (!found?.includes("f")) return false;
  }
  return parser.missing.size === 0;
}

Deno.test("every language takes an empty file, an unfinished string or comment, and brackets without end", async () => {
  assertEquals(ONE_OF_EACH.length, GRAMMARS.length);
  const parser = outliner();
  const texts = [
    "",
    "\n\n",
    "\0\0\0",
    "\ud800",
    'x = "' + "y".repeat(20_000),
    "/*" + " *".repeat(10_000),
    "`${",
    "(".repeat(100_000),
    "[".repeat(100_000) + "]".repeat(100_000),
    "{\n".repeat(100_000),
  ];
  for (const [language, path, sound] of ONE_OF_EACH) {
    for (const text of texts) {
      const { ms } = await timed(parser, text, language, path);
      assert(ms < MAX_MS, `${path}: ${ms} ms for ${JSON.stringify(text.slice(0, 20))}`);
    }
    const found = (await parser.outline(sound, language, path))?.definitions.map(({ name }) => name);
    assert(found?.includes("f"), `${path}: ${found}`);
  }
  assertEquals([...parser.missing], []);
  parser.close();
});

const LARGE: readonly [string, string, string][] = [
  ["500 kB of noise", noise(500_000, 0, 256), "a.c"],
  ["500 kB of printable noise", noise(500_000, 32, 95), "a.ts"],
  ["a line of 900 kB", "x = 1; ".repeat(128_000), "a.py"],
  ["types within types", "a<".repeat(100_000), "a.java"],
  ["types within types in Kotlin", "a<".repeat(100_000), "a.kt"],
];
for (const [what, text, file] of LARGE) {
  Deno.test(`${what} costs no more than its time`, async () => {
    const parser = outliner();
    for (const [language, path] of ONE_OF_EACH.filter(([, path]) => path === file)) {
      const { ms } = await timed(parser, text, language, path);
      assert(ms < MAX_MS, `${path}: ${ms} ms`);
    }
    assert(await isStillSound(parser));
    parser.close();
  });
}

Deno.test("a text may end anywhere: Kotlin's after an annotation's name", async () => {
  const parser = outliner();
  for (const end of ["@Synchroniz", "@A(", "@A() @B", "@get:A(1)", "/*", "//", '"""', "get", "set("]) {
    const { outline, ms } = await timed(parser, `class C {\n  val a: B\n    ${end}`, "kotlin", "a.kt");
    assert(ms < MAX_MS, `${end}: ${ms} ms`);
    assertEquals(outline?.definitions.map(({ name }) => name).includes("C"), true, end);
  }
  parser.close();
});

Deno.test("many comments behind a long indentation are looked at once each", async () => {
  const parser = outliner();
  const { ms } = await timed(parser, " ".repeat(200_000) + "x;/**/".repeat(30_000), "typescript", "a.ts");
  assert(ms < MAX_MS, `${ms} ms`);
  parser.close();
});

Deno.test("a text beyond all bounds is not parsed", async () => {
  const parser = outliner();
  assertEquals(await parser.outline("x = 1\n".repeat(400_000), "python", "a.py"), undefined);
  parser.close();
});
