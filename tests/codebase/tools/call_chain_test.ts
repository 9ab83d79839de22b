import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/call_chain.ts";
import { childrenEnded } from "../../tools/living.ts";
import { indexedRepository } from "../indexed_repository.ts";
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

Deno.test("ci_call_chain gives the definition, its callers, theirs, and what it calls", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings, summary } = await tool({ query: "who calls `priceOf`?", depth: 3 }, repository.context());
  const said = findings.map(({ path, symbol, summary }) => `${path} ${symbol} | ${summary}`);
  assertEquals(said, [
    "src/price.ts priceOf | priceOf: defines priceOf",
    "src/cart.ts Cart.total | Cart.total calls priceOf (line 6)",
    "src/price.ts lookUp | lookUp: called by priceOf at src/price.ts:2",
    "src/checkout.ts checkOut | checkOut calls total, which calls priceOf (line 3)",
    "tests/price_test.ts checksPrice | checksPrice calls priceOf (line 3)",
  ]);
  assertEquals(summary, "priceOf: 1 definition, 3 callers, 1 callee found");
});

Deno.test("ci_call_chain holds to depth and direction", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const symbols = async (args: Record<string, unknown>) =>
    (await tool({ query: "", symbol: "priceOf", ...args }, repository.context())).findings.map(({ symbol }) =>
      symbol
    );
  assertEquals(await symbols({ depth: 1, direction: "callers" }), ["priceOf", "Cart.total", "checksPrice"]);
  assertEquals(await symbols({ depth: 3, direction: "callees" }), ["priceOf", "lookUp"]);
});

Deno.test("ci_call_chain of a class's method trusts files that name the class more than those that do not", async () => {
  using repository = realRepository();
  repository.write({
    ...SHOP,
    "src/a_report.ts": "export function report(sheet: { total(): number }) {\n  return sheet.total();\n}\n",
  });
  const { findings } = await tool(
    { query: "", symbol: "Cart.total", depth: 1, direction: "callers" },
    repository.context(),
  );
  assertEquals(findings.map(({ symbol }) => symbol), ["Cart.total", "checkOut", "report"]);
});

Deno.test("ci_call_chain quotes at most twenty lines around the call, and says where from", async () => {
  using repository = realRepository();
  const filler = (count: number) => Array.from({ length: count }, (_, at) => `  step(${at});`).join("\n");
  repository.write({
    "a.ts": `function long() {\n${filler(40)}\n  target();\n${filler(40)}\n}\nfunction target() {}\n`,
  });
  const { findings } = await tool({ query: "", symbol: "target" }, repository.context());
  const caller = findings.find(({ symbol }) => symbol === "long");
  assert(caller?.snippet !== undefined && caller.lines !== undefined);
  assertEquals(caller.snippet.text.split("\n").length, 20);
  assertEquals(caller.snippet.startLine, caller.lines.start);
  assert(caller.lines.start <= 42 && 42 <= caller.lines.end && caller.snippet.text.includes("target();"));
  assertEquals(caller.source, {
    tool: "ci_call_chain",
    version: "0123456789ab",
    time: "2026-03-01T00:00:00Z",
  });
});

Deno.test("ci_call_chain finds nothing without a name, and nothing for a name that is nowhere", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const none = await tool({ query: "how does the shop work" }, repository.context());
  assertEquals([none.findings, none.summary], [[], "the request names no function or method"]);
  const unknown = await tool({ query: "", symbol: "nowhereToBeFound" }, repository.context());
  assertEquals([unknown.findings, unknown.summary], [
    [],
    "nowhereToBeFound: no definition and no call found",
  ]);
});

Deno.test("ci_call_chain that has no time left gives an answer and says that it was cut off", async () => {
  using repository = realRepository();
  repository.write(SHOP);
  const { findings, limits } = await tool({ query: "", symbol: "priceOf" }, repository.context({ ms: 0 }));
  assertEquals([findings, limits], [[], ["ci_call_chain: search cut off; callers may be missing"]]);
  await childrenEnded();
});

