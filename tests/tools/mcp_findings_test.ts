import { assertEquals, assertThrows } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { readMcpResult, repoRelative } from "../../lib/tools/mcp_findings.ts";

const origin = {
  tool: "docs_search",
  root: "/repo",
  source: { tool: "docs/search", version: "abc", time: "2026-01-02T03:04:05.000Z" },
};
const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const json = (value: unknown) => text(JSON.stringify(value));

function assertUnreadable(
  result: Parameters<typeof readMcpResult>[0],
  mapping: Record<string, string>,
  message: string,
): void {
  const error = assertThrows(() => readMcpResult(result, mapping, origin), AutoToolsError, message);
  assertEquals(error.code, "E_PARSE");
}

Deno.test("fields and lists are found at dotted places, of own properties only", () => {
  const result = json({ data: { hits: [{ where: { file: "a.ts", name: "f" } }] } });
  const { findings } = readMcpResult(result, {
    items: "data.hits",
    path: "where.file",
    title: "where.name",
    summary: "constructor.name",
  }, origin);
  assertEquals(findings.map(({ path, title, summary }) => [path, title, summary]), [["a.ts", "f", ""]]);
});

Deno.test("structured content wins over text", () => {
  const { findings } = readMcpResult({ ...json([{ t: "text" }]), structuredContent: [{ t: "structured" }] }, {
    title: "t",
  }, origin);
  assertEquals(findings.map(({ title }) => title), ["structured"]);
});

Deno.test("without a mapping text for people wins over structured content", () => {
  const result = { ...text("Two files"), structuredContent: { content: "/repo/a.ts" } };
  assertEquals(readMcpResult(result, {}, origin).findings.map(({ summary }) => summary), ["Two files"]);
  const silent = { content: [], structuredContent: { a: 1 } };
  assertEquals(readMcpResult(silent, {}, origin).findings.map(({ summary }) => summary), ['{"a":1}']);
});

Deno.test("scores of any scale become 0..1 and keep their order; none is the middle", () => {
  const read = (scores: unknown[]) =>
    readMcpResult(
      json(scores.map((score) => ({ t: "x", score }))),
      { title: "t", confidence: "score" },
      origin,
    )
      .findings.map(({ confidence }) => confidence);
  assertEquals(read([20, 10, "5"]), [1, 0.5, 0.25]);
  assertEquals(read([0.4, -1, null]), [0.4, 0, 0.5]);
});

Deno.test("without a mapping a list of texts is findings, and an object is shown as it is", () => {
  assertEquals(readMcpResult(json(["one", "two"]), {}, origin).findings.map(({ summary }) => summary), [
    "one",
    "two",
  ]);
  assertEquals(readMcpResult(json({ a: 1 }), {}, origin).findings.map(({ summary }) => summary), ['{"a":1}']);
});

Deno.test("no results are no findings, and no error", () => {
  assertEquals(readMcpResult(json({ results: [] }), { items: "results", title: "t" }, origin).findings, []);
  assertEquals(readMcpResult({ content: [] }, {}, origin).findings, []);
});

Deno.test("what cannot be read is said so", () => {
  assertUnreadable(text('{"results": [{"fi'), {}, "not valid JSON");
  assertUnreadable(text("no results"), { items: "results" }, "not valid JSON");
  assertUnreadable(json({ results: 3 }), { items: "results" }, 'no list at "results"');
  assertUnreadable(json([{ t: 3 }, 7]), { title: "t" }, "configured fields");
});

Deno.test("single results that cannot be read are left out and counted", () => {
  const { findings, limits } = readMcpResult(json([{ t: "a" }, { t: 3 }, 7]), { title: "t" }, origin);
  assertEquals(findings.map(({ title }) => title), ["a"]);
  assertEquals(limits, ["docs_search: 2 results could not be read"]);
});

Deno.test("results beyond the limit are left out and counted", () => {
  const { findings, limits, truncated } = readMcpResult(json(Array(2000).fill("one")), {}, origin);
  assertEquals([findings.length, truncated], [100, true]);
  assertEquals(limits, ["docs_search: only the first 100 of 2000 results were read"]);
});

Deno.test("paths inside the root become relative to it", () => {
  const inside: [string, string][] = [
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/x/../a.ts", "src/a.ts"],
    ["/repo/src/a.ts", "src/a.ts"],
    ["file:///repo/src/a%20b.ts", "src/a b.ts"],
    ["文档/说明.md", "文档/说明.md"],
  ];
  for (const [named, expected] of inside) assertEquals(repoRelative(named, "/repo"), expected, named);
});

Deno.test("paths outside the root and what is no path are left out", () => {
  const outside = [
    "../a.ts",
    "src/../../a.ts",
    "/repository/a.ts",
    "/etc/passwd",
    "/repo/../etc/passwd",
    "/repo",
    ".",
    "",
    "https://example.com/a.ts",
    "file:///etc/passwd",
    "file:///repo/%2e%2e/etc/passwd",
    "file:///repo/%ff",
    "src/a\n.ts",
    "src/\u0000a.ts",
    "a/".repeat(600),
  ];
  for (const named of outside) assertEquals(repoRelative(named, "/repo"), undefined, named);
});
