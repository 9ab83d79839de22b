import { assert, assertEquals, assertFalse } from "@std/assert";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";

function weight(text: string, token: string): number {
  return shapeQuery(text).weights.get(token) ?? 0;
}

Deno.test("paths with letters of any script are read", () => {
  const read = (text: string) =>
    shapeQuery(text).places.paths.map(({ path, line }) => line === undefined ? path : `${path}:${line}`);
  assertEquals(read("docs/设计/架构.md:12 里说的缓存在 src/页面/登录.ts里吗？"), [
    "docs/设计/架构.md:12",
    "src/页面/登录.ts",
  ]);
});

Deno.test("the title counts most, then inline code, then prose, then blocks", () => {
  const text = "zulu breaks\n\nSee `yankee` and xray:\n\n```\nwhiskey\n```\n";
  const [title, code, prose, block] = ["zulu", "yankee", "xray", "whiskey"].map((word) => weight(text, word));
  assert(title && code && prose && block);
  assert(title > code && code > prose && prose > block, `${[title, code, prose, block]}`);
});

Deno.test("what issue templates and machines add is no part of the request", () => {
  const text = [
    "Parser drops comments",
    "<!-- please search first -->",
    "### Steps to reproduce",
    "- [x] I have searched",
    "see https://example.org/tracker/frobnicate",
    "### Environment",
    "gizmotron 3.2.1",
    "Operating gadget",
    "### Additional context",
    "Only quoted comments are affected",
  ].join("\n");
  const { weights } = shapeQuery(text);
  for (const word of ["search", "searched", "frobnicate", "gizmotron", "gadget", "reproduce"]) {
    assertFalse(weights.has(word), word);
  }
  for (const word of ["parser", "comments", "quoted", "affected"]) assert(weights.has(word), word);
});

Deno.test("printed tool output gives its paths and not its words", () => {
  const query = shapeQuery("Linter is wrong\n\nsrc/deep/module.py:12:3: E501 flibbertigibbet too long\n");
  assertFalse(query.weights.has("flibbertigibbet"));
  assertEquals(query.places.paths, [{ path: "src/deep/module.py", line: 12, weight: 1, isPlain: true }]);
});

Deno.test("the last frame of a Python trace counts most", () => {
  const trace =
    'Crash\n\n  File "/app/a/outer.py", line 3, in run\n  File "/app/b/inner.py", line 9, in parse\n';
  const { paths } = shapeQuery(trace).places;
  assertEquals(paths.map(({ path, line }) => [path, line]), [["app/b/inner.py", 9], ["app/a/outer.py", 3]]);
  assert((paths[0]?.weight ?? 0) > (paths[1]?.weight ?? 0));
});

Deno.test("members and modules are read from prose", () => {
  const { modules } = shapeQuery("Session.close hangs in app.core.session").places;
  assertEquals(modules, [["Session", "close"], ["app", "core", "session"]]);
});

Deno.test("Chinese terms count in English too, and phrases without a subject do not count", () => {
  const { weights } = shapeQuery("请帮我修复登录失败后的重试");
  for (const word of ["login", "retry", "登录", "失败"]) assert(weights.has(word), word);
  for (const word of ["请帮", "帮我", "修复"]) assertFalse(weights.has(word), word);
});

Deno.test("a request of 500 kB is shaped in linear time", () => {
  const began = performance.now();
  shapeQuery("a/".repeat(250_000));
  shapeQuery("x".repeat(500_000));
  shapeQuery("`".repeat(500_000));
  shapeQuery('File "'.repeat(80_000));
  shapeQuery("at (".repeat(120_000));
  shapeQuery("<!-- a ".repeat(70_000));
  shapeQuery("`a` ".repeat(120_000));
  for (const line of [`${"-".repeat(50)}${"1.".repeat(32)}1 x`, `${"- ".repeat(30)}${"1.".repeat(19)}1 x`]) {
    shapeQuery(`a title\n${`${line}\n`.repeat(500)}`);
  }
  assert(performance.now() - began < 5000);
});

Deno.test("a title's prefix names the place", () => {
  const cases: [string, string[]][] = [
    ["fix(date-picker): presets do nothing", ["datepicker"]],
    ["feat(Table, tree_select)!: keep the selection", ["table", "treeselect"]],
    ["修复（登录）：闪退", []],
    ["urlapi: reject control characters", ["urlapi"]],
    ["fix: net/http: close the body", ["net", "http"]],
    ["fix: the button does nothing", []],
    ["Error: cannot read properties", []],
    ["[13.x] Router.php: keep the order", ["router"]],
    ["when it is 12:30 it fails", []],
  ];
  for (const [title, scopes] of cases) assertEquals(shapeQuery(title).scopes, scopes, title);
});

Deno.test("a word left in Latin letters in a Chinese sentence weighs more than in an English one", () => {
  const weight = (request: string) => shapeQuery(request).weights.get("swagger") ?? 0;
  assert(weight("修复 swagger 泛型的解析") > weight("repair generics of swagger parsing"));
});

Deno.test("a word with a hyphen whose parts say nothing alone is one word", () => {
  assert(weight("where is v-for compiled?", "vfor") > 0);
  assertEquals(
    weight("where is the date-picker drawn?", "datepicker"),
    weight("the date picker", "datepicker"),
  );
});
