import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookAnswer, hookOf, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo, runBinary } from "./harness.ts";

const PROMPT = "where is the retry delay computed?";
const REPO_CONFIG = "config/auto-tools.yaml";

Deno.test("AC-004 budgets: default, then the user's file, then the environment", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const at = { cwd: repo.path, home };
  const byDefault = await contextOf(at, PROMPT);
  assertEquals(byDefault.envelope.tool_plan.budget, {
    wall_ms: 5000,
    max_concurrency: 3,
    max_injected_chars: 12000,
  });
  writeUserConfig(home, "budget: {wall_ms: 4000, max_concurrency: 2, max_injected_chars: 8000}\n");
  const byConfig = await contextOf(at, PROMPT);
  assertEquals(byConfig.envelope.tool_plan.budget, {
    wall_ms: 4000,
    max_concurrency: 2,
    max_injected_chars: 8000,
  });
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "3000", CI_AUTO_TOOLS_MAX_CONCURRENCY: "1" };
  const byEnv = await contextOf({ ...at, env }, PROMPT);
  assertEquals(byEnv.envelope.tool_plan.budget, {
    wall_ms: 3000,
    max_concurrency: 1,
    max_injected_chars: 8000,
  });
});

Deno.test("AC-004 a repository's file turns budgets down, never up", async () => {
  await using repo = await makeRepo(SHOP);
  repo.write(REPO_CONFIG, "budget: {wall_ms: 3500, max_concurrency: 9}\n");
  const { envelope } = await contextOf({ cwd: repo.path }, PROMPT);
  assertEquals(envelope.tool_plan.budget.wall_ms, 3500);
  assertEquals(envelope.tool_plan.budget.max_concurrency, 3);
  repo.write(REPO_CONFIG, "budget: {wall_ms: 60000}\n");
  assertEquals((await contextOf({ cwd: repo.path }, PROMPT)).envelope.tool_plan.budget.wall_ms, 5000);
});

Deno.test("AC-004 a repository's file switches a tool off and excludes paths", async () => {
  await using repo = await makeRepo(SHOP);
  repo.write(REPO_CONFIG, 'disable: [ci_graph_rag]\nexclude: ["src/retry.ts"]\n');
  const { envelope, stdout } = await contextOf({ cwd: repo.path }, PROMPT);
  assertEquals(envelope.tool_plan.tools.map(({ tool }) => tool).toSorted(), ["ci_index_status", "ci_search"]);
  assert(!stdout.includes("src/retry.ts"), stdout);
});

Deno.test("AC-004 a slip in the name of a tool that is to be switched off is told", async () => {
  await using repo = await makeRepo(SHOP);
  repo.write(REPO_CONFIG, "disable: [ci_graph_rga, ci_hotspot, docs_search]\n");
  const { envelope } = await contextOf({ cwd: repo.path }, PROMPT);
  assertStringIncludes(
    envelope.fused_context.for_user.limits_text,
    "[Limits] disable: 1 without effect: there is no tool of such a name",
  );
});

Deno.test("AC-004 a repository's file starts no program before the user trusts it", async () => {
  await using repo = await makeRepo(SHOP);
  repo.write(
    REPO_CONFIG,
    `mcp_servers:\n  evil: {command: touch, args: ["${repo.path}/ran"]}\ntools:\n  - {name: evil, tier: 1, server: evil, tool: x}\n`,
  );
  const { envelope } = await contextOf({ cwd: repo.path }, PROMPT);
  assertEquals(envelope.tool_plan.tools.some(({ tool }) => tool === "evil"), false);
  assertEquals([...Deno.readDirSync(repo.path)].some(({ name }) => name === "ran"), false);
  assertStringIncludes(envelope.fused_context.for_user.limits_text, "codex-auto trust");
});

