import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/impact.ts";
import { indexedRepository } from "../indexed_repository.ts";
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
  "tests/market_test.ts": "export const market = 1;\n",
};

async function indexedImpact(args: Record<string, unknown>): Promise<string[]> {
  using indexed = indexedRepository(PLACES);
  for (const day of [2, 3]) {
    indexed.repository.write({
      "src/place.ts": `${PLACES["src/place.ts"]}// ${day}\n`,
      "tests/market_test.ts": `export const market = ${day};\n`,
    });
    indexed.repository.commit(`Day ${day}`, `2026-01-0${day}T12:00:00Z`);
  }
  await indexed.build();
  const { findings, limits } = await tool({ query: "", ...args }, indexed.context());
  assertEquals(limits, []);
  return findings.map(({ path, summary }) => `${path}: ${summary}`);
}

Deno.test("ci_impact with an index gives who implements a type, over two levels, who names it, and the tests that go with its file", async () => {
  assertEquals(await indexedImpact({ symbols: ["Place"] }), [
    "src/shop.ts: Shop implements Place (line 3; 2 uses here)",
    "src/stall.ts: Stall inherits from Shop, which implements Place (line 3; 1 use here)",
    "src/town.ts: walk refers to Place (line 5; 2 uses here)",
    "tests/market_test.ts: test to run: changed with src/place.ts in 3 of its 3 commits",
    "tests/place_test.ts: test to run: named like src/place.ts",
  ]);
});

Deno.test("ci_impact without an index takes no call of another's function of the name for one", async () => {
  using repository = realRepository();
  repository.write({
    "a/cloud.go":
      'package a\n\nimport logs "cloud.example.com/logging"\n\nfunc Cloud() {\n\tlogs.NewClient()\n}\n',
    "b/dial.go": 'package b\n\nimport "example.com/shop"\n\nfunc Dial() {\n\tshop.NewClient()\n}\n',
    "conn.go": "package shop\n\nfunc NewClient() {}\n",
    "conn_test.go": "package shop\n\nfunc TestConn() {}\n",
  });
  const { findings } = await tool({ query: "", symbols: ["NewClient"] }, repository.context());
  assertEquals(findings.map(({ path }) => path), ["b/dial.go", "conn_test.go"]);
});

Deno.test("ci_impact says how many files that name a symbol it did not read", async () => {
  const users = Object.fromEntries(
    Array.from(
      { length: 70 },
      (_, at) => [`src/user${at}.ts`, `export function use${at}() {\n  return priceOf("a");\n}\n`],
    ),
  );
  using indexed = indexedRepository({ ...SHOP, ...users });
  await indexed.build();
  const said = ["ci_impact: 13 files of 74 that name priceOf not read; users may be missing"];
  const { limits } = await tool({ query: "", symbols: ["priceOf"] }, indexed.context());
  assertEquals(limits, said);
  const { limits: none } = await tool({ query: "", symbols: ["total"] }, indexed.context());
  assertEquals(none, []);
});

Deno.test("ci_impact with an index names no file of Go as a test to run that Go does not run", async () => {
  using indexed = indexedRepository({
    "shop/server.go": "package shop\n\nfunc Serve() {}\n",
    "shop/server_test.go": "package shop\n\nfunc TestOther() {}\n",
    "testing/fake/server.go": "package fake\n\nfunc Fake() {}\n",
  });
  await indexed.build();
  const { findings } = await tool({ query: "", symbols: ["Serve"] }, indexed.context());
  assertEquals(findings.map(({ path }) => path), ["shop/server_test.go"]);
});

Deno.test("ci_impact with an index gives what overrides a method and who calls it, and no namesake's callers", async () => {
  const said = await indexedImpact({ symbols: ["Place.open"] });
  assertEquals(said.slice(0, 3), [
    "src/shop.ts: Shop.open overrides Place.open (line 4; 1 use here)",
    "src/stall.ts: Stall.open overrides Place.open (line 4; 1 use here)",
    "src/town.ts: walk calls open (line 6; 1 use here)",
  ]);
  assert(!said.some((each) => each.startsWith("src/file.ts")));
});

Deno.test("ci_impact of a type of Go tells it from another package's of the same name", async () => {
  using indexed = indexedRepository({
    "web/writer.go":
      "package web\n\ntype Writer interface {\n\tFlush()\n}\n\ntype Buffered struct {\n\tWriter\n}\n",
    "web/raw.go": 'package web\n\nimport "io"\n\ntype Raw struct {\n\tio.Writer\n}\n',
    "main.go": 'package main\n\nimport "example.org/web"\n\nfunc start(w web.Writer) {\n\tw.Flush()\n}\n',
    "other.go": 'package main\n\nimport "io"\n\nfunc other(w io.Writer) {\n}\n',
  });
  await indexed.build();
  const { findings } = await tool({ query: "", symbols: ["Writer"] }, indexed.context());
  assertEquals(findings.map(({ path, summary }) => `${path}: ${summary}`), [
    "web/writer.go: Buffered implements Writer (line 8; 1 use here)",
    "main.go: start refers to Writer (line 5; 1 use here)",
  ]);
});