/** What the tool says of a symbol with an index at hand, as `place: summary`. */
async function saidOf(
  files: Record<string, string>,
  args: Record<string, unknown>,
  change: Record<string, string> = {},
): Promise<string[]> {
  using indexed = indexedRepository(files);
  await indexed.build();
  indexed.repository.write(change);
  const { findings, limits } = await tool({ query: "", ...args }, indexed.context());
  assertEquals(limits, []);
  return findings.map(({ path, summary }) => `${path}: ${summary}`);
}

const STACK = {
  "app/store.py": "class Store:\n    def save(self, item):\n        pass\n",
  "app/disk.py":
    "from app.store import Store\n\n\nclass DiskStore(Store):\n    def save(self, item):\n        self.flush()\n\n    def flush(self):\n        pass\n",
  "app/game.py":
    "class Game:\n    def save(self):\n        pass\n\n    def over(self):\n        self.save()\n",
  "app/service.py":
    "from app.store import Store\n\n\nclass Service:\n    def __init__(self, store: Store):\n        self.store = store\n\n    def keep(self, item):\n        self.store.save(item)\n",
};

Deno.test("ci_call_chain with an index gives what is before the dot its type: callers through the base, and none of a namesake", async () => {
  assertEquals(await saidOf(STACK, { symbol: "DiskStore.save", depth: 1, direction: "callers" }), [
    "app/disk.py: DiskStore.save: defines save",
    "app/service.py: Service.keep calls save, through Store (line 9)",
  ]);
  assertEquals(await saidOf(STACK, { symbol: "Game.save", depth: 1, direction: "callers" }), [
    "app/game.py: Game.save: defines save",
    "app/game.py: Game.over calls save (line 6)",
  ]);
});

Deno.test("ci_call_chain with an index names what overrides the method that is called", async () => {
  assertEquals(await saidOf(STACK, { symbol: "Service.keep", depth: 1, direction: "callees" }), [
    "app/service.py: Service.keep: defines keep",
    "app/store.py: Store.save: called by keep at app/service.py:9",
    "app/disk.py: DiskStore.save: called by keep at app/service.py:9, where it overrides Store.save",
  ]);
});

Deno.test("ci_call_chain with an index sees calls in files that changed since, and not those that are gone", async () => {
  const said = await saidOf(STACK, { symbol: "Game.save", depth: 1, direction: "callers" }, {
    "app/game.py":
      "class Game:\n    def save(self):\n        pass\n\n    def lost(self):\n        pass\n\n    def won(self):\n        self.save()\n",
  });
  assertEquals(said, [
    "app/game.py: Game.save: defines save",
    "app/game.py: Game.won calls save (line 9)",
  ]);
});

Deno.test("ci_call_chain finds who makes an object through its constructor", async () => {
  const said = await saidOf({
    ...STACK,
    "app/start.py":
      "from app.store import Store\nfrom app.service import Service\n\n\ndef start():\n    return Service(Store())\n",
  }, { symbol: "Service.__init__", depth: 1, direction: "callers" });
  assertEquals(said, [
    "app/service.py: Service.__init__: defines __init__",
    "app/start.py: start calls Service (line 6)",
  ]);
});

Deno.test("ci_call_chain shows a caller once with the lines of its calls, and what stands outside of functions once a file", async () => {
  using repository = indexedRepository({
    "lib/price.js":
      "exports.priceOf = function (a) { return a }\nexports.both = function (a) {\n  keep(exports.priceOf)\n  return exports.priceOf(a)\n}\n",
    "test/price.js":
      'const { priceOf } = require("../lib/price")\n\ndescribe("it", () => {\n  it("a", () => { priceOf(1) })\n  it("b", () => { priceOf(2) })\n  it("c", () => { priceOf(3) })\n  it("d", () => { priceOf(4) })\n})\n',
  });
  await repository.build();
  const { findings, summary } = await tool({ query: "", symbol: "priceOf" }, repository.context());
  assertEquals(findings.map(({ path, summary }) => `${path} | ${summary}`), [
    "lib/price.js | priceOf: defines priceOf",
    "lib/price.js | both calls priceOf (line 4)",
    "test/price.js | top level calls priceOf (lines 4, 5, 6 and 1 more)",
  ]);
  assertEquals(summary, "priceOf: 1 definition, 2 callers, 0 callees found");
});

