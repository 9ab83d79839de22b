import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ToolResult } from "../../lib/contract/envelope.ts";
import { FILES, leftBehind, PATIENT, PROMPT, toolSetting } from "./configured_tools.ts";
import { contextOf, contextOnce, hookAnswer, hookOf, WIDE_FILES, WIDE_PROMPTS } from "./context_runs.ts";
import { runBinary, setting, textOf } from "./harness.ts";
import { assertInTime } from "./in_time.ts";

const TRUNCATED = "[Limits] budget exceeded; results truncated";

/** Most results that were under way at one moment. */
function mostAtOnce(results: readonly ToolResult[]): number {
  const spans = results.map(({ started_at, duration_ms }) => {
    const start = Date.parse(started_at);
    return { start, end: start + duration_ms };
  });
  // A clock that is set while tools run moves an end past the next start. The fixture's calls last three times these 100 ms.
  return Math.max(
    ...spans.map((at) => spans.filter(({ start, end }) => start <= at.start && at.start + 100 < end).length),
  );
}

Deno.test("AC-007 each tool has the contract's time, and tier 2 five seconds more in all", async () => {
  await using at = await setting(FILES);
  const plan = async (env: Record<string, string>) =>
    (await contextOf({ ...at, env }, PROMPT, ["--dry-run"])).envelope.tool_plan;
  const { tools } = await plan({});
  assertEquals(Object.fromEntries(tools.map(({ tool, timeout_ms }) => [tool, timeout_ms])), {
    ci_index_status: 500,
    ci_search: 2000,
    ci_graph_rag: 3500,
  });
  assertEquals((await plan({ CI_AUTO_TOOLS_TIER_MAX: "2" })).budget.wall_ms, 10_000);
});

Deno.test("AC-007 more results than fit are cut, marked, said, and kept whole in a context file", async () => {
  await using at = await toolSetting({ docs_many: { mode: "many" } });
  const { code, envelope: { tool_results: [result] }, context, limits, items } = await contextOnce(
    at,
    PROMPT,
  );
  assertEquals([code, result?.status, result?.truncated, result?.error?.code], [
    0,
    "ok",
    true,
    "E_BUDGET_EXCEEDED",
  ]);
  assert(context.length <= 12_000 && items.length > 0);
  for (const { summary, truncated } of items) {
    assertEquals([summary.length, summary.endsWith("…"), truncated], [240, true, true]);
  }
  for (const text of [limits, context]) assertStringIncludes(text, TRUNCATED);
  const path = /(\/\S+\.txt)/.exec(limits)?.[1] ?? "";
  assert(path.startsWith(`${at.home.path}/.local/share/auto-tools/context/`), limits);
  assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
  const whole = textOf(path) ?? "";
  for (const file of ["src/f0.ts", "src/f50.ts", "src/f99.ts"]) assertStringIncludes(whole, file);
});

Deno.test("AC-007 the injection is never larger than the user allows", async () => {
  const max = 1500;
  await using at = await toolSetting({ docs_many: { mode: "many" } }, {
    budget: { max_injected_chars: max },
  });
  const { envelope, context, limits } = await contextOnce(at, PROMPT);
  assertEquals(envelope.tool_plan.budget.max_injected_chars, max);
  assert(context.length <= max);
  assertStringIncludes(limits, TRUNCATED);
});

Deno.test("AC-007 a hook's injection is never larger than its client takes: 9500 units of Claude Code, 9500 bytes of Codex", async () => {
  await using at = await setting(WIDE_FILES);
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const [latin = "", chinese = ""] = WIDE_PROMPTS;
  const claude = await hookOf(at, { prompt: latin });
  const codex = await hookOf(at, { prompt: chinese, session_id: "codex" }, ["--client", "codex"]);
  const printed = hookAnswer(await runBinary(["context", "--format", "hook", latin], at));
  for (const { code, context } of [claude, codex, printed]) {
    assertEquals(code, 0);
    assertStringIncludes(context, context === codex.context ? "src/lamp0.ts" : "src/gauge0.ts");
    assert(context.length <= 9500, `${context.length}`);
  }
  assert(bytes(codex.context) <= 9500, `${bytes(codex.context)}`);
});

Deno.test("AC-007 no more tools run at once than the concurrency allows", async () => {
  const slow = { mode: "slow" };
  await using at = await toolSetting({ docs_a: slow, docs_b: slow, docs_c: slow, docs_d: slow });
  for (const most of [1, 2]) {
    const env = { ...PATIENT, CI_AUTO_TOOLS_MAX_CONCURRENCY: String(most) };
    const { tool_results } = (await contextOnce({ ...at, env }, PROMPT)).envelope;
    assertEquals(tool_results.map(({ status }) => status), Array(4).fill("ok"));
    assertEquals(mostAtOnce(tool_results), most);
  }
});

const MODES = ["hang", "ignore-sigterm", "fork", "never-initialize", "flood-stderr", "flood-notifications"];
Deno.test("AC-007 the wall budget holds against servers that hang, fork, flood or ignore signals, and nothing lives on", async () => {
  const wallMs = 1200;
  await using at = await toolSetting(Object.fromEntries(MODES.map((mode) => [`docs_${mode}`, { mode }])));
  const env = {
    CI_AUTO_TOOLS_BUDGET_WALL_MS: String(wallMs),
    CI_AUTO_TOOLS_MAX_CONCURRENCY: String(MODES.length),
  };
  const { ms, code, envelope } = await contextOnce({ ...at, env }, PROMPT);
  await assertInTime(ms, wallMs + 250);
  assert(envelope.degraded.is_degraded);
  assertEquals(envelope.tool_results.length, MODES.length);
  assert(envelope.tool_results.every(({ status }) => status === "timeout" || status === "error"));
  assertEquals(code, 50);
  assertEquals(await leftBehind(at.home), []);
});

Deno.test("AC-007 a tool that overruns its own timeout leaves the others their results", async () => {
  await using at = await toolSetting({
    docs_good: { mode: "good" },
    docs_hang: { mode: "hang", timeoutMs: 600 },
  });
  const { code, envelope, limits, context } = await contextOnce(at, PROMPT);
  const status = Object.fromEntries(envelope.tool_results.map((result) => [result.tool, result.status]));
  assertEquals([code, status], [0, { docs_good: "ok", docs_hang: "timeout" }]);
  assertStringIncludes(limits, "docs_hang: no answer within 600 ms");
  assertStringIncludes(context, "src/retry.ts");
  assertEquals(await leftBehind(at.home), []);
});