Deno.test("ci_impact counts no use of a thing in itself", async () => {
  using repository = indexedRepository({
    "Pool.java": "class Pool {\n  Log log = Log.of(Pool.class);\n  Pool twice() { return new Pool(); }\n}\n",
    "Use.java": "class Use {\n  Pool pool = new Pool();\n}\n",
  });
  await repository.build();
  const { findings, summary } = await tool({ query: "", symbols: ["Pool"] }, repository.context());
  assertEquals(findings.map(({ path }) => path), ["Use.java"]);
  assertEquals(summary, "Pool: used in 1 file and 0 test files");
});

Deno.test("ci_impact of a method names no override of itself, where a test's type is called like its base", async () => {
  using repository = indexedRepository({
    "views.py":
      "class View:\n    def go(self):\n        pass\n\nclass MethodView(View):\n    def go(self):\n        pass\n",
    "tests/test_views.py":
      "from views import MethodView\n\nclass View(MethodView):\n    def go(self):\n        pass\n",
  });
  await repository.build();
  const { findings } = await tool({ query: "", symbols: ["MethodView.go"] }, repository.context());
  assertEquals(findings.filter(({ summary }) => summary.startsWith("MethodView.go overrides")), []);
  assert(findings.some(({ path }) => path === "tests/test_views.py"));
});

Deno.test("ci_impact of a module of Ruby tells the classes and modules that it is mixed into", async () => {
  using indexed = indexedRepository({
    "lib/helping.rb": "module Helping\n  def help\n  end\nend\n",
    "lib/working.rb": "module Working\n  prepend Helping\nend\n",
    "lib/runner.rb": "class Runner\n  extend Working\nend\n",
  });
  await indexed.build();
  const { findings } = await tool({ query: "", symbol: "Helping" }, indexed.context());
  assertEquals(findings.map(({ summary }) => summary), [
    "Working inherits from Helping (line 2; 1 use here)",
    "Runner inherits from Working, which inherits from Helping (line 1; 1 use here)",
  ]);
});

Deno.test("ci_impact without an index finds types that extend one over another, and what overrides a method there", async () => {
  using repository = realRepository();
  repository.write({
    "src/Jar.php": "<?php\ninterface Jar {\n  public function saveAll();\n}\n",
    "src/PlainJar.php":
      "<?php\nclass PlainJar implements Jar {\n  public function saveAll() {\n    return 1;\n  }\n}\n",
    "src/FileJar.php":
      "<?php\nclass FileJar extends PlainJar {\n  public function saveAll() {\n    return 2;\n  }\n}\n",
  });
  const summaries = async (symbol: string) =>
    (await tool({ query: "", symbols: [symbol] }, repository.context())).findings.map(({ summary }) =>
      summary
    );
  assertEquals(await summaries("Jar"), [
    "PlainJar implements Jar (line 2; 1 use here)",
    "FileJar inherits from PlainJar, which implements Jar (line 2; 1 use here)",
  ]);
  assertEquals(await summaries("Jar.saveAll"), [
    "FileJar.saveAll overrides Jar.saveAll (line 3; 1 use here)",
    "PlainJar.saveAll overrides Jar.saveAll (line 3; 1 use here)",
  ]);
});

Deno.test("ci_impact of a class of Ruby tells it from another module's of the same name", async () => {
  using indexed = indexedRepository({
    "lib/shop/base.rb": "module Shop\n  class Base\n  end\n\n  class Stall < Base\n  end\nend\n",
    "lib/guard/base.rb": "module Guard\n  class Base\n  end\n\n  class Lock < Base\n  end\nend\n",
    "lib/app.rb": "class App < Shop::Base\nend\n\nclass Door < ::Guard::Base\nend\n",
  });
  await indexed.build();
  const summaries = async (symbol: string) =>
    (await tool({ query: "", symbol }, indexed.context())).findings.map(({ summary }) => summary);
  assertEquals(await summaries("Shop::Base"), [
    "App inherits from Base (line 1; 1 use here)",
    "Shop.Stall inherits from Base (line 5; 1 use here)",
  ]);
  assertEquals(await summaries("Guard::Base"), [
    "Door inherits from Base (line 4; 1 use here)",
    "Guard.Lock inherits from Base (line 5; 1 use here)",
  ]);
});