Deno.test("ci_call_chain takes overloads for one definition, and a header's line for a declaration", async () => {
  using repository = indexedRepository({
    "Text.java":
      "class Text {\n  int find(int a) { return find(a, 0); }\n  int find(int a, int b) { return a; }\n  int twice(int a) { return find(a) + find(a, 1); }\n}\n",
    "net.h": "int net_open(int a);\n",
    "net.c": '#include "net.h"\n\nint net_open(int a) {\n  return a;\n}\n',
  });
  await repository.build();
  const said = async (symbol: string) =>
    (await tool({ query: "", symbol }, repository.context())).findings.map(({ path, summary }) =>
      `${path} | ${summary}`
    );
  assertEquals(await said("Text.find"), [
    "Text.java | Text.find: defines find (lines 2, 3)",
    "Text.java | Text.twice calls find (line 4)",
  ]);
  assertEquals(await said("net_open"), [
    "net.c | net_open: defines net_open",
    "net.h | top level declares net_open (line 1)",
  ]);
});

Deno.test("ci_call_chain with an index follows a function under the name that a file imports it by, default and handed on ones too", async () => {
  using repository = indexedRepository({
    "lib/shop.js": "exports = module.exports = createShop;\n\nfunction createShop() {\n  return {};\n}\n",
    "index.js": 'module.exports = require("./lib/shop");\n',
    "test/shop.js": 'const shop = require("../");\n\nit("opens", () => {\n  shop();\n});\n',
    "web/price.ts": "export default function priceOf() {}\nexport function taxOf() {}\n",
    "web/cart.ts":
      'import price, { taxOf as tax } from "./price.ts";\n\nexport function total() {\n  return price() + tax();\n}\n',
    "app/money.py": "def convert(a):\n    return a\n",
    "app/pay.py": "from app.money import convert as to_euro\n\ndef pay(a):\n    return to_euro(a)\n",
    "app/other.py": "def to_euro(a):\n    return a\n\ndef keep(a):\n    return to_euro(a)\n",
  });
  await repository.build();
  const callers = async (symbol: string) =>
    (await tool({ query: "", symbol, direction: "callers", depth: 1 }, repository.context())).findings
      .map(({ path, summary }) => `${path} | ${summary}`).filter((said) => said.includes(" calls "));
  assertEquals(await callers("createShop"), [
    "test/shop.js | top level calls createShop, imported as shop (line 4)",
  ]);
  assertEquals(await callers("priceOf"), ["web/cart.ts | total calls priceOf, imported as price (line 4)"]);
  assertEquals(await callers("taxOf"), ["web/cart.ts | total calls taxOf, imported as tax (line 4)"]);
  assertEquals(await callers("convert"), ["app/pay.py | pay calls convert, imported as to_euro (line 4)"]);
});

Deno.test("ci_call_chain with an index says how many files that name a function it did not read", async () => {
  const users = Object.fromEntries(
    Array.from(
      { length: 70 },
      (_, at) => [`src/user${at}.ts`, `export function use${at}() {\n  return priceOf("a");\n}\n`],
    ),
  );
  using indexed = indexedRepository({ ...SHOP, ...users });
  await indexed.build();
  const { limits } = await tool({ query: "", symbols: ["priceOf"], depth: 1 }, indexed.context());
  assertEquals(limits, ["ci_call_chain: 12 files of 73 that name priceOf not read; callers may be missing"]);
  const { limits: none } = await tool({ query: "", symbols: ["checkOut"] }, indexed.context());
  assertEquals(none, []);
});

Deno.test("ci_call_chain follows Ruby's modules that include modules, with an index and without one", async () => {
  using indexed = indexedRepository({
    "lib/a.rb": "module Deep\n  module Helping\n    def help_out(a)\n      1\n    end\n  end\nend\n",
    "lib/b.rb":
      "module Working\n  include Comparable, Deep::Helping\n\n  def work\n    help_out(1)\n  end\nend\n",
    "lib/c.rb": "class Runner\n  include(Working)\n\n  def run_all\n    help_out(2)\n  end\nend\n",
    "lib/d.rb":
      "class Sub < Runner\n  def again\n    self.help_out(3)\n    Runner.new.help_out(3)\n  end\nend\n",
    "lib/e.rb": "class Other\n  def never\n    help_out(4)\n  end\nend\n",
  });
  for (const built of [false, true]) {
    if (built) await indexed.build();
    const { findings } = await tool(
      { query: "", symbol: "help_out", direction: "callers" },
      indexed.context(),
    );
    assertEquals(findings.map(({ summary, confidence }) => `${summary} ${confidence}`), [
      "Helping.help_out: defines help_out 0.95",
      "Working.work calls help_out (line 5) 0.9",
      "Runner.run_all calls help_out (line 5) 0.9",
      "Sub.again calls help_out (lines 3, 4) 0.9",
    ]);
  }
});

