import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../lib/contract/finding.ts";
import { dedupeKey, fuse } from "../../lib/kernel/fuse.ts";

function finding(over: Partial<Finding>): Finding {
  const tool = over.tool ?? "ci_search";
  return {
    tool,
    path: "src/login.ts",
    symbol: "login",
    title: "login",
    summary: "defines login",
    confidence: 0.5,
    source: { tool, version: "abc", time: "2026-01-01T00:00:00.000Z" },
    ...over,
  };
}

Deno.test("the dedupe key is tool, path, symbol and title, normalized, with a dash for what is absent", () => {
  assertEquals(
    dedupeKey({ tool: "t", path: "./a//b.ts", symbol: " f ", title: "  Two   Words " }),
    "t\0a/b.ts\0f\0two words",
  );
  assertEquals(dedupeKey({ tool: "t", title: "x" }), "t\0-\0-\0x");
});

Deno.test("of findings with one key the most confident stays", () => {
  const { items } = fuse([
    finding({ confidence: 0.2, summary: "weak" }),
    finding({ confidence: 0.9, summary: "strong" }),
  ], 240);
  assertEquals(items.map(({ summary }) => summary), ["strong"]);
});

Deno.test("a place keeps its key lines, or gets those of the tool that has some", () => {
  const keyLines = [{ startLine: 90, text: "login();" }];
  const lines = { start: 3, end: 5 };
  const { ranked } = fuse([
    finding({ tool: "ci_search", confidence: 0.9, lines }),
    finding({ tool: "ci_graph_rag", confidence: 0.5, lines, keyLines }),
  ], 240);
  assertEquals(ranked.map((item) => [item.tool, item.keyLines]), [["ci_search", keyLines]]);
});

Deno.test("the ranked list shows a place once, with every tool that found it", () => {
  const { ranked } = fuse(
    [finding({ tool: "ci_graph_rag", confidence: 0.9 }), finding({ confidence: 0.9 })],
    240,
  );
  assertEquals(ranked.map(({ tool, sources }) => [tool, sources.map((source) => source.tool)]), [
    ["ci_search", ["ci_search", "ci_graph_rag"]],
  ]);
});

Deno.test("a conflict is of its place, whatever stands for it; sources that agree are none", () => {
  const told = ["stable", "gone"].map((says, at) =>
    finding({ tool: `t${at}`, title: says, claim: { subject: "status", says } })
  );
  const plain = told.map(({ claim: _, ...rest }) => ({ ...rest, confidence: 1 }));
  assert(fuse([...told, ...plain], 240).items.every(({ conflict }) => conflict?.claims.length === 2));

  const claim = (tool: string) => finding({ tool, claim: { subject: "status", says: "stable" } });
  assert(fuse([claim("a_tool"), claim("b_tool")], 240).items.every(({ conflict }) => conflict === undefined));
});
