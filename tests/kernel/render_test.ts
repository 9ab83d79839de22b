import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { FusedItem } from "../../lib/kernel/fuse.ts";
import type { RenderInputs } from "../../lib/kernel/render.ts";
import { renderForModel, renderWhole, selectBlocks, sizeOf } from "../../lib/kernel/render.ts";

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
    "a.ts:9-11 f",
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

Deno.test("the best place is quoted, and others that are as likely meant, three at most; the rest are named with their key lines", () => {
  const quoted = (...confidences: number[]) => {
    const items = confidences.map((confidence, at) => ({ ...item(`${at}.ts`, 1), confidence }));
    const { text, shown } = rendered({ items });
    assertEquals(shown.length, items.length);
    return text.match(/^ ?9 \| /gm)?.length;
  };
  assertEquals([quoted(1, 0.5), quoted(1, 0.95, 0.4), quoted(1, 1, 1, 1)], [1, 2, 3]);
});

/** The text below the head of an item that stands behind `before` others. */
function told(over: Partial<FusedItem>, before: number): string[] {
  const others = Array.from({ length: before }, (_, at) => ({ ...item(`${at}.ts`), confidence: 0.9 }));
  const best = { ...item("best.ts", 1), confidence: 1 };
  const login = { ...item("login.py", 3), confidence: 0.5, ...over };
  const { text } = rendered({ items: [...before > 0 ? [best] : [], ...others.slice(1), login] });
  const lines = text.split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("login.py")) + 1, -2);
}

const LOGIN = {
  snippet: {
    startLine: 41,
    text: "# The session.\ndef login(user,\tpassword):\u0007\n    return session(password)",
  },
  keyLines: [[42, "def login(user,\tpassword):\u0007"], [90, "    check(session)"], [12, "import session"]]
    .map(
      ([startLine, text]) => ({ startLine: Number(startLine), text: String(text) }),
    ),
};

Deno.test("the best place is quoted whole, others only while all quotes stay within 1,500 characters; what is not quoted is named", () => {
  const wide = (path: string) => ({
    ...item(path),
    snippet: { startLine: 9, text: Array(20).fill("x".repeat(60)).join("\n") },
  });
  const { text, shown } = rendered({ items: [item("a.ts", 20), wide("b.ts"), item("c.ts", 3)] });
  assertEquals(shown, ["a.ts", "b.ts", "c.ts"]);
  assertEquals(text.split("\n").filter((line) => / \| /.test(line)).length, 20 + 3);
});

Deno.test("key lines stand in order, around the snippet or alone; one without any has the first that says something", () => {
  const def = "42: def login(user, password):";
  assertEquals(told(LOGIN, 0), [
    "12: import session",
    "41 | # The session.",
    "42 | def login(user,\tpassword):\u0007",
    "43 |     return session(password)",
    "90: check(session)",
  ]);
  assertEquals(told(LOGIN, 1), ["12: import session", def, "90: check(session)"]);
  assertEquals(told(LOGIN, 4), told(LOGIN, 1));
  assertEquals(told({ snippet: { startLine: 41, text: "{\n  open();\n}" } }, 1), ["42: open();"]);
  assertEquals(told({ snippet: { startLine: 41, text: "{\n}" } }, 1), []);
  const [long] = told({ keyLines: [{ startLine: 7, text: "x".repeat(999) }] }, 1);
  assertEquals(long?.length, "7: ".length + 120);
});

Deno.test("a reason and its tool stand where the place does not speak for itself", () => {
  const [, , , head] = rendered({
    items: [{
      ...item("a.ts", 1),
      summary: "calls f",
      sources: [{ tool: "ci_graph_rag", time: "", version: "" }],
    }],
  }).text.split("\n");
  assertEquals(head, "a.ts:9-10 f — calls f [ci_graph_rag]");
});

for (const unit of ["utf16", "bytes"] as const) {
  Deno.test(`the cap holds in ${unit}, blocks are whole or left out, and what is left is told`, () => {
    const items = Array.from({ length: 12 }, (_, at) => item(`src/${at}.ts`, 20));
    for (let size = 0; size < 6000; size += 97) {
      const { text, shown, left } = rendered({ items, cap: { size, unit } });
      assert(sizeOf(text, unit) <= size, `${sizeOf(text, unit)} > ${size}`);
      assertEquals(shown.length + left.length, 12);
      for (const path of text === "" ? [] : shown) assertStringIncludes(text, `${path}:9-29 f\n`);
    }
  });
}
