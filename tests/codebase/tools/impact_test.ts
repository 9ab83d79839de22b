import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/impact.ts";
import { childrenEnded } from "../../tools/living.ts";
import { builtRepository } from "../indexed_repository.ts";
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

async function impact(files: Record<string, string>, args: Record<string, unknown>) {
  using indexed = await builtRepository(files);
  const answer = await tool({ query: "", ...args }, indexed.context());
  return { ...answer, said: answer.findings.map(({ path, summary }) => `${path}: ${summary}`) };
}

Deno.test("ci_impact gives who uses a symbol, and the tests to run", async () => {
  const { said, summary } = await impact(SHOP, { symbols: ["priceOf"] });
  assertEquals(said, [
    "src/cart.ts: total calls priceOf (line 3; 1 use here)",
    "tests/price_test.ts: test to run: checksPrice calls priceOf (line 3; 1 use here); named like src/price.ts",
  ]);
  assertEquals(summary, "priceOf: used in 1 file and 1 test file");
});

Deno.test("ci_impact of a file counts subtypes first, then callers, then what only imports it", async () => {
  const { findings } = await impact(SHOP, { paths: ["src/price.ts"] });
  assertEquals(findings.map(({ path }) => path), [
    "src/sale.ts",
    "src/cart.ts",
    "src/side_effect.ts",
    "tests/price_test.ts",
  ]);
  assert(findings[0]?.summary.startsWith("SalePrice inherits from Price"));
  assertEquals(findings[2]?.summary, "imports src/price.ts");
});

Deno.test("ci_impact keeps room for tests however many users there are, and says what it did not read", async () => {
  const user = (
    at: number,
  ) => [`src/user${at}.ts`, `export function use${at}() {\n  return priceOf("a");\n}\n`];
  const users = Object.fromEntries(Array.from({ length: 70 }, (_, at) => user(at)));
  const { findings, truncated, limits } = await impact({ ...SHOP, ...users }, {
    symbols: ["priceOf"],
    limit: 6,
  });
  assertEquals(findings.length, 6);
  assert(truncated && findings.some(({ path }) => path === "tests/price_test.ts"));
  assertEquals(limits, ["ci_impact: 13 files that name priceOf not read; users may be missing"]);
});

Deno.test("ci_impact without a name or a file says so, and without an index what it needs", async () => {
  const { findings, summary } = await impact(SHOP, { query: "what is affected" });
  assertEquals([findings, summary], [[], "the request names no symbol and no file"]);
  using repository = realRepository();
  repository.write(SHOP);
  const { limits } = await tool({ query: "", symbols: ["priceOf"] }, repository.context());
  await childrenEnded();
  assertEquals(limits, ["ci_impact: needs the index, which is not there yet"]);
});

const PLACES = {
  "src/place.ts": "export interface Place {\n  open(): void;\n}\n",
  "src/shop.ts":
    'import type { Place } from "./place.ts";\n\nexport class Shop implements Place {\n  open() {}\n}\n',
  "src/stall.ts":
    'import { Shop } from "./shop.ts";\n\nexport class Stall extends Shop {\n  override open() {}\n}\n',
  "src/town.ts":
    'import type {\n  Place,\n} from "./place.ts";\n\nexport function walk(place: Place) {\n  place.open();\n}\n',
  "src/file.ts":
    "export class File {\n  open() {}\n}\nexport function read(file: File) {\n  file.open();\n}\n",
  "tests/place_test.ts": "export const first = 1;\n",
};

Deno.test("ci_impact with an index gives who implements a type, over two levels, who names it, and the tests that go with its file", async () => {
  assertEquals((await impact(PLACES, { symbols: ["Place"] })).said, [
    "src/shop.ts: Shop inherits from Place (line 3; 1 use here)",
    "src/stall.ts: Stall inherits from Shop (line 3; 1 use here)",
    "src/town.ts: walk refers to Place (line 5; 1 use here)",
    "tests/place_test.ts: test to run: named like src/place.ts",
  ]);
});

Deno.test("ci_impact with an index gives what overrides a method and who calls it, and no namesake's callers", async () => {
  const { said } = await impact(PLACES, { symbols: ["Place.open"] });
  assertEquals(said.slice(0, 3), [
    "src/shop.ts: Shop.open overrides Place.open (line 4; 1 use here)",
    "src/stall.ts: Stall.open overrides Place.open (line 4; 1 use here)",
    "src/town.ts: walk calls open (line 6; 1 use here)",
  ]);
  assert(!said.some((each) => each.startsWith("src/file.ts")));
});
