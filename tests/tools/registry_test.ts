import { assertEquals } from "@std/assert";
import { parseUserConfig } from "../../lib/settings/config.ts";
import { type ToolSpec, toolSpecs } from "../../lib/tools/registry.ts";

async function specs(tools: string): Promise<ToolSpec[]> {
  const config = await parseUserConfig(`tools:\n${tools}`, "auto-tools.yaml");
  assertEquals(config.problems, []);
  return toolSpecs(config.values.tools);
}

async function spec(name: string, tools: string): Promise<ToolSpec | undefined> {
  return (await specs(tools)).find((each) => each.name === name);
}

Deno.test("the built-in tools stand in their tiers", () => {
  const tiers = Object.groupBy(toolSpecs([]), ({ tier }) => String(tier));
  const names = (tier: string) => tiers[tier]?.map(({ name }) => name);
  assertEquals(names("0"), ["ci_index_status"]);
  assertEquals(names("1"), ["ci_search", "ci_graph_rag"]);
  assertEquals(names("2"), ["ci_call_chain", "ci_bug_locate", "ci_impact", "ci_complexity", "ci_hotspot"]);
});

Deno.test("timeouts are the contract's", () => {
  const timeouts = Object.fromEntries(toolSpecs([]).map(({ name, timeoutMs }) => [name, timeoutMs]));
  assertEquals(timeouts, {
    ci_index_status: 500,
    ci_search: 2000,
    ci_graph_rag: 3500,
    ci_complexity: 1000,
    ci_call_chain: 2500,
    ci_bug_locate: 2500,
    ci_impact: 2500,
    ci_hotspot: 2500,
  });
});

Deno.test("a configured tool joins its tier; the order of the file does not matter", async () => {
  const a = "  - {name: a_docs, server: s, args: {query: '{{prompt}}'}, clamp: {limit: 3}}\n";
  const b = "  - {name: b_docs, server: s, tier: 2}\n";
  assertEquals((await specs(a + b)).map(({ name }) => name), (await specs(b + a)).map(({ name }) => name));
  assertEquals([
    (await spec("a_docs", a))?.tier,
    (await spec("a_docs", a))?.max,
    (await spec("a_docs", a))?.timeoutMs,
  ], [1, {
    limit: 3,
  }, 2500]);
});

Deno.test("an entry with a server stands in for a built-in, in its tier and below its ceilings", async () => {
  const entry = "  - {name: ci_impact, server: s, tier: 0, timeout_ms: 60000, args: {depth: 9}}\n";
  assertEquals([(await spec("ci_impact", entry))?.tier, (await spec("ci_impact", entry))?.timeoutMs], [
    2,
    2500,
  ]);
  assertEquals((await spec("ci_search", "  - {name: ci_search, server: s, clamp: {limit: 99}}\n"))?.max, {
    limit: 10,
  });
});

Deno.test("an entry without a server tunes the built-in, and opens nothing", async () => {
  const tuned = await spec(
    "ci_graph_rag",
    "  - {name: ci_graph_rag, timeout_ms: 100, clamp: {top_k: 5}, args: {depth: 1}}\n",
  );
  assertEquals([tuned?.timeoutMs, tuned?.max["top_k"], tuned?.max["depth"], tuned?.args["depth"]], [
    100,
    5,
    2,
    1,
  ]);
});