Deno.test("ci_call_chain goes on through a function that only tests call very often", async () => {
  using repository = realRepository();
  const calls = Array.from({ length: 70 }, (_, at) => `  Maker.create(${at});`).join("\n");
  repository.write({
    "src/Maker.php":
      "<?php\nclass Maker {\n  public static function create($a) {\n    return self::chooseOne($a);\n  }\n  public static function chooseOne($a) {\n    return $a;\n  }\n}\n",
    "src/Client.php":
      "<?php\nclass Client {\n  public function open() {\n    return Maker::create(1);\n  }\n}\n",
    "tests/MakerTest.php": `<?php\nclass MakerTest {\n  public function testAll() {\n${
      calls.replaceAll(".", "::")
    }\n  }\n}\n`,
  });
  const { findings } = await tool(
    { query: "", symbol: "chooseOne", direction: "callers" },
    repository.context(),
  );
  assertEquals(findings.map(({ summary }) => summary), [
    "Maker.chooseOne: defines chooseOne",
    "Maker.create calls chooseOne (line 4)",
    "Client.open calls create, which calls chooseOne (line 4)",
  ]);
});

Deno.test("ci_call_chain without an index sees Ruby's calls without parentheses, and no variable or symbol of the name", async () => {
  using repository = realRepository();
  repository.write({
    "lib/document.rb":
      "class Document\n  def read_all\n    merge_all unless done\n    [1].each { |each| merge_all if each }\n  end\n\n  def merge_all\n  end\n\n  def other(merge_all)\n    puts merge_all\n  end\n\n  def another\n    merge_all = 1\n    send(:merge_all, merge_all: merge_all)\n  end\n\n  attr_reader :done\nend\n",
    "lib/reader.rb":
      "class Reader\n  def start\n    document = Document.new\n    document.merge_all if true\n  end\nend\n",
  });
  const { findings } = await tool(
    { query: "", symbol: "merge_all", direction: "callers", depth: 1 },
    repository.context(),
  );
  assertEquals(findings.map(({ summary }) => summary), [
    "Document.merge_all: defines merge_all",
    "Document.read_all calls merge_all (lines 3, 4)",
    "Reader.start calls merge_all (line 4)",
  ]);
});

Deno.test("ci_call_chain takes a required function for no definition of its own", async () => {
  using repository = realRepository();
  repository.write({
    "utils.js": "exports.charset = function charset(a) {\n  return a;\n};\n",
    "response.js": "var charset = require('./utils').charset;\nfunction send() {\n  return charset(1);\n}\n",
  });
  const { findings } = await tool({ query: "", symbol: "charset", depth: 1 }, repository.context());
  assertEquals(findings.map(({ path, summary }) => `${path} ${summary}`), [
    "utils.js charset: defines charset",
    "response.js send calls charset (line 3)",
  ]);
});

