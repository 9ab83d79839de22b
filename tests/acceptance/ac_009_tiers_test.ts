import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, LATE, SHOP } from "./context_runs.ts";
import { setting } from "./harness.ts";

const DISABLED = "[Limits] tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";
const TIER_2 = { CI_AUTO_TOOLS_TIER_MAX: "2" };
const CALLERS = "who calls retryDelay?";

/** A prompt that calls for each tier-2 tool. */
const CALLS = `${CALLERS} what breaks if I change retryDelay? which function has the highest complexity? ` +
  "which files are the hotspots of this code? find the root cause of the crash in withRetries";
const TOOLS = ["ci_bug_locate", "ci_call_chain", "ci_complexity", "ci_hotspot", "ci_impact"];

Deno.test("AC-009 tier 2 is planned only with CI_AUTO_TOOLS_TIER_MAX=2 and for a prompt that calls for it; without, how to enable it is said", async () => {
  await using at = await setting(SHOP);
  const plain = await contextOf({ ...at, env: TIER_2 }, "where is retryDelay defined?", ["--dry-run"]);
  const tiers = plain.envelope.tool_plan.tools.map(({ tool, tier }) => `${tool} ${tier}`).toSorted();
  assertEquals(tiers, ["ci_graph_rag 1", "ci_index_status 0", "ci_search 1"]);
  const { envelope: { tool_plan }, limits } = await contextOf(at, CALLS);
  assertEquals(tool_plan.tools.filter(({ tier }) => tier > 1), []);
  assertStringIncludes(limits, DISABLED);
  for (const run of [plain, await contextOf({ ...at, env: TIER_2 }, CALLS)]) {
    assert(!run.limits.includes(DISABLED));
    assertEquals([run.envelope.tool_plan.tier_max, run.envelope.tool_plan.budget.wall_ms], [2, 10_000]);
    if (run === plain) continue;
    const ran = run.envelope.tool_results.filter(({ tool }) => TOOLS.includes(tool));
    assertEquals(ran.map(({ tool }) => tool).toSorted(), TOOLS);
    // On a busy machine the time of one may be over first.
    for (const { status } of ran) assert(["ok", "timeout"].includes(status), status);
  }
});

Deno.test("AC-009 neither configuration nor a named tool opens tier 2; model and user are told", async () => {
  await using at = await setting(SHOP);
  const text = "tier_max: 2\nCI_AUTO_TOOLS_TIER_MAX: 2\ntools:\n  - {name: ci_impact, tier: 1}\n";
  at.write("config/auto-tools.yaml", text);
  writeUserConfig(at.home, text);
  const { tool_plan, tool_results } = (await contextOf(at, "what breaks if I change retryDelay?")).envelope;
  assertEquals(tool_plan.tier_max, 1);
  assert(!tool_results.some(({ tool, status }) => tool === "ci_impact" && status === "ok"));
  await using fresh = await setting(SHOP);
  const named = await contextOf(fresh, "retryDelay", ["--tool", "ci_impact"]);
  assert(!named.envelope.tool_results.some(({ status }) => status === "ok"));
  assertStringIncludes(named.limits, DISABLED);
  const { context, systemMessage = "" } = await hookOf(fresh, { prompt: CALLERS });
  assertStringIncludes(systemMessage, DISABLED);
  // On a machine so busy that no tool ended in time there is no context to say it in.
  if (context !== "" || !LATE.test(systemMessage)) assertStringIncludes(context, DISABLED);
});
