import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/complexity.ts";
import { builtRepository, indexedRepository } from "../indexed_repository.ts";
import { realRepository } from "../real_repository.ts";

const BRANCHY = `def plain(a):
    return a


def tangled(a, b):
    if a and b:
        for x in a:
            while x:
                if x == 1 or x == 2:
                    return x
                elif x == 3:
                    return 3
    return None
`;

Deno.test("ci_complexity counts branches, nesting and lines of a named file, worst first", async () => {
  using repository = realRepository();
  repository.write({ "app/a.py": BRANCHY });
  const { findings } = await tool({ query: "too complex?", paths: ["a.py"] }, repository.context());
  assertEquals(findings.map(({ summary }) => summary), [
    "tangled: cyclomatic 8, nesting 5, 9 lines of code",
    "plain: cyclomatic 1, nesting 1, 2 lines of code",
  ]);
  assertEquals(findings[0]?.lines, { start: 5, end: 13 });
});

Deno.test("ci_complexity without a path looks at what changed last, and leaves plain functions out", async () => {
  using repository = realRepository();
  const many = BRANCHY.replace("return None", "if a or b or x or y:\n        pass\n    return None");
  repository.write({ "app/old.py": many, "tests/test_a.py": many });
  repository.commit("Start", "2025-01-01T00:00:00Z");
  const { findings, summary } = await tool({ query: "" }, repository.context());
  assertEquals(findings.map(({ path, symbol }) => `${path} ${symbol}`), ["app/old.py tangled"]);
  assert(summary.includes("the files changed last"));
});

Deno.test("ci_complexity of a folder means the files below it; of an asked function, that function", async () => {
  using repository = realRepository();
  repository.write({ "app/x/a.py": BRANCHY, "app/y/b.py": BRANCHY });
  const folder = await tool({ query: "", paths: ["app/x/"] }, repository.context());
  assertEquals([...new Set(folder.findings.map(({ path }) => path))], ["app/x/a.py"]);
  const asked = await tool({ query: "", paths: ["app/x/a.py"], symbols: ["plain"] }, repository.context());
  assertEquals(asked.findings.map(({ symbol }) => symbol), ["plain"]);
});

Deno.test("ci_complexity of an asked function finds it in whatever file defines it, with an index and without", async () => {
  using repository = indexedRepository({
    "app/old.py": BRANCHY,
    "app/shop.py": "class Shop:\n    def plain(self):\n        return 1 if self else 2\n",
  });
  for (let at = 0; at < 41; at++) {
    repository.repository.write({ [`app/new/f${at}.py`]: `def f${at}():\n    return ${at}\n` });
  }
  repository.repository.commit("Add", "2026-01-02T00:00:00Z");
  for (const indexed of [false, true]) {
    if (indexed) await repository.build();
    const args = { query: "", symbols: ["Shop.plain"] };
    const { findings, summary } = await tool(args, repository.context());
    assertEquals(findings.map(({ summary }) => summary), [
      "Shop.plain: cyclomatic 2, nesting 1, 2 lines of code",
    ]);
    assertEquals(summary, "1 function measured in 1 file of the files that define plain; worst first");
  }
  const { summary } = await tool({ query: "", symbols: ["nowhere"] }, repository.context());
  assert(summary.startsWith("no function nowhere found; "), summary);
});

Deno.test("ci_complexity says that a named file is not there before it speaks of others", async () => {
  using repository = realRepository();
  repository.write({ "app/a.py": BRANCHY });
  repository.commit("Start", "2026-01-01T00:00:00Z");
  const { summary } = await tool({ query: "", paths: ["app/gone.py"] }, repository.context());
  assert(summary.startsWith("no source file app/gone.py found; "), summary);
  const { summary: there } = await tool({ query: "", paths: ["app/a.py"] }, repository.context());
  assert(there.startsWith("2 functions measured"), there);
});

Deno.test("ci_complexity with an index takes functions as a parser found them, and those of a changed file as they are now", async () => {
  const head =
    "export const handlers = {\n  open: async (a: number) => {\n    if (a) return 1;\n    return a > 2 ? 3 : 4;\n  },\n};\n";
  using indexed = await builtRepository({ "a.ts": head });
  const say = async () =>
    (await tool({ query: "", paths: ["a.ts"] }, indexed.context())).findings.map(({ symbol, summary }) =>
      `${symbol}: ${summary}`
    );
  assertEquals(await say(), ["handlers.open: handlers.open: cyclomatic 3, nesting 1, 4 lines of code"]);
  indexed.repository.write({ "a.ts": "export function other(a: number) {\n  return a && 1;\n}\n" });
  assertEquals(await say(), ["other: other: cyclomatic 2, nesting 1, 3 lines of code"]);
});

const COUNTED: readonly { what: string; path: string; text: string; says: string[] }[] = [
  {
    what: "what stands in a function inside",
    path: "a.ts",
    text:
      "function outer(a: number) {\n  const inner = (b: number) => {\n    return b ? 1 : b && 2;\n  };\n  // if (in a comment) { if (x) }\n  return inner(a);\n}\n",
    says: [
      "inner: cyclomatic 3, nesting 1, 3 lines of code",
      "outer: cyclomatic 1, nesting 1, 3 lines of code",
    ],
  },
  {
    what: "arms of a Kotlin when, not the arrows of lambdas and types",
    path: "a.kt",
    text:
      "fun pick(a: Any, f: (Int) -> Int): Int {\n  val g: (Int) -> Int = { x -> x + 1 }\n  listOf(1).map { row ->\n    f(row)\n  }\n  return when (a) {\n    is String -> 1\n    1, 2 -> g(2)\n    in 3..9 -> { f(3) }\n    else -> a as? Int ?: 0\n  }\n}\n",
    says: ["pick: cyclomatic 5, nesting 2, 12 lines of code"],
  },
  {
    what:
      "names of Ruby that end in a question mark, and names that are other languages' words are no branches",
    path: "a.rb",
    text:
      "def pick(except, cond)\n  return 1 if except.include? :a\n  cond ? 2 : 3 unless except.empty?\nend\n",
    says: ["pick: cyclomatic 4, nesting 1, 4 lines of code"],
  },
];

for (const { what, path, text, says } of COUNTED) {
  Deno.test(`ci_complexity counts by the language: ${what}`, async () => {
    using repository = realRepository();
    repository.write({ [path]: text });
    const { findings } = await tool({ query: "", paths: [path] }, repository.context());
    assertEquals(findings.map(({ summary }) => summary), says);
  });
}
