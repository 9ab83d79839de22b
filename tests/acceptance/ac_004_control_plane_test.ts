import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { assertHas, setting } from "./harness.ts";

const PROMPT = "where is the retry delay computed?";
const REPO_CONFIG = "config/auto-tools.yaml";

Deno.test("AC-004 budgets: default, then the user's file, then the environment; a repository's file turns them down, never up", async () => {
  await using at = await setting(SHOP);
  const budget = async (env = {}) =>
    Object.values((await contextOf({ ...at, env }, PROMPT)).envelope.tool_plan.budget);
  assertEquals(await budget(), [5000, 3, 12000]);
  at.write(REPO_CONFIG, "budget: {wall_ms: 60000, max_concurrency: 9}\n");
  assertEquals(await budget(), [5000, 3, 12000]);
  writeUserConfig(at.home, "budget: {wall_ms: 4000, max_concurrency: 2, max_injected_chars: 8000}\n");
  assertEquals(await budget(), [4000, 2, 8000]);
  at.write(REPO_CONFIG, "budget: {wall_ms: 3500, max_concurrency: 9}\n");
  assertEquals(await budget(), [3500, 2, 8000]);
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "3000", CI_AUTO_TOOLS_MAX_CONCURRENCY: "1" };
  assertEquals(await budget(env), [3000, 1, 8000]);
});

Deno.test("AC-004 a repository's file switches a tool off and excludes paths, and a slip in a tool's name is told", async () => {
  await using at = await setting(SHOP);
  at.write(REPO_CONFIG, 'disable: [ci_graph_rag]\nexclude: ["src/retry.ts"]\n');
  const { planned, stdout } = await contextOf(at, PROMPT);
  assertEquals(planned, ["ci_index_status", "ci_search"]);
  assert(!stdout.includes("src/retry.ts"), stdout);
  at.write(REPO_CONFIG, "disable: [ci_graph_rga, ci_hotspot, docs_search]\n");
  assertStringIncludes(
    (await contextOf(at, PROMPT)).limits,
    "[Limits] disable: 1 without effect: there is no tool of such a name",
  );
});

Deno.test("AC-004 a repository's file starts no program before the user trusts it", async () => {
  await using at = await setting(SHOP);
  at.write(
    REPO_CONFIG,
    `mcp_servers:\n  evil: {command: touch, args: ["${at.cwd}/ran"]}\ntools:\n  - {name: evil, tier: 1, server: evil, tool: x}\n`,
  );
  const { planned, limits } = await contextOf(at, PROMPT);
  assertEquals(planned.includes("evil"), false);
  assertEquals([...Deno.readDirSync(at.cwd)].some(({ name }) => name === "ran"), false);
  assertStringIncludes(limits, "codex-auto trust");
});

Deno.test("AC-004 CI_AUTO_TOOLS: off says nothing, on works for any prompt, auto asks what the prompt is about", async () => {
  await using at = await setting(SHOP);
  const hook = (value: string, prompt: string) =>
    hookOf({ ...at, env: { CI_AUTO_TOOLS: value } }, { prompt });
  assertEquals((await hook("off", PROMPT)).context, "");
  assertStringIncludes((await hook("auto", PROMPT)).context, "src/retry.ts");
  assertEquals((await hook("auto", "what a lovely day")).systemMessage ?? "", "");
  assertEquals((await hook("auto", "do it again for the retry")).context, "");
  assertStringIncludes((await hook("on", "do it again for the retry")).context, "src/retry.ts");
});

Deno.test("AC-004 keys in .devbooks/config.yaml are ignored, and that is said", async () => {
  await using at = await setting(SHOP);
  at.write(".devbooks/config.yaml", "auto_tools:\n  wall_ms: 1\nbudget: {wall_ms: 1}\n");
  const { code, envelope, limits } = await contextOf(at, PROMPT);
  assertEquals([code, envelope.tool_plan.budget.wall_ms], [0, 5000]);
  assertStringIncludes(
    limits,
    "[Limits] auto-tools keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml",
  );
});

const BROKEN: [what: string, text: string, says: RegExp][] = [
  ["invalid YAML", "budget:\n  wall_ms: [1, 2\n", /auto-tools\.yaml:\d/],
  ["a wrong type", "disable: []\nbudget:\n  wall_ms: soon\n", /auto-tools\.yaml:3: budget\.wall_ms/],
];
for (const [what, text, says] of BROKEN) {
  Deno.test(`AC-004 ${what}: file, line and key are named, defaults used, exit 20; a hook still exits 0`, async () => {
    for (const whose of ["repository", "user"]) {
      await using at = await setting(SHOP);
      if (whose === "user") writeUserConfig(at.home, text);
      else at.write(REPO_CONFIG, text);
      const { code, envelope, limits } = await contextOf(at, PROMPT);
      assertEquals([code, envelope.degraded.is_degraded, envelope.tool_plan.budget.wall_ms], [
        20,
        true,
        5000,
      ]);
      assertMatch(limits, says);
      assertMatch(envelope.degraded.reason, says);
      const hook = await hookOf(at, { prompt: PROMPT });
      assertEquals(hook.code, 0);
      assertStringIncludes(hook.context, "src/retry.ts");
      assertStringIncludes(hook.systemMessage ?? "", "auto-tools.yaml");
    }
  });
}

Deno.test("AC-004 a value of the environment that is not understood is named, and the default used", async () => {
  await using at = await setting(SHOP);
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "fast", CI_AUTO_TOOLS_TIER_MAX: "9" };
  const { code, envelope, limits } = await contextOf({ ...at, env }, PROMPT);
  const { budget, tier_max } = envelope.tool_plan;
  assertEquals([code, budget.wall_ms, tier_max], [20, 5000, 1]);
  assertHas(limits, ...Object.keys(env));
});
