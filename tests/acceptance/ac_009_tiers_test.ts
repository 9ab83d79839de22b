import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, LATE, SHOP } from "./context_runs.ts";
import { setting } from "./harness.ts";

const DISABLED = "[Limits] tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";
const TIER_2 = { CI_AUTO_TOOLS_TIER_MAX: "2" };
const CALLERS = "who calls retryDelay?";

/** A prompt that calls for each tier-2 tool. */
const CALLS: Record<string, string> = {
  ci_call_chain: CALLERS,
  ci_bug_locate: "find the root cause of the crash in withRetries",
  ci_impact: "what breaks if I change retryDelay?",
  ci_complexity: "which function has the highest complexity?",
  ci_hotspot: "which files are the hotspots of this code?",
};

for (const [tool, prompt] of Object.entries(CALLS)) {
  Deno.test(`AC-009 ${tool} is planned only with CI_AUTO_TOOLS_TIER_MAX=2; without it, how to enable it is said`, async () => {
    await using at = await setting(SHOP);
    const { envelope: { tool_plan }, limits } = await contextOf(at, prompt);
    assertEquals(tool_plan.tools.filter(({ tier }) => tier > 1), []);
    assertStringIncludes(limits, DISABLED);
    const enabled = await contextOf({ ...at, env: TIER_2 }, prompt);
    const { tool_plan: plan, tool_results } = enabled.envelope;
    assert(plan.tools.some((each) => each.tool === tool && each.tier === 2));
    assert(!enabled.limits.includes(DISABLED));
    assertEquals(tool_results.find((each) => each.tool === tool)?.status, "ok");
    assertEquals([plan.tier_max, plan.budget.wall_ms], [2, 10_000]);
  });
}

Deno.test("AC-009 tiers 0 and 1 run by themselves, and a prompt that calls for no more is not told of tier 2", async () => {
  await using at = await setting(SHOP);
  for (const env of [{}, TIER_2]) {
    const { envelope, limits } = await contextOf({ ...at, env }, "where is retryDelay defined?");
    const tiers = envelope.tool_plan.tools.map(({ tool, tier }) => `${tool} ${tier}`).toSorted();
    assertEquals(tiers, ["ci_graph_rag 1", "ci_index_status 0", "ci_search 1"]);
    assert(!limits.includes(DISABLED));
  }
});

Deno.test("AC-009 neither configuration nor a named tool opens tier 2; model and user are told", async () => {
  await using at = await setting(SHOP);
  for (
    const text of ["tier_max: 2\n", "CI_AUTO_TOOLS_TIER_MAX: 2\n", "tools:\n  - {name: ci_impact, tier: 1}\n"]
  ) {
    at.write("config/auto-tools.yaml", text);
    writeUserConfig(at.home, text);
    const { tool_plan, tool_results } = (await contextOf(at, CALLS["ci_impact"] ?? "")).envelope;
    assertEquals(tool_plan.tier_max, 1);
    assert(!tool_results.some(({ tool, status }) => tool === "ci_impact" && status === "ok"), text);
  }
  await using fresh = await setting(SHOP);
  const named = await contextOf(fresh, "retryDelay", ["--tool", "ci_impact"]);
  assert(!named.envelope.tool_results.some(({ status }) => status === "ok"));
  assertStringIncludes(named.limits, DISABLED);
  const { context, systemMessage = "" } = await hookOf(fresh, { prompt: CALLERS });
  assertStringIncludes(systemMessage, DISABLED);
  // On a machine so busy that no tool ended in time there is no context to say it in.
  if (context !== "" || !LATE.test(systemMessage)) assertStringIncludes(context, DISABLED);
});