Deno.test("AC-004 CI_AUTO_TOOLS: off says nothing, on works for any prompt, auto asks what the prompt is about", async () => {
  await using repo = await makeRepo(SHOP);
  const hook = async (value: string, prompt: string) =>
    await hookOf({ cwd: repo.path, env: { CI_AUTO_TOOLS: value } }, { prompt });
  assertEquals((await hook("off", PROMPT)).context, "");
  assertStringIncludes((await hook("auto", PROMPT)).context, "src/retry.ts");
  assertEquals((await hook("auto", "what a lovely day")).systemMessage ?? "", "");
  assertEquals((await hook("auto", "do it again for the retry")).context, "");
  assertStringIncludes((await hook("on", "do it again for the retry")).context, "src/retry.ts");
});

for (const env of [{ CI_AUTO_TOOLS_MODE: "plan" }, { CI_AUTO_TOOLS_DRY_RUN: "1" }]) {
  Deno.test(`AC-004 ${Object.entries(env).join().replace(",", "=")} plans and calls no tool`, async () => {
    await using repo = await makeRepo(SHOP);
    const { envelope } = await contextOf({ cwd: repo.path, env }, PROMPT);
    assert(/^plan-[0-9a-f]{12}$/.test(envelope.run_id), envelope.run_id);
    assertEquals(envelope.tool_plan.tools.length, 3);
    assertEquals(envelope.tool_results, []);
    const byHook = await hookOf({ cwd: repo.path, env }, { prompt: PROMPT });
    const printed = await runBinary(["context", "--format", "hook", PROMPT], { cwd: repo.path, env });
    assertEquals([byHook.context, hookAnswer(printed)], ["", byHook]);
  });
}

Deno.test("AC-004 keys in .devbooks/config.yaml are ignored, and that is said", async () => {
  await using repo = await makeRepo(SHOP);
  repo.write(".devbooks/config.yaml", "auto_tools:\n  wall_ms: 1\nbudget: {wall_ms: 1}\n");
  const { code, envelope } = await contextOf({ cwd: repo.path }, PROMPT);
  assertEquals(code, 0);
  assertEquals(envelope.tool_plan.budget.wall_ms, 5000);
  assertStringIncludes(
    envelope.fused_context.for_user.limits_text,
    "[Limits] auto-tools keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml",
  );
});

const BROKEN: Record<string, { text: string; says: string[] }> = {
  "invalid YAML": { text: "budget:\n  wall_ms: [1, 2\n", says: ["config/auto-tools.yaml:"] },
  "a wrong type": {
    text: "disable: []\nbudget:\n  wall_ms: soon\n",
    says: ["config/auto-tools.yaml:3", "budget.wall_ms"],
  },
};
for (const [what, { text, says }] of Object.entries(BROKEN)) {
  Deno.test(`AC-004 ${what}: file, line and key are named, defaults used, exit 20; a hook still exits 0`, async () => {
    await using repo = await makeRepo(SHOP);
    repo.write(REPO_CONFIG, text);
    const { code, envelope } = await contextOf({ cwd: repo.path }, PROMPT);
    assertEquals(code, 20);
    assertEquals(envelope.degraded.is_degraded, true);
    assertEquals(envelope.tool_plan.budget.wall_ms, 5000);
    for (const part of says) assertStringIncludes(envelope.fused_context.for_user.limits_text, part);
    const hook = await hookOf({ cwd: repo.path }, { prompt: PROMPT });
    assertEquals(hook.code, 0);
    assertStringIncludes(hook.context, "src/retry.ts");
  });
}

Deno.test("AC-004 a value of the environment that is not understood is named, and the default used", async () => {
  await using repo = await makeRepo(SHOP);
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "fast", CI_AUTO_TOOLS_TIER_MAX: "9" };
  const { code, envelope } = await contextOf({ cwd: repo.path, env }, PROMPT);
  assertEquals(code, 20);
  assertEquals([envelope.tool_plan.budget.wall_ms, envelope.tool_plan.tier_max], [5000, 1]);
  for (const key of Object.keys(env)) assertStringIncludes(envelope.fused_context.for_user.limits_text, key);
});
