import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tool as graph } from "../../../lib/codebase/tools/graph_rag.ts";
import { messagePlaces } from "../../../lib/codebase/structure/failure_places.ts";
import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { builtRepository, indexedRepository, NOISE } from "../indexed_repository.ts";

const KEY = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

const FILES = {
  "src/session.ts":
    'import { signCookie } from "./cookie.ts";\n\nexport function openSession(token: string) {\n  return signCookie(token);\n}\n',
  "src/cookie.ts": "/** Signs. */\nexport function signCookie(value: string) {\n  return hmac(value);\n}\n",
  "src/pages/login.ts":
    'import { openSession } from "../session.ts";\n\nexport const login = () => openSession("x");\n',
  "tests/cookie_test.ts": 'import { signCookie } from "../src/cookie.ts";\n\nsignCookie("a");\n',
  "src/leaky.ts": `export const githubUploader = { token: "${KEY}" };\n`,
};

Deno.test("what there was no time for is told: words of the request, and files that may fit", async () => {
  using indexed = await builtRepository(FILES);
  const args = { query: "signCookie returns garbage", limit: 10 };
  const context = indexed.context();
  assertEquals((await search(args, context)).limits, []);
  const late = await search(args, { ...context, deadline: performance.now() - 1 });
  assertEquals([late.findings, late.limits], [[], [
    "ci_search: time was up before every file that may fit was looked at",
  ]]);
  const past = { ...context, deadline: performance.now() - 1 };
  const { limits } = await search({ ...args, query: "why does openSession hang?" }, past);
  const untold = limits.filter((limit) => /: time was up before (\d+) of the request's \1 words/.test(limit));
  assertEquals(untold.length, 1);
});

Deno.test("ci_search says where, which symbol, why, and shows the lines", async () => {
  using indexed = indexedRepository(FILES);
  const context = indexed.context();
  const { findings } = await search({ query: "signCookie returns garbage", limit: 10 }, context);
  const best = findings[0];
  assertEquals(best?.path, "src/cookie.ts");
  assertEquals(best?.symbol, "signCookie");
  assertStringIncludes(best?.summary ?? "", "defines a name of the request");
  assertStringIncludes(best?.summary ?? "", "signCookie");
  assertStringIncludes(best?.snippet?.text ?? "", "return hmac(value);");
  assertEquals(best?.lines?.start, best?.snippet?.startLine);
  assertEquals(best?.source, {
    tool: "ci_search",
    version: context.commit?.slice(0, 12) ?? "",
    time: context.time,
  });
  assert(findings.every(({ confidence }) => confidence > 0 && confidence <= 1));
});

for (const indexedFirst of [false, true]) {
  Deno.test(`ci_graph_rag names what hangs together with the best places, ${indexedFirst ? "from the index" : "cold"}`, async () => {
    using indexed = indexedRepository(FILES);
    if (indexedFirst) await indexed.build();
    const { findings } = await graph(
      { query: "signCookie", depth: 2, budget: 8000, top_k: 10 },
      indexed.context(),
    );
    const said = new Map(findings.map(({ path, summary }) => [path, summary]));
    assertEquals(findings[0]?.path, "src/cookie.ts");
    assert(
      [...said].some(([path, summary]) =>
        path === "tests/cookie_test.ts" && summary.includes("src/cookie.ts")
      ),
    );
    assert(said.has("src/session.ts"));
    assert(!said.has("src/pages/login.ts"), "two steps away, and without a word of the request");
  });
}

Deno.test("ci_graph_rag keeps to depth, budget and top_k", async () => {
  using indexed = await builtRepository(FILES);
  const args = { query: "signCookie", depth: 2, budget: 8000, top_k: 10 };
  const whole = await graph(args, indexed.context());
  const near = await graph({ ...args, depth: 0 }, indexed.context());
  assert(near.findings.length < whole.findings.length);
  assertEquals((await graph({ ...args, top_k: 2 }, indexed.context())).findings.length, 2);
  const small = await graph({ ...args, budget: 90 }, indexed.context());
  const shown = small.findings.reduce((sum, { snippet }) => sum + (snippet?.text.length ?? 0), 0);
  assert(shown <= 90 && small.truncated);
});

Deno.test("a file that ranks high with too little to be shown alone is shown beside one that has enough", async () => {
  using indexed = await builtRepository({
    ...NOISE,
    // Its words are far apart.
    "lib/long.ts": `// the panel\n${"const x = 1;\n".repeat(70)}// flickers\n`,
    "lib/part.ts": `// the panel\n${"const z = 3;\n".repeat(400)}`,
    "lib/screen.ts": `// The panel flickers.\nexport const screen = panel;\n${"const y = 2;\n".repeat(90)}`,
  });
  const { findings } = await search({ query: "the panel flickers", limit: 10 }, indexed.context());
  assertEquals(findings.map(({ path }) => path), ["lib/screen.ts", "lib/long.ts"]);
});

Deno.test("a question about the project as a whole is answered by the first words of its README, not by badges or code above them", async () => {
  const readme = "# Pool\n\n[![Build](https://example.org/b.svg)](https://example.org)\n\n" +
    "```sh\nnpm install pool --save --verbose --foreground\n```\n\n**Pool** keeps connections open for those who come next.\n" +
    "\nMore.\n".repeat(20);
  using indexed = await builtRepository({ ...NOISE, "README.md": readme });
  const { findings } = await search({ query: "what is this project?", whole: true }, indexed.context());
  assertStringIncludes(findings[0]?.snippet?.text.split("\n")[0] ?? "", "**Pool** keeps");
  assertEquals(findings[1]?.title, "lib");
});

Deno.test("a trace of an older version leads to the lines of its function that it speaks of, wherever that stands by now", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `    step_${at}(1)`).join("\n");
  using indexed = indexedRepository({
    "shop/sale.py":
      `def close():\n    raise SaleError("sold out")\n\n\ndef sell():\n${many}\n    if late():\n        raise SaleError("sold out")\n`,
  });
  const trace =
    'Traceback (most recent call last):\n  File "/srv/shop/sale.py", line 2, in sell\n    raise SaleError("sold out")\nSaleError: sold out';
  const { findings } = await search({ query: trace, limit: 5 }, indexed.context());
  assertEquals([findings[0]?.symbol, findings[0]?.keyLines?.[0]?.startLine], ["sell", 37]);
});