Deno.test("ci_impact of a class of Java tells its heirs from those of another package's class of the name, over three levels", async () => {
  using indexed = indexedRepository({
    "src/shop/Base.java": "package shop;\npublic class Base {\n}\n",
    "src/shop/Stall.java": "package shop;\npublic class Stall extends Base {\n}\n",
    "src/shop/Booth.java": "package shop;\npublic class Booth extends Stall {\n}\n",
    "src/shop/Tent.java": "package shop;\npublic class Tent extends Booth {\n}\n",
    "src/guard/Base.java": "package guard;\npublic class Base {\n}\n",
    "src/guard/Lock.java": "package guard;\npublic class Lock extends Base {\n}\n",
  });
  await indexed.build();
  const { findings } = await tool({ query: "", paths: ["src/shop/Base.java"] }, indexed.context());
  assertEquals(findings.map(({ summary }) => summary), [
    "Stall inherits from Base (line 2; 1 use here)",
    "Booth inherits from Stall, which inherits from Base (line 2; 1 use here)",
    "Tent inherits from Booth, which inherits from Stall, which inherits from Base (line 2; 1 use here)",
  ]);
});

Deno.test("ci_impact of a type takes its extensions for no other type of the name", async () => {
  using indexed = indexedRepository({
    "Source/Shop.swift": "protocol Shop {\n}\n",
    "Source/Stall.swift": "struct Stall: Shop {\n}\nextension Shop where Self == Stall {\n}\n",
    "Source/Town.swift": "func walk(shop: Shop) {\n}\n",
    "Tests/StallTests.swift": "func testStall() {\n}\n",
  });
  await indexed.build();
  const { findings } = await tool({ query: "", symbols: ["Shop"] }, indexed.context());
  assertEquals(findings.map(({ path, confidence }) => `${path} ${confidence}`), [
    "Source/Stall.swift 0.95",
    "Source/Town.swift 0.75",
  ]);
});

Deno.test("ci_impact of a file of C++ does not ask who uses the namespace that it stands in", async () => {
  using indexed = indexedRepository({
    "src/price.h": "namespace shop {\nint priceOf(int item);\nclass Price {\n};\n}\n",
    "src/cart.h": "namespace shop {\nclass Cart {\n};\n}\n",
    "src/run.cc": '#include "cart.h"\nint run() {\n  shop::Cart cart;\n  return 0;\n}\n',
    "src/pay.cc": '#include "price.h"\nint pay(const shop::Price& price) {\n  return 0;\n}\n',
  });
  await indexed.build();
  const { findings, data } = await tool({ query: "", paths: ["src/price.h"] }, indexed.context());
  assertEquals(findings.map(({ path }) => path), ["src/pay.cc"]);
  assertEquals(data["symbols"], ["Price"]);
});

Deno.test("ci_impact of a source whose methods are of a type in its header gives who calls them, and no other language's tests", async () => {
  using repository = indexedRepository({
    "cpp/shop.h": "class Shop {\n public:\n  int Sell(int item);\n  int PriceOf(int item);\n};\n",
    "cpp/shop.cc":
      '#include "shop.h"\nint Shop::Sell(int item) { return PriceOf(item); }\nint Shop::PriceOf(int item) { return item; }\n',
    "cpp/test/shop_test.cc": '#include "../shop.h"\nint main() {\n  Shop shop;\n  return shop.Sell(1);\n}\n',
    "go/shop.go":
      "package shop\n\ntype Pricer interface {\n\tPriceOf(item int) int\n}\n\ntype Shop struct {\n\tPricer\n}\n\nfunc (s *Shop) Sell(item int) int {\n\treturn s.PriceOf(item)\n}\n",
    "go/shop_test.go":
      'package shop\n\nimport "testing"\n\nfunc TestShop(t *testing.T) {\n\tnew(Shop).Sell(1)\n}\n',
    "java/ShopTest.java": "class ShopTest {\n  void sells() {}\n}\n",
  });
  await repository.build();
  const { findings } = await tool({ query: "", paths: ["cpp/shop.cc"] }, repository.context());
  assertEquals(findings.map(({ path, summary }) => `${path} | ${summary}`), [
    "cpp/test/shop_test.cc | test to run: main calls Sell (line 4; 1 use here); named like cpp/shop.cc",
  ]);
});

