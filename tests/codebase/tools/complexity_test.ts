import { assert, assertEquals, assertRejects } from "@std/assert";
import { AutoToolsError } from "../../../lib/contract/error_codes.ts";
import { tool } from "../../../lib/codebase/tools/complexity.ts";
import { indexedRepository } from "../indexed_repository.ts";
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

Deno.test("ci_complexity refuses arguments of a wrong type", async () => {
  using repository = realRepository();
  const error = await assertRejects(
    async () => await tool({ query: "", paths: "a.py" }, repository.context()),
    AutoToolsError,
  );
  assertEquals(error.code, "E_INVALID_ARGS");
});

Deno.test("ci_complexity with an index takes functions as a parser found them, and those of a changed file as they are now", async () => {
  const head =
    "export const handlers = {\n  open: async (a: number) => {\n    if (a) return 1;\n    return a > 2 ? 3 : 4;\n  },\n};\n";
  using indexed = indexedRepository({ "a.ts": head });
  await indexed.build();
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
    what: "a condition whose parts stand on lines of their own",
    path: "a.ts",
    text:
      "function pick(a: number, b?: string) {\n  const first = a > 1\n    ? b ?? 'x'\n    : a ? 'y' : 'z';\n  return a ?\n    first :\n    b?.length;\n}\n",
    says: ["pick: cyclomatic 5, nesting 1, 8 lines of code"],
  },
  {
    what: "arms of a Kotlin when, not the arrows of lambdas and types",
    path: "a.kt",
    text:
      "fun pick(a: Any, f: (Int) -> Int): Int {\n  val g: (Int) -> Int = { x -> x + 1 }\n  listOf(1).map { row ->\n    f(row)\n  }\n  return when (a) {\n    is String -> 1\n    1, 2 -> g(2)\n    in 3..9 -> { f(3) }\n    else -> a as? Int ?: 0\n  }\n}\n",
    says: ["pick: cyclomatic 5, nesting 2, 12 lines of code"],
  },
  {
    what: "conditions for C's compiler, and macros",
    path: "a.c",
    text:
      "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint f(int a)\n{\n#if defined(A) || defined(B)\n  if(a)\n    return 1;\n#endif\n  return 2;\n}\n",
    says: ["f: cyclomatic 2, nesting 1, 8 lines of code"],
  },
  {
    what: "blocks of Bash by their indentation",
    path: "run.sh",
    text:
      "run() {\n  for each in a b; do\n    if [[ $each == a ]]; then\n      echo a\n    elif [[ $each == b ]]; then\n      echo b\n    fi\n  done\n}\n",
    says: ["run: cyclomatic 4, nesting 3, 9 lines of code"],
  },
  {
    what:
      "names of Ruby that end in a question mark, and names that are other languages' words are no branches",
    path: "a.rb",
    text:
      "def pick(except, cond)\n  return 1 if except.include? :a\n  cond ? 2 : 3 unless except.empty?\nend\n",
    says: ["pick: cyclomatic 4, nesting 1, 4 lines of code"],
  },
  {
    what: "types of Swift that may be nothing are no branches",
    path: "a.swift",
    text:
      "func ask(name: String? = nil, port: (any Port)? = nil, count: Int) -> Int {\n  guard name != nil else { return 0 }\n  return count > 1 ? 1 : 2\n}\n",
    says: ["ask: cyclomatic 3, nesting 1, 4 lines of code"],
  },
  {
    what: "types of Kotlin that may be nothing are no branches",
    path: "a.kt",
    text:
      "fun ask(name: String? = null, count: Int): Int {\n  if (name == null) return 0\n  return count\n}\n",
    says: ["ask: cyclomatic 2, nesting 1, 4 lines of code"],
  },
  {
    what: "variables of C are no branches",
    path: "a.c",
    text: "int ask(int cond, int when) {\n  if (cond) return when;\n  return cond ? 1 : 2;\n}\n",
    says: ["ask: cyclomatic 3, nesting 1, 4 lines of code"],
  },
  {
    what: "what Java's tests expect are no branches",
    path: "src/A.java",
    text: "class A {\n  void ask(Shop shop) {\n    when(shop.sell()).thenReturn(1);\n  }\n}\n",
    says: ["A.ask: cyclomatic 1, nesting 1, 3 lines of code"],
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

Deno.test("ci_complexity of a type measures its methods, those in extensions as well", async () => {
  using repository = realRepository();
  repository.write({
    "src/Shop.swift": "class Shop {\n  func sell() {\n    if open { pay() }\n  }\n}\nfunc other() {}\n",
    "src/Shop+Cart.swift": "extension Shop {\n  func add() {}\n}\n",
  });
  const { findings, summary } = await tool({ query: "", symbols: ["Shop"] }, repository.context());
  assertEquals(findings.map(({ symbol }) => symbol), ["Shop.sell", "Shop.add"]);
  assert(summary.includes("the files that define Shop"));
});