Deno.test("a message with values filled in, and a function above its line, lead to where they stand by now", async () => {
  const sale = 'var a = 1\n\nfunc (s *Shop) Sell() {\n\tpanic("no %s to sell to anybody on Sundays")\n}\n';
  using indexed = indexedRepository({ "sale.go": sale, "no.go": "var pears, no, sell = 1, 2, 3\n" });
  const trace = "shop.(*Shop).Sell.func1(0x1)\n\t/srv/shop/sale.go:1 +0x1";
  const context = indexed.context();
  const late = messagePlaces(["to sell to anybody"], ["sale.go", "no.go"], context, 0);
  assertEquals(late, { places: [], unread: 2 });
  const said = "no pears to sell to anybody on Sundays";
  for (const query of [`Error: ${said}`, said, trace]) {
    assertEquals((await search({ query, limit: 5 }, context)).findings[0]?.symbol, "Sell", query);
  }
});

Deno.test("the ending of a file that is not there is no word, and one that is not read comes up by its name", async () => {
  const files = {
    "src/a.py": "py = six.py(py)\n",
    "src/map.xyz": "map\n",
    "src/map.ts": "export const map = 1;\n",
  };
  using indexed = await builtRepository({ ...NOISE, ...files });
  const places = async (query: string) =>
    (await search({ query, limit: 5 }, indexed.context())).findings.map(({ path }) => path);
  assertEquals(await places("what does nosuch.py do"), []);
  assert((await places("explain src/map.xyz")).includes("src/map.xyz"));
});

Deno.test("a place answers a question; for a change more of its lines are named", async () => {
  const steps = Array.from({ length: 20 }, (_, at) => `  backoff(${at});\n  // …\n  retry(${at});\n  // …\n`);
  using indexed = indexedRepository({ "src/sync.ts": `export function sync() {\n${steps.join("")}}\n` });
  const named = async (query: string) =>
    (await search({ query, limit: 5 }, indexed.context())).findings[0]?.keyLines?.length ?? 0;
  const [asked, more] = [
    await named("sync: where does it retry"),
    await named("sync: retry after the backoff"),
  ];
  assert(1 <= asked && asked <= 2 && more > 5, `${asked}, ${more}`);
});
