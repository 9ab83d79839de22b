import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/impact.ts";
import { realRepository } from "../real_repository.ts";

const SHOP = {
  "src/price.ts": "export class Price {}\nexport function priceOf(item: string) {\n  return 1;\n}\n",
  "src/sale.ts": 'import { Price } from "./price.ts";\nexport class SalePrice extends Price {\n}\n',
  "src/cart.ts":
    'import { priceOf } from "./price.ts";\nexport function total() {\n  return priceOf("a") + priceOf("b");\n}\n',
  "src/side_effect.ts": 'import "./price.ts";\n',
  "src/other.ts": "// priceOf and Price are only mentioned\nexport const other = 1;\n",
  "tests/price_test.ts":
    'import { priceOf } from "../src/price.ts";\nfunction checksPrice() {\n  priceOf("a");\n}\n',
};

Deno.test("ci_impact gives who uses a symbol, and the tests to run", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings, data, summary } = await tool({
    query: "what breaks if I change priceOf?",
    symbols: ["priceOf"],
  }, repository.context());
  assertEquals(findings.map(({ path }) => path), ["src/cart.ts", "tests/price_test.ts"]);
  assertEquals(findings[0]?.summary, "total calls priceOf (line 3; 2 uses here)");
  assert(findings[1]?.summary.startsWith("test to run: checksPrice calls priceOf"));
  assertEquals(data, { symbols: ["priceOf"], dependents: 1, tests: ["tests/price_test.ts"] });
  assertEquals(summary, "priceOf: used in 1 file and 1 test file");
});

Deno.test("ci_impact of a file counts heirs first, then callers, then what only imports it", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings } = await tool({ query: "", paths: ["src/price.ts"] }, repository.context());
  assertEquals(findings.map(({ path }) => path), [
    "src/sale.ts",
    "src/cart.ts",
    "src/side_effect.ts",
    "tests/price_test.ts",
  ]);
  assert(findings[0]?.summary.startsWith("SalePrice inherits from Price"));
  assertEquals(findings[2]?.summary, "imports src/price.ts");
});

Deno.test("ci_impact keeps room for tests however many users there are", async () => {
  using repository = realRepository();
  const users = Object.fromEntries(
    Array.from(
      { length: 30 },
      (_, at) => [`src/user${at}.ts`, `export function use${at}() {\n  return priceOf("a");\n}\n`],
    ),
  );
  repository.write({ ...SHOP, ...users });
  const { findings, truncated } = await tool(
    { query: "", symbols: ["priceOf"], limit: 6 },
    repository.context(),
  );
  assertEquals(findings.length, 6);
  assert(truncated && findings.some(({ path }) => path === "tests/price_test.ts"));
});

Deno.test("ci_impact looks into sixty files and twenty tests, and says how many there are", async () => {
  using repository = realRepository();
  const use = 'export function use() {\n  return priceOf("a");\n}\n';
  const many = (count: number, name: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), use]));
  repository.write({
    ...many(70, (at) => `src/user${at}.ts`),
    ...many(25, (at) => `tests/user${at}_test.ts`),
  });
  const { summary } = await tool({ query: "", symbols: ["priceOf"] }, repository.context());
  assertEquals(summary, "priceOf: used in 60 files and 20 test files, of 95 that name it");
});

Deno.test("ci_impact without a name or a file says so", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings, summary } = await tool({ query: "what is affected" }, repository.context());
  assertEquals([findings, summary], [[], "the request names no symbol and no file"]);
});
