import { assert, assertEquals } from "@std/assert";
import { definitions } from "../../../lib/codebase/structure/definitions.ts";
import { language } from "../../../lib/codebase/files/languages.ts";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { rank, type Ranked } from "../../../lib/codebase/ranking/rank.ts";

function ranked(files: Record<string, string>, request: string, votes?: Map<number, number>): Ranked[] {
  const corpus = new MemoryCorpus();
  for (const [path, text] of Object.entries(files)) {
    const names = definitions(text, language(path)).map(({ name }) => name);
    corpus.add({ path, text, definitions: names, imports: [] });
  }
  const options = { deadline: Infinity, limit: 10, ...(votes ? { votes } : {}) };
  return rank(corpus, shapeQuery(request), options).files;
}

function order(files: Record<string, string>, request: string): string[] {
  return ranked(files, request).map(({ path }) => path);
}

const NOISE = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`lib/noise${at}.ts`, `export const noise${at} = ${at};\n`]),
);

Deno.test("where a thing is defined comes before where it is used", () => {
  const files = {
    ...NOISE,
    "lib/use.ts": "retryPolicy();\nretryPolicy();\nretryPolicy();\n",
    "lib/policy.ts": "export function retryPolicy() {}\n",
  };
  assertEquals(order(files, "retryPolicy gives up too early").slice(0, 2), ["lib/policy.ts", "lib/use.ts"]);
});

Deno.test("source comes before its test, unless the request is about tests", () => {
  const files = {
    ...NOISE,
    "lib/cookie.ts": "export function parseCookie() {}\n",
    "tests/cookie_test.ts": "parseCookie();\nparseCookie();\n",
  };
  assertEquals(order(files, "parse cookie")[0], "lib/cookie.ts");
  assertEquals(ranked(files, "the test for parse cookie is flaky").slice(0, 2).length, 2);
  const asTest = ranked(files, "the test for parse cookie is flaky").find(({ path }) =>
    path.startsWith("tests/")
  );
  const asSource = ranked(files, "parse cookie").find(({ path }) => path.startsWith("tests/"));
  assert((asTest?.score ?? 0) > (asSource?.score ?? 0));
});

Deno.test("of files that fit alike the one beside the best file is meant", () => {
  const files = {
    ...NOISE,
    "cart/note.ts": "// a coupon\n",
    "shop/coupon.ts": "export function applyCoupon() {}\n",
    "shop/note.ts": "// a coupon\n",
  };
  assertEquals(order(files, "apply coupon").slice(0, 2), ["shop/coupon.ts", "shop/note.ts"]);
});

Deno.test("of versions side by side the newest is meant, unless the request names one", () => {
  const parse = "export function parseDate(text: string) { return new Date(text); }\n";
  const files = { ...NOISE, "lib/v3/date.ts": parse, "lib/v4/date.ts": parse, "lib/v10/date.ts": parse };
  assertEquals(order(files, "parse date")[0], "lib/v10/date.ts");
  assertEquals(order(files, "parse date of v3")[0], "lib/v3/date.ts");
});

Deno.test("a word of the request that is a file's whole name speaks for it, and less in a long request", () => {
  const files = { ...NOISE, "lib/cookie.ts": "export const lost = 1;\n" };
  const said = (request: string) => ranked(files, request)[0]?.signals.fileName ?? 0;
  const long = said(`cookie lost\n${Array.from({ length: 40 }, (_, at) => `word${at}`).join(" ")}`);
  assert(0 < long && long < said("cookie lost"), `${long}`);
});

Deno.test("documentation and examples come after source with the same words", () => {
  const text = "connection pool exhausted";
  const files = {
    ...NOISE,
    "docs/pool.md": text,
    "examples/pool.ts": `// ${text}\n`,
    "lib/core.ts": `// ${text}\n`,
  };
  assertEquals(order(files, "connection exhausted")[0], "lib/core.ts");
});

Deno.test("a path, a frame of a trace and a module that the request names lead to their file", () => {
  const files = {
    ...NOISE,
    "app/core/session.py": "x = 1\n",
    "app/web/session.py": "x = 1\n",
    "app/other.py": "session = 1\n",
  };
  assertEquals(order(files, "crash in core/session.py")[0], "app/core/session.py");
  assertEquals(
    order(files, 'Crash\n\n  File "/srv/app/web/session.py", line 1, in f\n')[0],
    "app/web/session.py",
  );
  assertEquals(order(files, "app.core.session leaks")[0], "app/core/session.py");
});

Deno.test("a Chinese request finds English code", () => {
  const files = {
    ...NOISE,
    "lib/login.ts": "export function signIn() {}\n",
    "lib/retry.ts": "export function retry() {}\n",
  };
  assertEquals(order(files, "登录失败后没有重试").slice(0, 2).sort(), ["lib/login.ts", "lib/retry.ts"]);
});

Deno.test("files that past commits changed for similar words move up", () => {
  const files = { ...NOISE, "lib/a.ts": "// flicker\n", "lib/b.ts": "// flicker\n" };
  const number = Object.keys(files).indexOf("lib/b.ts");
  assertEquals(ranked(files, "flicker")[0]?.path, "lib/a.ts");
  assertEquals(ranked(files, "flicker", new Map([[number, 1]]))[0]?.path, "lib/b.ts");
});

Deno.test("the same request gives the same order, whatever the order of the files", () => {
  const files = { ...NOISE, "b.ts": "// alpha beta\n", "a.ts": "// alpha beta\n", "c.ts": "// alpha\n" };
  const reversed = Object.fromEntries(Object.entries(files).reverse());
  assertEquals(order(files, "alpha beta"), order(reversed, "alpha beta"));
});

Deno.test("the place before a title's colon lifts the file and the folder of that name", () => {
  const corpus = new MemoryCorpus();
  const text = "select option remote search";
  for (const path of ["src/table/body.ts", "src/tree-select/body.ts", "src/menu/body.ts"]) {
    corpus.add({ path, text, definitions: [], imports: [] });
  }
  const first = (request: string) =>
    rank(corpus, shapeQuery(request), { deadline: performance.now() + 10_000, limit: 3 }).files[0]?.path;
  assertEquals(first("fix(tree-select): remote search loses the option"), "src/tree-select/body.ts");
  assertEquals(first("menu: remote search loses the option"), "src/menu/body.ts");
});

Deno.test("a name made of the request's words comes before the same words apart", () => {
  const words = "# fixture scope show fixture scope show\n";
  const files = {
    ...NOISE,
    "lib/a.py": `def fixture_table(): pass\ndef scope_list(): pass\n${words}`,
    "lib/b.py": `def show_fixture_scopes(): pass\ndef other_list(): pass\n${words}`,
  };
  assertEquals(order(files, "show the scope of each fixture")[0], "lib/b.py");
});
