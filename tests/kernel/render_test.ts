import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { FusedItem } from "../../lib/kernel/fuse.ts";
import {
  renderForModel,
  type RenderInputs,
  renderWhole,
  selectBlocks,
  sizeOf,
} from "../../lib/kernel/render.ts";

function item(path: string, snippetLines = 0): FusedItem {
  return {
    tool: "ci_search",
    path,
    symbol: "f",
    title: path,
    summary: "matches retry",
    lines: { start: 9, end: 9 + snippetLines },
    ...(snippetLines === 0
      ? {}
      : { snippet: { startLine: 9, text: Array(snippetLines).fill("const 重试 = 1;").join("\n") } }),
    confidence: 0.5,
    sources: [{ tool: "ci_search", time: "2026-01-01T00:00:00.000Z", version: "abc" }],
    truncated: false,
  };
}

function inputs(over: Partial<RenderInputs>): RenderInputs {
  return {
    runId: "20260101-000000-abcdef",
    commit: "0123456789abcdef",
    time: "2026-01-01T00:00:00.000Z",
    tools: ["ci_search"],
    items: [],
    alreadyGiven: [],
    limits: [],
    nonce: "0a1b2c3d",
    cap: { size: 9500, unit: "utf16" },
    maxSnippets: 3,
    ...over,
  };
}

function rendered(over: Partial<RenderInputs>): { text: string; shown: string[]; left: string[] } {
  const all = inputs(over);
  const selection = selectBlocks(all);
  const paths = (items: FusedItem[]) => items.map(({ path }) => path ?? "");
  return { text: renderForModel(all, selection), shown: paths(selection.shown), left: paths(selection.left) };
}

Deno.test("nothing found and nothing given before is no text at all", () =>
  assertEquals(rendered({}).text, ""));

Deno.test("the text names run, commit and tools, and holds all else, [Limits] included, between nonce marks", () => {
  const { text } = rendered({ items: [item("a.ts", 2), item("b.ts")], limits: ["no-git-root"] });
  assertEquals(text.split("\n"), [
    "[Auto Tools] run_id 20260101-000000-abcdef · ci_search · commit 0123456789ab and working tree · 2026-01-01T00:00:00.000Z",
    "Places in the repository that match the request, best first; quoted text stands between the two marks.",
    "<<<repository-data 0a1b2c3d",
    "a.ts:9-11 f — matches retry [ci_search]",
    " 9 | const 重试 = 1;",
    "10 | const 重试 = 1;",
    "b.ts:9 f — matches retry [ci_search]",
    "[Limits] no-git-root",
    "repository-data 0a1b2c3d>>>",
  ]);
});

Deno.test("a snippet is 20 lines at most, whatever a server gives, and says that there is more; the context file has all of it", () => {
  const long = item("a.ts", 95);
  const { text } = rendered({ items: [long, item("b.ts", 20)] });
  const quoted = text.split("\n").filter((line) => / \| /.test(line));
  assertEquals(quoted.length, 20 + 1 + 20);
  assertEquals(quoted.slice(18, 22), [
    " 27 | const 重试 = 1;",
    " 28 | const 重试 = 1;",
    "    | …",
    " 9 | const 重试 = 1;",
  ]);
  const whole = renderWhole([long]);
  assertEquals(whole.match(/ \| const/g)?.length, 95);
  assert(!whole.includes("…"));
});

Deno.test("three snippets at most; the places behind them stand without", () => {
  const { text } = rendered({ items: ["a", "b", "c", "d"].map((name) => item(name, 1)) });
  assertEquals(text.match(/^ ?9 \| /gm)?.length, 3);
  assertStringIncludes(text, "d:9-10 f");
});

Deno.test("of twins one is quoted and the next place too, and the order stays; a twin is where there is no next place", () => {
  const paths = ["Store.java", "StoreImpl.java", "StoreTest.java", "b.java", "c.java"];
  const quoted = (items: FusedItem[]) =>
    rendered({ items }).text.split("\n").filter((line, at, all) => /^ ?9 \| /.test(all[at + 1] ?? "") && line)
      .map((line) => line.slice(0, line.indexOf(":")));
  assertEquals(quoted(paths.map((path) => item(path, 1))), ["Store.java", "b.java", "c.java"]);
  assertEquals(rendered({ items: paths.map((path) => item(path, 1)) }).shown, paths);
  assertEquals(quoted(paths.slice(0, 4).map((path) => item(path, 1))), [
    "Store.java",
    "StoreImpl.java",
    "b.java",
  ]);
});

/** The text below an item's head. */
function told(over: Partial<FusedItem>, maxSnippets = 0): string[] {
  const login = {
    ...item("login.py"),
    summary: "matches password, session",
    snippet: {
      startLine: 41,
      text: "# The session.\ndef login(user,\tpassword):\u0007\n    return session(password)",
    },
    ...over,
  };
  const lines = rendered({ items: [login], maxSnippets }).text.split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("login.py")) + 1, -2);
}

