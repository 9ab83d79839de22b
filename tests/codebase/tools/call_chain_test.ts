import { assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/call_chain.ts";
import { childrenEnded } from "../../tools/living.ts";
import { builtRepository } from "../indexed_repository.ts";
import { realRepository } from "../real_repository.ts";

const SHOP = {
  "src/price.ts":
    "export function priceOf(item: string): number {\n  return lookUp(item);\n}\nfunction lookUp(item: string) {\n  return item.length;\n}\n",
  "src/cart.ts":
    'import { priceOf } from "./price.ts";\n\nexport class Cart {\n  // priceOf in a comment is no call\n  total(items: string[]) {\n    return items.reduce((sum, item) => sum + priceOf(item), 0);\n  }\n}\n',
  "src/checkout.ts":
    'import { Cart } from "./cart.ts";\nexport function checkOut(cart: Cart) {\n  return cart.total(["a"]);\n}\n',
  "tests/price_test.ts":
    'import { priceOf } from "../src/price.ts";\nfunction checksPrice() {\n  priceOf("a");\n}\n',
};

/** What the tool says with an index at hand, as `path: summary`; `change` is written after the index was built. */
async function said(
  files: Record<string, string>,
  args: Record<string, unknown>,
  change: Record<string, string> = {},
): Promise<string[]> {
  using indexed = await builtRepository(files);
  indexed.repository.write(change);
  const { findings } = await tool({ query: "", ...args }, indexed.context());
  return findings.map(({ path, summary }) => `${path}: ${summary}`);
}

Deno.test("ci_call_chain gives the definition, its callers, theirs, and what it calls", async () => {
  using indexed = await builtRepository(SHOP);
  const { findings, summary } = await tool({ query: "who calls `priceOf`?", depth: 3 }, indexed.context());
  assertEquals(findings.map(({ path, symbol, summary }) => `${path} ${symbol} | ${summary}`), [
    "src/price.ts priceOf | priceOf: defines priceOf",
    "src/cart.ts Cart.total | Cart.total calls priceOf (line 6)",
    "src/price.ts lookUp | lookUp: called by priceOf at src/price.ts:2",
    "tests/price_test.ts checksPrice | checksPrice calls priceOf (line 3)",
    "src/checkout.ts checkOut | checkOut calls total, which calls priceOf (line 3)",
  ]);
  assertEquals(summary, "priceOf: 1 definition, 3 callers, 1 callee found");
});

Deno.test("ci_call_chain without an index finds nothing and says what it needs", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings, limits } = await tool({ query: "", symbol: "priceOf" }, repository.context());
  await childrenEnded();
  assertEquals([findings, limits], [[], ["ci_call_chain: needs the index, which is not there yet"]]);
});

Deno.test("ci_call_chain finds nothing without a name, and nothing for a name that is nowhere", async () => {
  using indexed = await builtRepository(SHOP);
  const none = await tool({ query: "how does the shop work" }, indexed.context());
  assertEquals([none.findings, none.summary], [[], "the request names no function or method"]);
  const unknown = await tool({ query: "", symbol: "nowhereToBeFound" }, indexed.context());
  assertEquals(unknown.summary, "nowhereToBeFound: no definition and no call found");
});

Deno.test("ci_call_chain says how many files that name a function it did not read", async () => {
  const user = (
    at: number,
  ) => [`src/user${at}.ts`, `export function use${at}() {\n  return priceOf("a");\n}\n`];
  using indexed = await builtRepository({
    ...SHOP,
    ...Object.fromEntries(Array.from({ length: 70 }, (_, at) => user(at))),
  });
  const { limits } = await tool({ query: "", symbols: ["priceOf"], depth: 1 }, indexed.context());
  assertEquals(limits, ["ci_call_chain: 12 files that name priceOf not read; callers may be missing"]);
});

