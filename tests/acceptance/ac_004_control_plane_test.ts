import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { writeUserConfig } from "./configured_tools.ts";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { assertHas, setting } from "./harness.ts";

const PROMPT = "where is the retry delay computed?";
const REPO_CONFIG = "config/auto-tools.yaml";

Deno.test("AC-004 budgets: default, then the user's file, then the environment; a repository's file turns them down, never up", async () => {
  await using at = await setting(SHOP);
  const budget = async (env = {}) =>
    Object.values((await contextOf({ ...at, env }, PROMPT, ["--dry-run"])).envelope.tool_plan.budget);
  at.write(REPO_CONFIG, "budget: {wall_ms: 60000, max_concurrency: 9}\n");
  assertEquals(await budget(), [5000, 3, 12000]);
  writeUserConfig(at.home, "budget: {wall_ms: 4000, max_concurrency: 2, max_injected_chars: 8000}\n");
  assertEquals(await budget(), [4000, 2, 8000]);
  at.write(REPO_CONFIG, "budget: {wall_ms: 3500, max_concurrency: 9}\n");
  assertEquals(await budget(), [3500, 2, 8000]);
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "3000", CI_AUTO_TOOLS_MAX_CONCURRENCY: "1" };
  assertEquals(await budget(env), [3000, 1, 8000]);
});

Deno.test("AC-004 a repository's file switches a tool off, excludes paths, starts no program before the user trusts it, and what is without effect is told", async () => {
  await using at = await setting(SHOP);
  at.write(
    REPO_CONFIG,
    `disable: [ci_graph_rag, ci_graph_rga]\nexclude: ["src/retry.ts"]\nmcp_servers:\n  evil: {command: touch, args: ["${at.cwd}/ran"]}\ntools:\n  - {name: evil, tier: 1, server: evil, tool: x}\n`,
  );
  at.write(".devbooks/config.yaml", "auto_tools:\n  wall_ms: 1\nbudget: {wall_ms: 1}\n");
  const { code, planned, stdout, limits, envelope } = await contextOf(at, PROMPT);
  assertEquals([code, planned, envelope.tool_plan.budget.wall_ms], [
    0,
    ["ci_index_status", "ci_search"],
    5000,
  ]);
  assert(!stdout.includes("src/retry.ts"), stdout);
  assertEquals([...Deno.readDirSync(at.cwd)].some(({ name }) => name === "ran"), false);
  assertHas(
    limits,
    "codex-auto trust",
    "[Limits] disable: 1 without effect: there is no tool of such a name",
    "[Limits] auto-tools keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml",
  );
});

Deno.test("AC-004 CI_AUTO_TOOLS: off says nothing, on works for any prompt, auto asks what the prompt is about", async () => {
  await using at = await setting(SHOP);
  const hook = (value: string, prompt: string) =>
    hookOf({ ...at, env: { CI_AUTO_TOOLS: value } }, { prompt });
  assertEquals((await hook("off", PROMPT)).context, "");
  assertStringIncludes((await hook("auto", PROMPT)).context, "src/retry.ts");
  assertEquals((await hook("auto", "do it again for the retry")).context, "");
  assertStringIncludes((await hook("on", "do it again for the retry")).context, "src/retry.ts");
});

const BROKEN: [what: string, whose: "user" | "repository", text: string, says: RegExp][] = [
  ["invalid YAML", "user", "budget:\n  wall_ms: [1, 2\n", /auto-tools\.yaml:\d/],
  [
    "a wrong type",
    "repository",
    "disable: []\nbudget:\n  wall_ms: soon\n",
    /auto-tools\.yaml:3: budget\.wall_ms/,
  ],
];
Deno.test("AC-004 invalid YAML, a wrong type, a value that is not understood: place and key are named, defaults used, exit 20; a hook still exits 0", async () => {
  for (const [what, whose, text, says] of BROKEN) {
    await using at = await setting(SHOP);
    if (whose === "user") writeUserConfig(at.home, text);
    else at.write(REPO_CONFIG, text);
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "fast", CI_AUTO_TOOLS_TIER_MAX: "9" };
    const { code, envelope, limits } = await contextOf({ ...at, env }, PROMPT, ["--dry-run"]);
    const { budget, tier_max } = envelope.tool_plan;
    assertEquals([code, envelope.degraded.is_degraded, budget.wall_ms, tier_max], [20, true, 5000, 1], what);
    assertMatch(limits, says);
    assertMatch(envelope.degraded.reason, /auto-tools\.yaml:\d|CI_AUTO_TOOLS_TIER_MAX/);
    assertHas(limits, ...Object.keys(env));
    const hook = await hookOf(at, { prompt: PROMPT });
    assertEquals(hook.code, 0);
    assertStringIncludes(hook.context, "src/retry.ts");
    assertStringIncludes(hook.systemMessage ?? "", "auto-tools.yaml");
  }
});
