import { assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { sourceReader } from "../../../lib/codebase/files/source_file.ts";
import { enclosingCallable } from "../../../lib/codebase/structure/enclosing.ts";
import { declaredType, resultType } from "../../../lib/codebase/structure/declared_type.ts";
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
    declaredType({ lines: text.split("\n"), language: language(path), text }, variable, undefined);
  assertEquals(type("a.ts", "function f(cart?: shop.Cart) {}", "cart"), "Cart");
  assertEquals(type("a.ts", "const cart = new Cart<Item>(1);", "cart"), "Cart");
  assertEquals(type("a.py", "def f(store: Optional[Store] = None):", "store"), "Store");
  assertEquals(type("a.rs", "fn f(sink: &mut Sink) {}", "sink"), "Sink");
  assertEquals(type("a.java", "  private final Map<String, Cart> carts = x();", "carts"), "Map");
  assertEquals(type("a.go", "func f(c *gin.Context, n int) {", "c"), "Context");
  assertEquals(type("a.php", "function f(Cart $cart) {", "$cart"), "Cart");
  assertEquals(type("a.ts", "cart.total();", "cart"), undefined);
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
