import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, LATE, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo } from "./harness.ts";

const DISABLED = "[Limits] tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";

/** A prompt that calls for each tier-2 tool. */
const CALLS: Record<string, string> = {
  ci_call_chain: "who calls retryDelay?",
  ci_bug_locate: "find the root cause of the crash in withRetries",
  ci_impact: "what breaks if I change retryDelay?",
  ci_complexity: "which function has the highest complexity?",
  ci_hotspot: "which files are the hotspots of this code?",
};

for (const [tool, prompt] of Object.entries(CALLS)) {
  Deno.test(`AC-009 ${tool} is planned only with CI_AUTO_TOOLS_TIER_MAX=2; without it, how to enable it is said`, async () => {
    await using repo = await makeRepo(SHOP);
    const byDefault = (await contextOf({ cwd: repo.path }, prompt)).envelope;
    assertEquals(byDefault.tool_plan.tools.filter(({ tier }) => tier > 1), []);
    assertStringIncludes(byDefault.fused_context.for_user.limits_text, DISABLED);
    const env = { CI_AUTO_TOOLS_TIER_MAX: "2" };
    const enabled = (await contextOf({ cwd: repo.path, env }, prompt)).envelope;
    assert(enabled.tool_plan.tools.some((each) => each.tool === tool && each.tier === 2));
    assert(!enabled.fused_context.for_user.limits_text.includes(DISABLED));
    assertEquals(enabled.tool_results.find((each) => each.tool === tool)?.status, "ok");
    assertEquals([enabled.tool_plan.tier_max, enabled.tool_plan.budget.wall_ms], [2, 10_000]);
  });
}

Deno.test("AC-009 tiers 0 and 1 run by themselves, and a prompt that calls for no more is not told of tier 2", async () => {
  await using repo = await makeRepo(SHOP);
  const env = { CI_AUTO_TOOLS_TIER_MAX: "2" };
  for (const place of [{ cwd: repo.path }, { cwd: repo.path, env }]) {
    const { envelope } = await contextOf(place, "where is retryDelay defined?");
    assertEquals(envelope.tool_plan.tools.map(({ tool, tier }) => `${tool} ${tier}`).toSorted(), [
      "ci_graph_rag 1",
      "ci_index_status 0",
      "ci_search 1",
    ]);
    assert(!envelope.fused_context.for_user.limits_text.includes(DISABLED));
  }
});

Deno.test("AC-009 neither configuration nor a named tool opens tier 2", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  for (
    const text of ["tier_max: 2\n", "CI_AUTO_TOOLS_TIER_MAX: 2\n", "tools:\n  - {name: ci_impact, tier: 1}\n"]
  ) {
    repo.write("config/auto-tools.yaml", text);
    writeUserConfig(home, text);
    const { envelope } = await contextOf({ cwd: repo.path, home }, CALLS["ci_impact"] ?? "");
    assertEquals(envelope.tool_plan.tier_max, 1);
    assertEquals(
      envelope.tool_results.some(({ tool, status }) => tool === "ci_impact" && status === "ok"),
      false,
      text,
    );
  }
  const named = await contextOf({ cwd: repo.path }, "retryDelay", ["--tool", "ci_impact"]);
  assertEquals(named.envelope.tool_results.some(({ status }) => status === "ok"), false);
  assertStringIncludes(named.envelope.fused_context.for_user.limits_text, DISABLED);
});

Deno.test("AC-009 the model and the user are told as well", async () => {
  await using repo = await makeRepo(SHOP);
  const { context, systemMessage } = await hookOf({ cwd: repo.path }, { prompt: "who calls retryDelay?" });
  assertStringIncludes(systemMessage ?? "", DISABLED);
  // On a machine so busy that no tool ended in time there is no context to say it in.
  if (context !== "" || !LATE.test(systemMessage ?? "")) assertStringIncludes(context, DISABLED);
});