const STORES = {
  "app/store.py": "class Store:\n    def save(self, item):\n        pass\n",
  "app/disk.py":
    "from app.store import Store\n\n\nclass DiskStore(Store):\n    def save(self, item):\n        self.flush()\n\n    def flush(self):\n        pass\n",
  "app/game.py":
    "class Game:\n    def save(self):\n        pass\n\n    def over(self):\n        self.save()\n",
  "app/service.py":
    "from app.store import Store\n\n\nclass Service:\n    def __init__(self, store: Store):\n        self.store = store\n\n    def keep(self, item):\n        self.store.save(item)\n",
  "app/start.py":
    "from app.store import Store\nfrom app.service import Service\n\n\ndef start():\n    return Service(Store())\n",
};

const CASES: { name: string; files: Record<string, string>; symbol: string; says: string[] }[] = [
  {
    name: "a method by what stands before the dot, and none of a namesake",
    files: STORES,
    symbol: "Game.save",
    says: ["app/game.py: Game.save: defines save", "app/game.py: Game.over calls save (line 6)"],
  },
  {
    name: "a method through its base",
    files: STORES,
    symbol: "DiskStore.save",
    says: ["app/disk.py: DiskStore.save: defines save", "app/service.py: Service.keep calls save (line 9)"],
  },
  {
    name: "a constructor by its type's name",
    files: STORES,
    symbol: "Service.__init__",
    says: [
      "app/service.py: Service.__init__: defines __init__",
      "app/start.py: start calls Service (line 6)",
    ],
  },
  {
    name: "a caller once with the lines of its calls, and what stands outside of functions once a file",
    files: {
      "lib/price.js":
        "exports.priceOf = function (a) { return a }\nexports.both = function (a) {\n  return exports.priceOf(a)\n}\n",
      "test/price.js":
        'const { priceOf } = require("../lib/price")\n\ndescribe("it", () => {\n  it("a", () => { priceOf(1) })\n  it("b", () => { priceOf(2) })\n  it("c", () => { priceOf(3) })\n  it("d", () => { priceOf(4) })\n})\n',
    },
    symbol: "priceOf",
    says: [
      "lib/price.js: priceOf: defines priceOf",
      "lib/price.js: both calls priceOf (line 3)",
      "test/price.js: top level calls priceOf (lines 4, 5, 6 and 1 more)",
    ],
  },
  {
    name: "a function of the own package before one of another",
    files: {
      "a/run.go": "package a\n\nfunc Open() {}\n\nfunc Start() {\n\tOpen()\n}\n",
      "b/run.go": "package b\n\nfunc Open() {}\n\nfunc Begin() {\n\tOpen()\n}\n",
      "go.mod": "module example.org/m\n",
    },
    symbol: "a.Open",
    says: ["a/run.go: Open: defines Open", "a/run.go: Start calls Open (line 6)"],
  },
  {
    name: "nothing of another language",
    files: {
      "web/send.ts": "export function sendAll() {}\nexport function go() {\n  sendAll();\n}\n",
      "py/send.py": "def sendAll():\n    pass\n\n\ndef run():\n    sendAll()\n",
    },
    symbol: "send.sendAll",
    says: [
      "py/send.py: sendAll: defines sendAll",
      "web/send.ts: sendAll: defines sendAll",
      "py/send.py: run calls sendAll (line 6)",
      "web/send.ts: go calls sendAll (line 3)",
    ],
  },
];

for (const { name, files, symbol, says } of CASES) {
  Deno.test(`ci_call_chain tells callers of ${name}`, async () => {
    assertEquals(await said(files, { symbol, depth: 1, direction: "callers" }), says);
  });
}

Deno.test("ci_call_chain names what overrides the method that is called", async () => {
  assertEquals(await said(STORES, { symbol: "Service.keep", depth: 1, direction: "callees" }), [
    "app/service.py: Service.keep: defines keep",
    "app/store.py: Store.save: called by keep at app/service.py:9",
    "app/disk.py: DiskStore.save: called by keep at app/service.py:9",
  ]);
});

Deno.test("ci_call_chain sees calls in files that changed since the index was built, and not those that are gone", async () => {
  const changed = {
    "app/game.py":
      "class Game:\n    def save(self):\n        pass\n\n    def won(self):\n        self.save()\n",
  };
  assertEquals(await said(STORES, { symbol: "Game.save", depth: 1, direction: "callers" }, changed), [
    "app/game.py: Game.save: defines save",
    "app/game.py: Game.won calls save (line 6)",
  ]);
});
