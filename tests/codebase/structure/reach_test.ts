import { assert, assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { sourceReader } from "../../../lib/codebase/files/source_file.ts";
import { enclosingCallable } from "../../../lib/codebase/structure/enclosing.ts";
import { declaredType, resultType } from "../../../lib/codebase/structure/declared_type.ts";
import { maskedLines } from "../../../lib/codebase/structure/mask.ts";
import { type Defined, definitionsMeant, Hierarchy } from "../../../lib/codebase/structure/hierarchy.ts";
import { reach } from "../../../lib/codebase/structure/reach.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import type { Outline } from "../../../lib/codebase/syntax/outline.ts";
import { realRepository } from "../real_repository.ts";

/** For each call of `name`, in order of paths and lines: how surely it means the method or function `target`. */
async function reached(files: Record<string, string>, target: string): Promise<Record<string, number>> {
  using repository = realRepository();
  repository.write(files);
  const parser = outliner();
  const outlines = new Map<string, Outline | undefined>();
  for (const [path, text] of Object.entries(files)) {
    outlines.set(path, await parser.outline(text, language(path), path));
  }
  parser.close();
  const read = sourceReader(repoFiles(repository.context()), (path) => outlines.get(path));
  const all = Object.keys(files).sort().flatMap((path) => read(path) ?? []);
  const defined = (wanted: (each: Defined["definition"]) => boolean) =>
    all.flatMap((file) => file.definitions.filter(wanted).map((definition) => ({ file, definition })));
  const hierarchy = new Hierarchy({
    definers: (name) => defined((each) => each.name === name),
    heirs: (name) => defined(({ bases }) => bases?.includes(name) === true),
  });
  const [container, name = ""] = target.split(".");
  const [meant] = definitionsMeant({
    name,
    ...(container !== undefined && container !== "" && { container }),
  }, hierarchy);
  if (meant === undefined) throw new Error(`no ${target}`);
  const found: Record<string, number> = {};
  for (const file of all) {
    for (const call of file.calls.filter((each) => each.name === name)) {
      const caller = enclosingCallable(file.definitions, call.line);
      const { sure } = reach({ call, file, ...(caller && { caller }) }, meant, {
        hierarchy,
        imports: () => [],
      });
      found[`${file.path}:${call.line}`] = sure;
    }
  }
  return found;
}

Deno.test("a call on a value of a declared type means that type's method, its base's or an heir's, and no other's", async () => {
  const files = {
    "Base.java": "abstract class Base {\n  abstract void save();\n}\n",
    "Disk.java":
      "class Disk extends Base {\n  void save() {}\n  void all() { save(); this.save(); super.save(); }\n}\n",
    "Game.java": "class Game {\n  void save() {}\n}\n",
    "Use.java":
      "class Use {\n  private final Disk disk = new Disk();\n  private Game game;\n  void a(Base base) { base.save(); }\n  void b() { disk.save(); }\n  void c() { game.save(); }\n}\n",
  };
  assertEquals(await reached(files, "Disk.save"), {
    "Disk.java:3": 0,
    "Use.java:4": 0.85,
    "Use.java:5": 1,
    "Use.java:6": 0,
  });
});

Deno.test("a bare call means the own type's method, not the base's that it stands in for; in an inner type too", async () => {
  const files = {
    "Base.kt": "interface Base {\n  fun save()\n}\n",
    "Disk.kt":
      "class Disk : Base {\n  override fun save() {}\n  fun all() { save() }\n  inner class Part {\n    fun one() { save() }\n  }\n}\n",
    "Tape.kt": "abstract class Tape : Base {\n  inner class Part {\n    fun one() { save() }\n  }\n}\n",
  };
  assertEquals(await reached(files, "Base.save"), { "Disk.kt:3": 0, "Disk.kt:5": 0, "Tape.kt:3": 1 });
  assertEquals(await reached(files, "Disk.save"), { "Disk.kt:3": 1, "Disk.kt:5": 1, "Tape.kt:3": 0 });
});

Deno.test("a bare call means a method of the own class only where a language leaves out its receiver", async () => {
  const python = {
    "a.py":
      "class A:\n    def load(self):\n        pass\n\n    def all(self):\n        load()\n        self.load()\n",
  };
  assertEquals(await reached(python, "A.load"), { "a.py:6": 0, "a.py:7": 1 });
  const csharp = { "A.cs": "class A\n{\n  void Load() {}\n  void All()\n  {\n    Load();\n  }\n}\n" };
  assertEquals(await reached(csharp, "A.Load"), { "A.cs:6": 1 });
});

Deno.test("Go's receiver is the own type, and a value takes its type from the parameter list", async () => {
  const files = {
    "a.go":
      "package a\n\ntype Engine struct{}\n\nfunc (e *Engine) run() {}\n\nfunc (e *Engine) all() {\n\te.run()\n}\n\nfunc start(engine *Engine, other *Other) {\n\tengine.run()\n\tother.run()\n}\n\ntype Other struct{}\n\nfunc (o *Other) run() {}\n",
  };
  assertEquals(await reached(files, "Engine.run"), { "a.go:8": 1, "a.go:12": 1, "a.go:13": 0 });
});

Deno.test("a function of C that is static is called in its own file alone", async () => {
  const files = {
    "a.c": "static int f(void)\n{\n  return 1;\n}\nint g(void)\n{\n  return f();\n}\n",
    "b.c": "int h(void)\n{\n  return f();\n}\n",
  };
  assertEquals(await reached(files, ".f"), { "a.c:7": 1, "b.c:3": 0 });
});

Deno.test("a name with a container that only inherits it means the base's", async () => {
  const files = {
    "a.py":
      "class Runner:\n    def crawl(self):\n        pass\n\n\nclass Process(Runner):\n    def all(self):\n        self.crawl()\n",
    "b.py": "class Engine:\n    def crawl(self):\n        pass\n",
  };
  assertEquals(await reached(files, "Process.crawl"), { "a.py:8": 1 });
});

Deno.test("what a variable, a property or a call is of, as its declaration says", () => {
  const type = (path: string, text: string, variable: string) =>
    declaredType(
      {
        lines: text.split("\n"),
        language: language(path),
        text,
        codeLine: (line) => maskedLines(text, language(path))[line - 1] ?? "",
      },
      variable,
      undefined,
    );
  assertEquals(type("a.ts", "function f(cart?: shop.Cart) {}", "cart"), "Cart");
  assertEquals(type("a.ts", "const cart = new Cart<Item>(1);", "cart"), "Cart");
  assertEquals(type("a.py", "def f(store: Optional[Store] = None):", "store"), "Store");
  assertEquals(type("a.rs", "fn f(sink: &mut Sink) {}", "sink"), "Sink");
  assertEquals(type("a.java", "  private final Map<String, Cart> carts = x();", "carts"), "Map");
  assertEquals(type("a.go", "func f(c *gin.Context, n int) {", "c"), "Context");
  assertEquals(type("a.php", "function f(Cart $cart) {", "$cart"), "Cart");
  assertEquals(type("a.rb", "cart = Shop::Cart.new(1)", "cart"), "Cart");
  assertEquals(type("a.rb", "@cart ||= ::Cart.new", "@cart"), "Cart");
  assertEquals(type("a.rb", "cart = Shop::Cart.new_for(1)", "cart"), undefined);
  assertEquals(type("a.rb", "cart = Shop::Config.current(1)", "cart"), undefined);
  assertEquals(type("a.rs", "let cart = shop::Cart::<Item>::new();", "cart"), "Cart");
  assertEquals(type("a.rs", "let state = State::Running(cart);", "state"), "State");
  assertEquals(type("a.ts", "cart.total();", "cart"), undefined);
  assertEquals(type("a.py", '"""\ncart: The one to pay.\n"""\ndef f(cart: Cart):', "cart"), "Cart");
  assertEquals(type("a.php", "/** @var Cart $cart */", "$cart"), "Cart");
  const result = (signature: string, name: string, path: string) =>
    resultType({ name, kind: "method", line: 1, endLine: 1, signature }, language(path));
  assertEquals(result("public static Cart current() {", "current", "A.java"), "Cart");
  assertEquals(result("func (e *Engine) Next() *Node {", "Next", "a.go"), "Node");
  assertEquals(result("def store(self) -> Store:", "store", "a.py"), "Store");
  assertEquals(result("def store(self):", "store", "a.py"), undefined);
});

Deno.test("a Kotlin extension is what a file means that imports it by its name or stands in its package", async () => {
  const url =
    "package a.url\n\nclass Url {\n  companion object {\n    fun String.toUrl(): Url = parse(this)\n    fun of(text: String): Url = text.toUrl()\n  }\n}\n";
  const use = (imports: string) =>
    `package a.use\n\n${imports}\nfun open(text: String, size: Size) {\n  text.toUrl()\n  "x".toUrl()\n  size.toUrl()\n}\n\nclass Size\n`;
  const files = {
    "Other.kt": use("import b.toUrl"),
    "Url.kt": url,
    "Use.kt": use("import a.url.Url.Companion.toUrl"),
  };
  const found = await reached(files, "Url.toUrl");
  assertEquals(found["Url.kt:6"], 1);
  assertEquals(found["Use.kt:5"], 1);
  assertEquals(found["Use.kt:6"], 0.85);
  assertEquals(found["Other.kt:5"], 0.175);
  const buffers = {
    "Buffer.kt": "package a\n\nfun Buffer.drain() {}\n\nclass Buffer\n",
    "Use.kt":
      "package a\n\nclass Sink\n\nfun use(buffer: Buffer, sink: Sink) {\n  buffer.drain()\n  sink.drain()\n}\n",
  };
  assertEquals(await reached(buffers, "Buffer.drain"), { "Use.kt:6": 1, "Use.kt:7": 0 });
});

Deno.test("a call on an object that is made right there means its type's method, whatever it is made with", async () => {
  const files = {
    "shop.rs":
      "struct Shop {}\nimpl Shop {\n  fn new(a: u8, b: u8) -> Self { Shop {} }\n  fn sell(self) {}\n}\nstruct Bank {}\nimpl Bank {\n  fn sell(self) {}\n}\nfn go(a: u8) { Shop::new(a, one(2)).sell() }\nfn other() { Bank {}.sell() }\n",
  };
  assertEquals(await reached(files, "Shop.sell"), { "shop.rs:10": 1, "shop.rs:11": 0 });
  const java = {
    "Bank.java": "class Bank {\n  void sell() {}\n}\n",
    "Shop.java":
      "class Shop {\n  void sell() {}\n  static void go() {\n    new Shop(a(1), 2).sell();\n    (new Bank(b())).sell();\n  }\n}\n",
  };
  assertEquals(await reached(java, "Shop.sell"), { "Shop.java:4": 1, "Shop.java:5": 0 });
});

Deno.test("a variable is of the type that the function gives whose result it holds, and nothing else of its name", async () => {
  const files = {
    "args.rs":
      "pub struct Worker {}\nimpl Worker {\n  pub fn search(&self) {}\n}\npub struct Searcher {}\nimpl Searcher {\n  pub fn search(&self) {}\n}\npub struct Args {}\nimpl Args {\n  pub fn searcher(&self) -> Searcher { Searcher {} }\n  pub fn worker<W: Copy>(\n    &self,\n    out: W,\n  ) -> anyhow::Result<Worker> {\n    Ok(Worker {})\n  }\n}\n",
    "main.rs":
      "fn run(args: Args) -> anyhow::Result<()> {\n  let searcher = args.worker(1)?;\n  searcher.search();\n  Ok(())\n}\nfn all(args: Args) {\n  let it = args.searcher();\n  it.search();\n  crate::search();\n}\n",
  };
  assertEquals(await reached(files, "Worker.search"), { "main.rs:3": 1, "main.rs:8": 0, "main.rs:9": 0 });
});

Deno.test("a variable that holds a copy of itself is of no type by that", async () => {
  const files = {
    "a.py":
      "class Context:\n    def copy(self) -> Context:\n        return Context()\n\ndef go(options):\n    options = options.copy()\n    other = load().copy()\n    other.copy()\n",
  };
  assertEquals(await reached(files, "Context.copy"), { "a.py:6": 0.6, "a.py:7": 0.6, "a.py:8": 0.6 });
});

Deno.test("what is called on a module, or on a type from elsewhere, is no method of a type with a name like it", async () => {
  const python = {
    "app.py": "class Flask:\n    def make(self):\n        pass\n",
    "test_a.py": "import flask\nimport flask.views\n\ndef test_a():\n    flask.make()\n",
  };
  assertEquals(await reached(python, "Flask.make"), { "test_a.py:5": 0 });
  const rust = {
    "exec.rs":
      "use std::process::Command;\npub struct CommandSet {}\nimpl CommandSet {\n  pub fn new() -> Self { CommandSet {} }\n}\nfn go() { Command::new(); }\n",
    "other.rs": "use crate::exec::CommandSet as Set;\nfn go() { Set::new(); }\n",
  };
  const found = await reached(rust, "CommandSet.new");
  assertEquals(found["other.rs:2"], 1);
  assert((found["exec.rs:6"] ?? 1) < 0.3);
});

Deno.test("a type of Go is called through an interface whose methods it has; what is not exported is called in its package", async () => {
  const files = {
    "render/json.go":
      "package render\n\ntype JSON struct{}\n\nfunc (r JSON) Render() {}\nfunc (r JSON) Head() {}\nfunc (r JSON) hidden() {}\n",
    "render/data.go": "package render\n\ntype Data struct{}\n\nfunc (r Data) Render() {}\n",
    "render/render.go": "package render\n\ntype Render interface {\n\tRender()\n\tHead()\n}\n",
    "web.go":
      "package web\n\nfunc Write(r render.Render) {\n\tr.Render()\n}\n\nfunc Other(x any) {\n\tx.hidden()\n}\n",
  };
  assertEquals(await reached(files, "JSON.Render"), { "web.go:4": 0.85 });
  assertEquals(await reached(files, "Data.Render"), { "web.go:4": 0 });
  assertEquals(await reached(files, "JSON.hidden"), { "web.go:8": 0 });
});

Deno.test("a function of Go is called by the name of the package that the import stands for, that of a module's root too", async () => {
  const files = {
    "shop.go": "package shop\n\nfunc Open() {}\n",
    "internal/shop/inner.go": "package shop\n\nfunc Open() {}\n",
    "store/open.go": "package shelf\n\nfunc Open() {}\n",
    "use/a.go": 'package use\n\nimport "example.com/shop"\n\nfunc A() {\n\tshop.Open()\n}\n',
    "use/b.go":
      'package use\n\nimport (\n\t"fmt"\n\n\ts "example.com/shop/v2" // the root\n)\n\nfunc B() {\n\ts.Open()\n}\n',
    "use/c.go": 'package use\n\nimport "example.com/shop/store"\n\nfunc C() {\n\tshelf.Open()\n}\n',
    "use/d.go":
      'package use\n\nimport "example.com/other"\n\nfunc D(shop Door) {\n\tshop.Open()\n\tother.Open()\n}\n',
  };
  const found = { "use/c.go:6": 0, "use/d.go:6": 0, "use/d.go:7": 0 };
  assertEquals(await reached(files, "shop.Open"), { ...found, "use/a.go:6": 0.85, "use/b.go:10": 0.85 });
  const shelf = await reached({ ...files, "shop.go": "", "internal/shop/inner.go": "" }, ".Open");
  assertEquals(shelf, { ...found, "use/a.go:6": 0, "use/b.go:10": 0, "use/c.go:6": 0.85 });
});

Deno.test("a local variable is not of the type that one of its name has in another function", async () => {
  const python = {
    "beat.py": "class Scheduler:\n    def apply(self):\n        pass\n",
    "test_beat.py":
      "from beat import Scheduler\n\nclass mScheduler(Scheduler):\n    pass\n\ndef test_a():\n    s = Store()\n    s.apply()\n\ndef test_b():\n    s = mScheduler(app=1)\n    s.apply()\n\ndef test_c():\n    s = self.get()\n    s.apply()\n",
  };
  assertEquals(await reached(python, "Scheduler.apply"), {
    "test_beat.py:8": 0.175,
    "test_beat.py:12": 1,
    "test_beat.py:16": 0.6,
  });
  const go = {
    "a.go":
      "package a\n\ntype Server struct{}\n\nfunc (x *Server) Stop() {}\n\nfunc a(s Client) {\n\ts.Stop()\n}\n\nfunc b() {\n\ts := dial()\n\ts.Stop()\n}\n\nfunc dial() *Server {\n\treturn nil\n}\n",
  };
  assertEquals(await reached(go, "Server.Stop"), { "a.go:8": 0.175, "a.go:13": 1 });
  const java = {
    "Shop.java": "class Shop {\n  void open() {}\n}\n",
    "Use.java":
      "class Use {\n  private Shop shop;\n  void a() {\n    shop = make(1);\n    shop.open();\n  }\n}\n",
  };
  assertEquals(await reached(java, "Shop.open"), { "Use.java:5": 1 });
});

Deno.test("a variable that is named like a type is of the type it is declared with", async () => {
  const files = {
    "states.py": "class state(str):\n    pass\n",
    "events.py": "class State:\n    def freeze(self):\n        pass\n",
    "camera.py":
      "class Camera:\n    def __init__(self):\n        self.state = events.State()\n\n    def capture(self):\n        self.state.freeze()\n",
  };
  assertEquals(await reached(files, "State.freeze"), { "camera.py:6": 1 });
});

Deno.test("a method whose name says much and that nothing else has is what is called on a value of unknown type", async () => {
  const files = {
    "fetch.rb": "class Fetch\n  def retrieve_work\n  end\n\n  def take\n  end\nend\n",
    "run.rb":
      "class Run\n  def one\n    capsule.fetcher.retrieve_work\n    capsule.fetcher.take\n  end\nend\n",
  };
  assertEquals(await reached(files, "Fetch.retrieve_work"), { "run.rb:3": 0.5 });
  assertEquals(await reached(files, "Fetch.take"), { "run.rb:4": 0.35 });
  const second = { ...files, "other.rb": "class Other\n  def retrieve_work\n  end\nend\n" };
  assertEquals(await reached(second, "Fetch.retrieve_work"), { "run.rb:3": 0.35 });
});

Deno.test("a top-level function of Kotlin is what a file means that imports it or stands in its package", async () => {
  const files = {
    "util/Strings.kt": "package com.example.util\n\nfun parse(text: String) = text\n",
    "app/Named.kt": 'package com.example.app\n\nimport com.example.util.parse\n\nfun a() = parse("")\n',
    "app/Starred.kt": 'package com.example.app\n\nimport com.example.util.*\n\nfun b() = parse("")\n',
    "other/Same.kt": 'package com.example.util\n\nfun c() = parse("")\n',
    "app/Other.kt": 'package com.example.app\n\nimport com.example.parser.parse\n\nfun d() = parse("")\n',
  };
  assertEquals(await reached(files, ".parse"), {
    "app/Named.kt:5": 1,
    "app/Other.kt:5": 0,
    "app/Starred.kt:5": 1,
    "other/Same.kt:3": 1,
  });
});

Deno.test("an extension of C# is what a file means that stands in its namespace, below it, or uses it", async () => {
  const files = {
    "Text.cs":
      "namespace Acme.Text\n{\n  static class TextExtensions\n  {\n    public static string With(this string text, int a) { return text; }\n  }\n}\n",
    "Uses.cs":
      'using Acme.Text;\n\nnamespace Acme.Shop\n{\n  class Shop\n  {\n    string Say() { return "{0}".With(1); }\n  }\n}\n',
    "Other.cs":
      "namespace Acme.Shop\n{\n  class Bank\n  {\n    string Say(Item item) { return item.With(1); }\n  }\n}\n",
  };
  const found = await reached(files, "TextExtensions.With");
  assertEquals(found["Uses.cs:7"], 0.85);
  assert((found["Other.cs:5"] ?? 1) < 0.5);
});

Deno.test("a bare call in a type of Ruby means its own method, not that of a module it takes nothing from", async () => {
  const files = {
    "convertible.rb": "module Convertible\n  def draw(a)\n    renderer.draw(a)\n  end\nend\n",
    "page.rb": "class Page\n  include Convertible\n  def all\n    draw(1)\n  end\nend\n",
    "renderer.rb": "class Renderer\n  def draw(a)\n  end\n  def all\n    draw(1)\n  end\nend\n",
  };
  const found = await reached(files, "Convertible.draw");
  assertEquals([found["page.rb:4"], found["renderer.rb:5"]], [1, 0]);
  assert((found["convertible.rb:3"] ?? 1) < 0.3);
});

Deno.test("of two types of one name a call means the one that the file is nearer to", async () => {
  const adapter = (of: string) => `package com.acme.${of};\n\ninterface Adapter {\n  void handle();\n}\n`;
  const files = {
    "com/acme/flux/Adapter.java": adapter("flux"),
    "com/acme/web/Adapter.java": adapter("web"),
    "com/acme/web/Servlet.java":
      "package com.acme.web;\n\nclass Servlet {\n  void go(Adapter adapter) {\n    adapter.handle();\n  }\n}\n",
    "com/acme/flux/Handler.java":
      "package com.acme.flux;\n\nclass Handler {\n  void go(Adapter adapter) {\n    adapter.handle();\n  }\n}\n",
  };
  // The first of its name: that of `flux`.
  assertEquals(await reached(files, "Adapter.handle"), {
    "com/acme/flux/Handler.java:5": 1,
    "com/acme/web/Servlet.java:5": 0,
  });
});

Deno.test("code of another language means nothing by a name, but for languages that call each other", async () => {
  const files = {
    "page.rb": "class Page\n  def draw(a)\n  end\nend\n",
    "app.js": "page.draw(1);\n",
    "app.ts": "export function paint() {}\n",
    "use.js": "paint();\n",
    "use.py": "paint()\n",
  };
  assertEquals(await reached(files, "Page.draw"), { "app.js:1": 0 });
  assertEquals(await reached(files, ".paint"), { "use.js:1": 0.85, "use.py:1": 0 });
});

Deno.test("functions of C that stand in for each other on their systems are called alike, those of tests are not", async () => {
  const files = {
    "src/unix/core.c": "int run_loop(int a) {\n  return a;\n}\nint shut(int a) {\n  return a;\n}\n",
    "src/win/core.c": "int run_loop(int a) {\n  return a;\n}\n",
    "test/own.c": "int shut(int a) {\n  return a;\n}\n",
    "app/main.c": "int go(void) {\n  return run_loop(1) + shut(1);\n}\n",
  };
  assertEquals(await reached(files, ".run_loop"), { "app/main.c:2": 0.85 });
  assertEquals(await reached(files, ".shut"), { "app/main.c:2": 0.6 });
});
