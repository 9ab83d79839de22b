import { assertEquals } from "@std/assert";
import type { FusedItem } from "../../lib/kernel/fuse.ts";
import { areTwins } from "../../lib/kernel/twins.ts";

function item(path: string, { symbol, text }: { symbol?: string; text?: string } = {}): FusedItem {
  return {
    tool: "ci_search",
    path,
    title: path,
    summary: "",
    ...(symbol === undefined ? {} : { symbol }),
    snippet: { startLine: 1, text: text ?? path },
    confidence: 1,
    sources: [],
    truncated: false,
  };
}

const TWINS: [string, string][] = [
  ["src/UserServiceImpl.java", "src/UserService.java"],
  ["src/Store.java", "src/DefaultStore.java"],
  ["src/Store.java", "src/AbstractStore.java"],
  ["Core/IStore.cs", "Core/Store.cs"],
  ["src/client.py", "tests/test_client.py"],
  ["store/client.go", "store/client_test.go"],
  ["src/StoreTests.java", "src/Store.java"],
  ["src/button.spec.tsx", "src/button.tsx"],
  ["lib/parse.d.ts", "lib/parse.js"],
  ["include/parse.h", "src/parse.c"],
  ["pkg/parse.pyi", "pkg/parse.py"],
  ["api/user.pb.go", "api/user.go"],
  ["web/cors/CorsUtils.java", "web/cors/reactive/CorsUtils.java"],
  ["src/date-picker.ts", "vendor/date_picker.ts"],
];
for (const [one, other] of TWINS) {
  Deno.test(`${one} and ${other} are twins`, () => {
    assertEquals([areTwins(item(one), item(other)), areTwins(item(other), item(one))], [true, true]);
  });
}

const APART: [string, string][] = [
  ["orders/models.py", "billing/models.py"],
  ["a/index.ts", "b/index.test.ts"],
  ["a/__init__.py", "b/__init__.py"],
  ["src/button.tsx", "src/button.css"],
  ["src/contest.py", "src/con.py"],
  ["src/Item.java", "src/Tem.java"],
  ["src/test.py", "src/spec.py"],
  ["src/retry.ts", "src/backoff.ts"],
];
for (const [one, other] of APART) {
  Deno.test(`${one} and ${other} are no twins`, () => assertEquals(areTwins(item(one), item(other)), false));
}

Deno.test("files of one plain name are twins where it is the same symbol, or nearly the same text", () => {
  const [one, other] = ["orders/models.py", "billing/models.py"];
  assertEquals(areTwins(item(one, { symbol: "Price" }), item(other, { symbol: "Price" })), true);
  assertEquals(areTwins(item(one, { symbol: "Price" }), item(other, { symbol: "Order" })), false);
  const text = ["class Price:", "  amount = 1", "  currency = 2", "  total = 3"].join("\n");
  assertEquals(areTwins(item("a.py", { text }), item("b.py", { text: `${text}\n  taxed = 4\n` })), true);
  assertEquals(
    areTwins(item("a.py", { text }), item("b.py", { text: "class Price:\n  a = 1\n  b = 1\n  c = 1" })),
    false,
  );
  assertEquals(areTwins(item("a.py", { text: "}\n}" }), item("b.py", { text: "}\n}" })), false);
});

Deno.test("two places of one file are no twins for its name", () => {
  assertEquals(areTwins(item("src/date_picker.ts"), item("src/date_picker.ts", { text: "other" })), false);
});
