import { assert, assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import { readableKotlin } from "../../../lib/codebase/syntax/kotlin_text.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { withoutMacrosAroundItems } from "../../../lib/codebase/syntax/rust_items.ts";

/** `Shop.open:3` for each definition, and what is called on which line. */
async function outline(path: string, text: string): Promise<string[]> {
  const parser = outliner();
  const found = await parser.outline(text, language(path), path);
  parser.close();
  return [
    ...(found?.definitions ?? []).map(({ container, name, line }) =>
      `${container === undefined ? "" : `${container}.`}${name}:${line}`
    ),
    ...(found?.calls ?? []).map(({ name, line }) => `calls ${name}:${line}`),
  ];
}

Deno.test("items of Rust in a macro that is only written around them are found, methods in their type", async () => {
  assertEquals(
    await outline(
      "a.rs",
      "cfg_net! {\n    /// Opens { it.\n    #[cfg(\n        unix,\n    )]\n    pub fn open() { listen(); }\n}\n\nimpl Shop {\n    cfg_a! {\n        cfg::b! {\n            pub fn sell(&self) { open(); }\n        }\n    }\n}\n",
    ),
    ["open:6", "Shop:9", "Shop.sell:12", "calls listen:6", "calls open:12"],
  );
});

Deno.test("rules of Rust between such items do not hide the others, nor does a macro they are invoked by", async () => {
  assertEquals(
    await outline(
      "a.rs",
      "cfg_io! {\n    macro_rules! reads {\n        ($($name:ident)*) => { $(fn $name();)* };\n    }\n\n    pub trait Read {\n        fn read();\n        reads! {\n            fn read_all();\n        }\n    }\n}\n",
    ),
    ["reads:2", "Read:6", "Read.read:7", "Read.read_all:9"],
  );
});

Deno.test("what a macro of Rust makes something else of is left as it is", () => {
  for (
    const text of [
      "fn f() {\n    quote! {\n        impl Shop for #name {\n            fn open() {}\n        }\n    }\n}\n",
      "bitflags! {\n    pub struct Flags: u32 {\n        const A = 1;\n    }\n}\n",
      "proptest! {\n    fn works(size in 0..9) {}\n}\n",
      "tokio::select! {\n    x = f() => {}\n}\n",
      "macro_rules! shop {\n    () => { fn open() {} };\n}\n",
      "// cfg_net! {\nfn open() {}\n// }\n",
    ]
  ) assertEquals(withoutMacrosAroundItems(text), text);
  const long = `cfg_net! {\n    fn open() { "${"x".repeat(300_000)}" }\n}\n`;
  assertEquals(withoutMacrosAroundItems(long).length, long.length);
  const deep = "a! {\n".repeat(20_000);
  const started = performance.now();
  assertEquals(withoutMacrosAroundItems(`${deep}fn f() {}${"}\n".repeat(20_000)}`).length > 0, true);
  assert(performance.now() - started < 5000);
});

Deno.test("attributes of Rust call nothing, in a macro either", async () => {
  assertEquals(
    await outline(
      "a.rs",
      '#![cfg(all(unix, test))]\n#[derive(Clone)]\n#[cfg_attr(feature = "x", serde(rename(serialize = "y")))]\nstruct Shop;\n#[tokio::main(flavor = "current_thread")]\nasync fn open(#[cfg(any(unix))] a: u8) {\n    make! { #[cfg(any(unix, test))] #![allow(dead(code))] sell(a), [buy(b)] }\n}\n',
    ),
    ["Shop:4", "open:6", "calls make:7", "calls sell:7", "calls buy:7"],
  );
});

Deno.test("Kotlin that its grammar stumbles over is read: operators in names, constructors and annotations on lines of their own", async () => {
  const text =
    'actual open class Text\ninternal actual constructor(\n  val data: Bytes,\n) : Base {\n  actual val size\n    @JvmName("size")\n    get() = sizeOf()\n\n  fun read() {\n    val in1 = open()\n    in1.skip(1)\n    in1.close()\n  }\n\n  fun after() = read()\n}\n';
  assertEquals(await outline("A.kt", text), [
    "Text:1",
    "Text.data:3",
    "Text.size:5",
    "Text.read:9",
    "Text.after:15",
    "calls sizeOf:7",
    "calls open:10",
    "calls skip:11",
    "calls close:12",
    "calls read:15",
  ]);
  assertEquals(readableKotlin(text).length, text.length + 1);
});

Deno.test("Kotlin behind annotations is not lost to modifiers that its grammar takes for names", async () => {
  const text =
    "@Retention(SOURCE)\nannotation class Slow\n\n@OptIn(Unsafe::class)\nactual class Sum {\n  fun add() {}\n}\n\n" +
    "@Serializable\ndata object Home\n\n@Throws\nactual fun read() {}\n\n@JvmField\ninternal const val MOST = 1\n\n@A\nenum class Size { S, L }\n\n" +
    "@RequiresApi(37)\nclass Socket\n  @Inject(b)\n  internal constructor(val host: String) : Base {\n    actual companion object {\n      fun open() {}\n    }\n  }\n";
  assertEquals(await outline("A.kt", text), [
    "Slow:2",
    "Sum:5",
    "Sum.add:6",
    "Home:10",
    "read:13",
    "MOST:16",
    "Size:19",
    "Socket:22",
    "Socket.host:24",
    "Socket.open:26",
  ]);
});

Deno.test("Kotlin behind annotations is not lost to a body that has many readings", async () => {
  const text =
    "@Preview\n@Composable\nprivate fun Loading() {\n    NiaTheme {\n        LazyVerticalStaggeredGrid(columns = StaggeredGridCells.Adaptive(300.dp)) {\n            newsFeed(\n                feedState = NewsFeedUiState.Loading,\n                onNewsResourcesCheckedChanged = { _, _ -> },\n                onNewsResourceViewed = {},\n                onTopicClick = {},\n            )\n        }\n    }\n}\n\n@Preview\n@Preview(device = Devices.TABLET)\n@Composable\nprivate fun Content(\n    @PreviewParameter(UserNewsResourcePreviewParameterProvider::class)\n    userNewsResources: List<UserNewsResource>,\n) {\n    NiaTheme {\n        LazyVerticalStaggeredGrid(columns = StaggeredGridCells.Adaptive(300.dp)) {\n            newsFeed(\n                feedState = NewsFeedUiState.Success(userNewsResources),\n            )\n        }\n    }\n}\n";
  const found = await outline("A.kt", text);
  assertEquals(found.filter((each) => !each.startsWith("calls")), ["Loading:3", "Content:19"]);
});

Deno.test("Kotlin that names things like its grammar's keywords is read", async () => {
  const text =
    "class Cipher {\n  private var final = false\n  fun run(map: Map) {\n    val bit = 1\n    set = set or bit\n    val key = 2\n    get(key)\n    set(key, bit)\n    by.close()\n    final = true\n    map.apply { open(key) }\n    try { skip() } catch (_: IOException) {\n    }\n  }\n  fun after() = Unit\n}\n";
  assertEquals(await outline("A.kt", text), [
    "Cipher:1",
    "Cipher.final:2",
    "Cipher.run:3",
    "Cipher.after:15",
    "calls or:5",
    "calls get:7",
    "calls set:8",
    "calls close:9",
    "calls apply:11",
    "calls open:11",
    "calls skip:12",
  ]);
});

Deno.test("a hostile text of Kotlin is made readable in linear time", () => {
  const started = performance.now();
  for (const part of ["private ", "set(", "catch ( ", "@A(", "class A\n@B ", "internal\t", "open "]) {
    readableKotlin(part.repeat(100_000));
  }
  assert(performance.now() - started < 15_000);
});

const CPP: Record<string, { text: string; found: string[] }> = {
  "macros among the parameters of a template": {
    text:
      "class Args {\n public:\n  template <int COUNT, typename T,\n            REQUIRES(COUNT <= limit(T()) && (COUNT > 1))>\n  Args(const T& given) : given_(given) {}\n  int size() const { return 1; }\n};\n",
    found: ["Args:1", "Args.Args:5", "Args.size:6"],
  },
  "macros before a template, in ifs and behind a type's own word": {
    text:
      'EXPORTED template <typename T> class Store {\n  int get(int id) {\n    if CONSTEXPR_20 (unsigned(id) < unsigned(max())) return id;\n    return 0;\n  }\n};\nclass OWNING VISIBLE("default") [[nodiscard]] Error : public Base {\n  int code();\n};\nclass IOS final : public Base {\n  int code();\n};\n',
    found: ["Store:1", "Store.get:2", "Error:7", "Error.code:8", "IOS:10", "IOS.code:11", "calls max:3"],
  },
  "macros above a comment, and behind const and a pointer": {
    text:
      "PRAGMA_CLANG(diagnostic ignored)\n\n/// Fails.\nclass Lock {\n  bool held() const GUARDED_BY(mutex_) {\n    return open(1) * size and held_;\n  }\n  Node* my_nonnull next(Node* my_nonnull from) { return from; }\n};\n",
    found: ["Lock:4", "Lock.held:5", "Lock.next:8", "calls open:6"],
  },
  "types of a number that are no conversion": {
    text:
      "struct Flags {\n  operator unsigned() const { return 1; }\n  std::function<unsigned(int)> ask;\n  unsigned(*pointer)(int);\n  int after() { return 1; }\n};\n",
    found: ["Flags:1", "Flags.operator unsigned:2", "Flags.after:5"],
  },
};

for (const [what, { text, found }] of Object.entries(CPP)) {
  Deno.test(`C++ that its grammar stumbles over is read: ${what}`, async () => {
    assertEquals(await outline("a.cpp", text), found);
  });
}

const KOTLIN: Record<string, { text: string; found: string[] }> = {
  "annotations on lines of their own, and comments behind them": {
    text:
      '@Flaky // Is slow.\n@Timeout(30)\n@Uses(\n  Shop::class,\n  "a ) b",\n)\nopen class ShopTest {\n  @Test\n  fun sells() = open()\n}\n\n@TargetClass(Shop::class)\n@Delete\nclass Target\n\nclass Cart\n  @JvmOverloads\n  constructor(val size: Int)\n',
    found: ["ShopTest:7", "ShopTest.sells:9", "Target:14", "Cart:16", "Cart.size:18", "calls open:9"],
  },
  "what several dollars stand before": {
    text:
      'class Prices {\n  val first = $$"${"\n  fun text() = read(\n    $$"""\n    $a\n    """,\n  )\n  fun last(name: String, code: String = $$"$1") = 1\n}\n',
    found: ["Prices:1", "Prices.first:2", "Prices.text:3", "Prices.last:8", "calls read:3"],
  },
  "context parameters": {
    text:
      "interface Shop {\n  companion object {\n    context(town: Town, by: (Int) -> Int)\n    fun of(): Shop = open()\n  }\n}\n\ncontext(shop: Shop) fun sell() = pay()\n",
    found: ["Shop:1", "Shop.of:4", "sell:8", "calls open:4", "calls pay:8"],
  },
  "conditions behind what a when asks": {
    text:
      "class Handler {\n  fun read(message: Any) {\n    when (message) {\n      is Request if message.open && last -> sell()\n      else if last -> pay()\n      else -> end()\n    }\n  }\n}\n",
    found: ["Handler:1", "Handler.read:2", "calls sell:4", "calls pay:5", "calls end:6"],
  },
  "suspended blocks, a property and functions with names of other things": {
    text:
      "class Shop {\n  fun open() {\n    val block = suspend { sell() }\n    var dynamic = 0\n    dynamic++\n    val port = 1\n    get {\n      pay()\n    }\n  }\n  fun end(dynamic: Boolean = false, other: dynamic) = 1\n}\n",
    found: ["Shop:1", "Shop.open:2", "Shop.end:11", "calls sell:3", "calls get:7", "calls pay:8"],
  },
};

for (const [what, { text, found }] of Object.entries(KOTLIN)) {
  Deno.test(`Kotlin of today that its grammar stumbles over is read: ${what}`, async () => {
    assertEquals(await outline("A.kt", text), found);
    assertEquals(await outline("A.kt", text.replaceAll("\n", "\r\n")), found);
    assertEquals(readableKotlin(text).length, text.length + 1);
  });
}