Deno.test("a place without its snippet has the two lines of it that tell most, definition and code first, in order of lines", () => {
  const def = "  42: def login(user, password):";
  assertEquals(told({ title: "def login(user, password):" }), [def, "  43: return session(password)"]);
  assertEquals(told({ title: "login.py" }), [def, "  43: return session(password)"]);
  const remarks = "# matches the password\nopen(password)\n# password, session: matches";
  assertEquals(told({ snippet: { startLine: 41, text: remarks } }), [
    "  42: open(password)",
    "  43: # password, session: matches",
  ]);
  const java = "@Override\npublic void close() {\n}";
  assertEquals(told({ snippet: { startLine: 41, text: java } }), [
    "  41: @Override",
    "  42: public void close() {",
  ]);
  assertEquals(told({ snippet: { startLine: 41, text: `${java}\nvoid run() {` } }), [
    "  42: public void close() {",
    "  44: void run() {",
  ]);
  assertEquals(told({ snippet: { startLine: 41, text: "{\n}" } }), []);
});

Deno.test("a line of a further place comes before a second one of the snippet; beside the snippet all further lines stand", () => {
  const elsewhere = [90, 12, 57].map((startLine) => ({
    startLine,
    text: `    check(session, ${startLine})`,
  }));
  assertEquals(told({ title: "def login(user, password):", elsewhere }), [
    "  42: def login(user, password):",
    "  90: check(session, 90)",
  ]);
  assertEquals(told({ elsewhere }, 1), [
    "41 | # The session.",
    "42 | def login(user,\tpassword):\u0007",
    "43 |     return session(password)",
    "  12: check(session, 12)",
    "  57: check(session, 57)",
    "  90: check(session, 90)",
  ]);
});

Deno.test("a summary and the single lines below it have the room of a summary, and no line stands there in part", () => {
  assertEquals(told({ snippet: { startLine: 41, text: `session ${"x".repeat(240)}` } }), []);
  for (let length = 1; length < 240; length += 7) {
    const line = `password(${"x".repeat(length)})`;
    const elsewhere = [{ startLine: 9, text: line }, { startLine: 50, text: line }, {
      startLine: 60,
      text: line,
    }];
    for (const maxSnippets of [0, 1]) {
      const single = told({ elsewhere }, maxSnippets).filter((each) => each.startsWith("  "));
      assert("matches password, session".length + single.join("\n").length + 1 <= 240 || single.length === 0);
      for (const each of single.filter((each) => each.includes("x"))) assert(each.endsWith(line));
    }
  }
});

for (const unit of ["utf16", "bytes"] as const) {
  Deno.test(`the cap holds in ${unit}, blocks are whole or left out, and what is left is told`, () => {
    const items = Array.from({ length: 12 }, (_, at) => item(`src/${at}.ts`, 20));
    for (let size = 0; size < 6000; size += 97) {
      const { text, shown, left } = rendered({ items, cap: { size, unit } });
      assert(sizeOf(text, unit) <= size, `${sizeOf(text, unit)} > ${size}`);
      assertEquals(shown.length + left.length, 12);
      for (const path of text === "" ? [] : shown) {
        assert(
          / f — matches retry \[ci_search\]\n/.test(text.slice(text.indexOf(path))),
        );
      }
    }
  });
}

Deno.test("places given earlier are named and not quoted", () => {
  const given = "Given earlier in this session and unchanged: a.ts:1-2";
  for (const items of [[], [item("b.ts")]]) {
    const lines = rendered({ items, alreadyGiven: ["a.ts:1-2"] }).text.split("\n");
    assert(!lines.some((line) => line.startsWith("a.ts:1-2")));
    // A title of a server's stands there as well: it is data like all the rest.
    const marks = lines.flatMap((line, at) =>
      /^<<<repository-data |^repository-data .*>>>$/.test(line) ? [at] : []
    );
    const [opening = 0, closing = 0] = marks;
    assertEquals([marks.length, lines.slice(opening, closing).includes(given)], [2, true]);
  }
});

Deno.test("conflicting claims are shown with every source and left to a person", () => {
  const claims = [
    { subject: "status", says: "stable", tool: "a", time: "t1" },
    { subject: "status", says: "deprecated", tool: "b", time: "t2" },
  ];
  const { text } = rendered({
    items: [{ ...item("a.ts"), conflict: { claims, verdict: "needs human judgement" } }],
  });
  for (
    const part of [
      "conflict: true",
      "needs human judgement",
      "a at t1: status: stable",
      "b at t2: status: deprecated",
    ]
  ) {
    assertStringIncludes(text, part);
  }
});
