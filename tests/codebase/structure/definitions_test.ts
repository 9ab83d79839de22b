import { assert, assertEquals } from "@std/assert";
import type { Definition } from "../../../lib/codebase/structure/definition.ts";
import { enclosing, isCallable, qualifiedName } from "../../../lib/codebase/structure/definition.ts";
import { definitions } from "../../../lib/codebase/structure/definitions.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

const names = (source: string, language: Language) => definitions(source, language).map(({ name }) => name);

Deno.test("control flow and calls are no definitions", () => {
  const body =
    "    if (a) {\n      call(b);\n    }\n    for (;;) {\n    }\n    switch (a) {\n    }\n    return make(a) {\n";
  assertEquals(names(`class A {\n  void run() {\n${body}  }\n}\n`, "java"), ["A", "run"]);
  assertEquals(
    names("function run() {\n  if (a) {\n  }\n  while (b) {\n  }\n  call(c);\n}\n", "javascript"),
    ["run"],
  );
  assertEquals(names("call(a);\nFOO(b)\nint x = call(c);\n", "c"), []);
});

Deno.test("parameters with braces are not the body", () => {
  const go = "func (c *Context) Bind(obj interface{}, b Binding) error {\n\treturn nil\n}\n";
  assertEquals(definitions(go, "go").map(({ endLine }) => endLine), [3]);
  const ts = "export function draw({ a, b }: { a: number; b: number }) {\n  return a;\n}\n";
  assertEquals(definitions(ts, "typescript").map(({ endLine }) => endLine), [3]);
});

Deno.test("a macro over several lines is one definition and swallows nothing", () => {
  const source = "#define EACH(x) do { \\\n  int y(void) { \\\n} while (0)\nint b(void) {\n}\n";
  assertEquals(definitions(source, "c").map(({ name, kind }) => `${kind} ${name}`), [
    "macro EACH",
    "function b",
  ]);
});

Deno.test("no line of 2,000 characters costs much more than plain text does", () => {
  const lines = [
    "a(".repeat(900),
    `x${" ".repeat(1900)}x`,
    `const a = (${"):".repeat(900)}`,
    "public static ".repeat(140),
    "'\"`".repeat(600),
  ];
  const languages: Language[] = ["typescript", "python", "rust", "java", "cpp", "kotlin"];
  const plain = fastest(() => definitions(`${"some plain words ".repeat(110)}\n`.repeat(100), "typescript"));
  for (const line of lines) {
    for (const language of languages) {
      const hostile = fastest(() => definitions(`${line}\n`.repeat(100), language));
      // Quadratic patterns were beyond 250 times; the floor is for what the clock cannot tell.
      assert(
        hostile < Math.max(1, plain) * 120,
        `${language}: ${hostile} ms, plain text ${plain} ms: ${line.slice(0, 20)}`,
      );
    }
  }
});

function fastest(work: () => unknown): number {
  return Math.min(...[1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }));
}

/** A sample a language. Behind `⟵` stands what a line defines: its last line, kind, container and name. */
const SAMPLES = new URL("../../fixtures/definitions/", import.meta.url);

function said({ endLine, kind, container, name }: Definition): string {
  return `${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`;
}

for (const { name: file } of Deno.readDirSync(SAMPLES)) {
  const language = file.replace(".txt", "") as Language;
  Deno.test(`definitions of ${language}: names, kinds, containers and where they end`, () => {
    const lines = Deno.readTextFileSync(new URL(file, SAMPLES)).split("\n");
    const source = lines.map((line) => line.replace(/ *⟵.*/, "")).join("\n");
    const found = definitions(source, language);
    assertEquals(
      lines.map((_, at) => found.filter(({ line }) => line === at + 1).map(said).join(" ; ")),
      lines.map((line) => /⟵ (.*)/.exec(line)?.[1] ?? ""),
    );
  });
}

Deno.test("the innermost definition around a line is found, and the innermost function where a class or a constant is nearer", () => {
  const source =
    "class A:\n    x = 1\n\n    def b(self):\n        def c():\n            pass\n        return c\n\n\ndef d():\n    pass\n";
  const found = definitions(source, "python");
  const around = (line: number) => enclosing(found, line)?.name;
  assertEquals([1, 2, 4, 6, 7, 9, 11].map(around), ["A", "x", "b", "c", "b", undefined, "d"]);
  assertEquals(enclosing(found, 2, isCallable), undefined);
  const method = enclosing(found, 7, isCallable);
  assertEquals(method && qualifiedName(method), "A.b");
});