Deno.test("ci_call_chain passes over a script's own variable of the name", async () => {
  using repository = realRepository();
  repository.write({
    "src/effect.ts":
      "export function run() {\n  cleanUpAll(1);\n}\nexport function cleanUpAll(a: number) {\n  return a;\n}\n",
    "src/other.ts":
      'import { spy } from "./spy.ts";\nexport function check() {\n  const cleanUpAll = spy();\n  effect(cleanUpAll);\n  cleanUpAll(2);\n}\n',
    "src/shadow.ts":
      'import {\n  cleanUpAll,\n  type Other,\n} from "./effect.ts";\nexport function first() {\n  cleanUpAll(4);\n}\nfunction second() {\n  const cleanUpAll = 1;\n}\n',
    "src/lazy.js":
      "function late() {\n  const cleanUpAll = require('./effect').cleanUpAll;\n  cleanUpAll(3);\n}\n",
    "src/whole.ts":
      'import * as effect from "./effect.ts";\nexport function third() {\n  effect.cleanUpAll(5);\n}\nfunction fourth() {\n  const cleanUpAll = 1;\n}\n',
  });
  const { findings } = await tool(
    { query: "", symbol: "cleanUpAll", direction: "callers", depth: 1 },
    repository.context(),
  );
  assertEquals(findings.filter(({ path }) => path === "src/other.ts"), []);
  const told = findings.map(({ path, summary }) => `${path} ${summary}`).filter((each) =>
    !each.includes("refers")
  );
  assertEquals(told, [
    "src/effect.ts cleanUpAll: defines cleanUpAll",
    "src/effect.ts run calls cleanUpAll (line 2)",
    "src/lazy.js late calls cleanUpAll (line 3)",
    "src/shadow.ts first calls cleanUpAll (line 6)",
    "src/whole.ts third calls cleanUpAll (line 3)",
  ]);
});

Deno.test("ci_call_chain without an index finds what is called in other files of a package, and says that there may be more", async () => {
  using repository = realRepository();
  repository.write({
    "src/shop/Shop.java":
      "package shop;\npublic class Shop {\n  int sell(int item) {\n    return Price.lookUpPrice(item) + new Tax().addTax(item);\n  }\n}\n",
    "src/shop/Price.java":
      "package shop;\npublic class Price {\n  static int lookUpPrice(int item) {\n    return item;\n  }\n}\n",
    "src/shop/Tax.java":
      "package shop;\npublic class Tax {\n  public int addTax(int item) {\n    return item;\n  }\n}\n",
  });
  const ask = (direction: string) =>
    tool({ query: "", symbol: "Shop.sell", direction }, repository.context());
  const { findings, limits } = await ask("callees");
  assertEquals(findings.map(({ symbol }) => symbol), ["Shop.sell", "Price.lookUpPrice", "Tax", "Tax.addTax"]);
  assertEquals(limits, [
    "ci_call_chain: no index yet; what is called in files that were not read may be missing",
  ]);
  assertEquals((await ask("callers")).limits, []);
});

Deno.test("ci_call_chain of C++ follows calls by a function's namespace, and by no other", async () => {
  using indexed = indexedRepository({
    "shop/price.h": "namespace shop {\nint priceOf(int item);\n}\n",
    "shop/price.cc": '#include "price.h"\nnamespace shop {\nint priceOf(int item) {\n  return item;\n}\n}\n',
    "other/price.cc": "namespace other {\nint sum(int item) {\n  return item;\n}\n}\n",
    "app/cart.cc":
      '#include "price.h"\nint total(int item) {\n  return shop::priceOf(item) + ::shop::priceOf(item);\n}\nint none(int item) {\n  return other::priceOf(item) + std::priceOf(item) + item.priceOf(item);\n}\nint renamed(int item) {\n  namespace its = shop;\n  return its::priceOf(item);\n}\nint all(int item) {\n  return ::total(item);\n}\n',
  });
  await indexed.build();
  const said = async (symbol: string) =>
    (await tool({ query: "", symbol, depth: 1, direction: "callers" }, indexed.context())).findings
      .map(({ symbol, summary }) => `${symbol} | ${summary}`).filter((each) => each.includes(" calls "));
  assertEquals(await said("priceOf"), [
    "total | total calls priceOf (line 3)",
    "renamed | renamed calls priceOf (line 10); by its name alone",
  ]);
  assertEquals(await said("total"), ["all | all calls total (line 13)"]);
  const { findings } = await tool(
    { query: "", symbol: "total", depth: 1, direction: "callees" },
    indexed.context(),
  );
  assertEquals(findings.map(({ path, symbol }) => `${path} ${symbol}`), [
    "app/cart.cc total",
    "shop/price.cc priceOf",
  ]);
});