Deno.test("ci_impact of a file follows what it exports, and nothing that it keeps to itself", async () => {
  using repository = indexedRepository({
    "lib/view.js":
      "var join = path.join;\nvar debug = require('debug')('view');\nmodule.exports = View;\nfunction View(name) {\n  debug(name);\n  return join(name, held);\n}\nfunction tried() {}\n",
    "lib/app.js":
      "var View = require('./view');\nexports.render = function render(name) {\n  return new View(join(name, tried()));\n};\n",
    "lib/other.js":
      "var debug = require('debug')('other');\nexports.use = function use() {\n  debug(join('a', 'b'));\n};\n",
    "shop/helpers.py":
      "def stream(call):\n    def decorator(item):\n        return call(item)\n\n    return decorator\n",
    "shop/views.py":
      "def view(call):\n    def decorator(item):\n        return item\n\n    return decorator\n",
    "shop/app.py": "from .helpers import stream\n\n\ndef run():\n    return stream(decorator)\n",
  });
  await repository.build();
  const said = async (path: string) =>
    (await tool({ query: "", paths: [path] }, repository.context())).findings.map(({ path, summary }) =>
      `${path} | ${summary}`
    );
  assertEquals(await said("lib/view.js"), ["lib/app.js | render calls View (line 3; 1 use here)"]);
  assertEquals(await said("shop/helpers.py"), ["shop/app.py | run calls stream (line 5; 2 uses here)"]);
});

Deno.test("ci_impact takes every name of a script that exports in a list, an object or one by one", async () => {
  using repository = indexedRepository({
    "src/all.ts":
      "const lower = 1;\nfunction first() {}\nfunction second() {}\nfunction third() {}\nexport {\n  first,\n  second as other,\n};\nexport default third;\nexport const fourth = () => lower;\n",
    "src/held.js":
      "const fifth = () => 1;\nconst sixth = () => 2;\nmodule.exports = {\n  fifth,\n  seventh: () => 3,\n};\n",
    "src/plain.js": "function eighth() {}\n",
    "src/user.ts":
      'import third, { first, fourth, other } from "./all.ts";\nfirst();\nother();\nthird();\nfourth();\nlower();\n',
  });
  await repository.build();
  const symbols = async (path: string) =>
    (await tool({ query: "", paths: [path] }, repository.context())).data["symbols"];
  assertEquals(await symbols("src/all.ts"), ["first", "second", "third", "fourth"]);
  assertEquals(await symbols("src/held.js"), ["fifth", "seventh"]);
  assertEquals(await symbols("src/plain.js"), ["eighth"]);
});

Deno.test("ci_impact in Python leaves out who takes the name in from another package", async () => {
  using repository = indexedRepository({
    "src/shop/__init__.py": "from .helpers import redirect as redirect\n",
    "src/shop/helpers.py": "def redirect(url):\n    return url\n\n\ndef url_for(name):\n    return name\n",
    "src/shop/app.py":
      "from werkzeug.utils import redirect as _redirect\nfrom .helpers import url_for\n\n\ndef move(url):\n    return _redirect(url_for(url))\n",
    "src/shop/other.py":
      "from werkzeug.utils import (\n    redirect,\n)\nfrom .helpers import url_for\n\n\ndef go(url):\n    return redirect(url_for(url))\n",
    "src/shop/own.py": "from .helpers import redirect\n\n\ndef own(url):\n    return redirect(url)\n",
    "web.py": "from shop import redirect\n\n\ndef web(url):\n    return redirect(url)\n",
  });
  for (const indexed of [false, true]) {
    if (indexed) await repository.build();
    const { findings } = await tool({ query: "", symbols: ["redirect"] }, repository.context());
    // Without a parser a file that defines nothing is a text.
    const others = indexed ? ["src/shop/__init__.py"] : [];
    assertEquals(findings.map(({ path }) => path), ["src/shop/own.py", "web.py", ...others]);
  }
});

Deno.test("ci_impact takes a plain word for no mention of another language's thing, and a telling name for one", async () => {
  using repository = indexedRepository({
    "src/args.h": "struct node {\n  int at;\n};\nstruct shop_args {\n  int at;\n};\n",
    "src/use.cc":
      '#include "args.h"\nint at(node* one, shop_args* other) {\n  return one->at + other->at;\n}\n',
    "tools/read.py": "def read(node):\n    return node.text, shop_args\n",
  });
  await repository.build();
  const paths = async (symbol: string) =>
    (await tool({ query: "", symbols: [symbol] }, repository.context())).findings.map(({ path }) => path);
  assertEquals(await paths("node"), ["src/use.cc"]);
  assertEquals(await paths("shop_args"), ["src/use.cc", "tools/read.py"]);
});

Deno.test("ci_impact follows what a script takes in, although one of its functions has a variable of the name", async () => {
  using repository = indexedRepository({
    "lib/view.js": "module.exports = View;\nfunction View() {}\n",
    "lib/app.js":
      "var View = require('./view');\nexports.begin = function begin() {\n  this.set('view', View);\n};\nexports.render = function render() {\n  var View = this.get('view');\n  return new View();\n};\n",
  });
  await repository.build();
  const { findings } = await tool({ query: "", symbols: ["View"] }, repository.context());
  assertEquals(findings.map(({ path }) => path), ["lib/app.js", "lib/view.js"]);
});