Deno.test("ci_call_chain takes C++'s method from its source, and its header for a declaration", async () => {
  using repository = indexedRepository({
    "src/shop.h": "class Shop {\n public:\n  int sell(int item);\n  int priceOf(int item);\n};\n",
    "src/shop.cc":
      '#include "shop.h"\nint Shop::sell(int item) {\n  return priceOf(item);\n}\nint Shop::priceOf(int item) {\n  return item;\n}\n',
    "src/cart.cc": '#include "shop.h"\nint total(Shop& shop) {\n  return shop.sell(1);\n}\n',
  });
  await repository.build();
  const said = async (symbol: string) =>
    (await tool({ query: "", symbol, depth: 2 }, repository.context())).findings.map((
      { path, lines, summary },
    ) => `${path}:${lines?.start} ${summary}`);
  assertEquals(await said("Shop.sell"), [
    "src/shop.cc:2 Shop.sell: defines sell",
    "src/shop.h:3 Shop.sell declares sell (line 3)",
    "src/cart.cc:2 total calls sell (line 3)",
    "src/shop.cc:5 Shop.priceOf: called by sell at src/shop.cc:3",
  ]);
  assertEquals(await said("total"), [
    "src/cart.cc:2 total: defines total",
    "src/shop.cc:2 Shop.sell: called by total at src/cart.cc:3",
    "src/shop.cc:5 Shop.priceOf: called by sell at src/shop.cc:3",
  ]);
});

/** A library that is there once for each language, as SDKs are. */
const SDK = {
  "go/shop.go":
    "package shop\n\ntype Pricer interface {\n\tPriceOf(item string) int\n}\n\ntype Shop struct {\n\tPricer\n}\n\n" +
    "func (s *Shop) Sell(item string) int {\n\treturn s.PriceOf(item)\n}\n",
  "go/shop_test.go":
    'package shop\n\nimport "testing"\n\nfunc TestShop(t *testing.T) {\n\tnew(Shop).Sell("a")\n}\n',
  "cpp/shop.h": "class Shop {\n public:\n  int Sell(int item);\n  int PriceOf(int item);\n};\n",
  "cpp/shop.cc":
    '#include "shop.h"\nint Shop::Sell(int item) { return PriceOf(item); }\nint Shop::PriceOf(int item) { return item; }\n',
  "cpp/test/shop_test.cc": '#include "../shop.h"\nint main() {\n  Shop shop;\n  return shop.Sell(1);\n}\n',
  "kt/Shop.kt":
    "class Shop {\n  fun PriceOf(item: Int) = item\n  fun Sell(item: Int) = PriceOf(item)\n  fun all() = Sell(1)\n}\n",
  "rs/src/lib.rs":
    "pub struct Shop;\nimpl Shop {\n    pub fn sell_it(&self) -> u32 {\n        price_of()\n    }\n}\npub fn price_of() -> u32 {\n    1\n}\n",
  "py/shop.py": "def price_of():\n    return 1\n\n\ndef sell_it():\n    return price_of()\n",
};

for (const indexed of [false, true]) {
  const how = indexed ? "with an index" : "without an index";

  Deno.test(`ci_call_chain stays in the language where each has the names of its own, ${how}`, async () => {
    using repository = indexedRepository(SDK);
    if (indexed) await repository.build();
    const folders = async (symbol: string) =>
      (await tool({ query: "", symbol, depth: 3 }, repository.context())).findings.map((
        { path = "", symbol },
      ) => `${path.split("/")[0]} ${symbol}`);
    assertEquals((await folders("Shop.Sell")).filter((each) => /PriceOf/.test(each)).sort(), [
      "cpp Shop.PriceOf",
      "go Pricer.PriceOf",
      "kt Shop.PriceOf",
    ]);
    assertEquals((await folders("price_of")).sort(), [
      "py price_of",
      "py sell_it",
      "rs Shop.sell_it",
      "rs price_of",
    ]);
  });
}

Deno.test("ci_call_chain follows what one language binds of another", async () => {
  using repository = indexedRepository({
    "rs/src/lib.rs": "#[pyfunction]\nfn price_of_item() -> u32 {\n    1\n}\n",
    "py/shop.py": "from shop_rs import price_of_item\n\n\ndef sell():\n    return price_of_item()\n",
  });
  await repository.build();
  const { findings } = await tool({ query: "", symbol: "price_of_item" }, repository.context());
  assertEquals(findings.map(({ path, symbol }) => `${path} ${symbol}`), [
    "rs/src/lib.rs price_of_item",
    "py/shop.py sell",
  ]);
});
