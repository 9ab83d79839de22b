import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ToolResult } from "../../lib/contract/envelope.ts";
import { FILES, homeWithTools, leftBehind, orchestrated, PATIENT } from "./configured_tools.ts";
import { hookAnswer, hookOf } from "./context_runs.ts";
import { makeHome, makeRepo, runBinary } from "./harness.ts";
import { assertInTime } from "./in_time.ts";
import { WIDE_FILES, WIDE_PROMPTS } from "./wide_files.ts";

const TRUNCATED = "[Limits] budget exceeded; results truncated";

/** Most results that were under way at one moment. */
function mostAtOnce(results: readonly ToolResult[]): number {
  const spans = results.map(({ started_at, duration_ms }) => {
    const start = Date.parse(started_at);
    return { start, end: start + duration_ms };
  });
  // Starts and durations are rounded to whole ms, so an end and the next start may cross by one.
  return Math.max(
    ...spans.map((at) => spans.filter(({ start, end }) => start <= at.start && at.start + 1 < end).length),
  );
}

Deno.test("AC-007 the budget is numbers, in every envelope, with the contract's defaults", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const { envelope } = await orchestrated(home, repo, {});
  assertEquals(envelope.tool_plan.budget, { wall_ms: 5000, max_concurrency: 3, max_injected_chars: 12000 });
  const timeouts = Object.fromEntries(
    envelope.tool_plan.tools.map(({ tool, timeout_ms }) => [tool, timeout_ms]),
  );
  assertEquals(timeouts, { ci_index_status: 500, ci_search: 2000, ci_graph_rag: 3500 });
  const tierTwo = await orchestrated(home, repo, { CI_AUTO_TOOLS_TIER_MAX: "2" });
  assertEquals(tierTwo.envelope.tool_plan.budget.wall_ms, 10_000);
});

Deno.test("AC-007 more results than fit are cut, marked, said, and kept whole in a context file", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithTools({ docs_many: { mode: "many" } });
  const { code, envelope } = await orchestrated(home, repo);
  assertEquals(code, 0);
  const [result] = envelope.tool_results;
  assertEquals([result?.status, result?.truncated], ["ok", true]);
  const { for_model, for_user } = envelope.fused_context;
  assert(for_model.additional_context.length <= 12_000);
  assertStringIncludes(for_user.limits_text, TRUNCATED);
  assertStringIncludes(for_model.additional_context, TRUNCATED);
  const path = /(\/\S+\.txt)/.exec(for_user.limits_text)?.[1] ?? "";
  assert(path.startsWith(`${home.path}/.local/share/auto-tools/context/`), for_user.limits_text);
  assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
  const whole = Deno.readTextFileSync(path);
  for (const file of ["src/f0.ts", "src/f50.ts", "src/f99.ts"]) assertStringIncludes(whole, file);
});

Deno.test("AC-007 the injection is never larger than the user allows", async () => {
  await using repo = await makeRepo(FILES);
  for (const max of [0, 100, 1500]) {
    await using home = await homeWithTools({ docs_many: { mode: "many" } }, {
      budget: { max_injected_chars: max },
    });
    const { envelope } = await orchestrated(home, repo);
    assertEquals(envelope.tool_plan.budget.max_injected_chars, max);
    assert(envelope.fused_context.for_model.additional_context.length <= max);
    assertStringIncludes(envelope.fused_context.for_user.limits_text, TRUNCATED);
  }
});

Deno.test("AC-007 a hook's injection is never larger than its client takes: 9500 units of Claude Code, 9500 bytes of Codex", async () => {
  await using repo = await makeRepo(WIDE_FILES);
  const size = { "claude-code": (text: string) => text.length, codex: bytes };
  for (const [client, sizeOf] of Object.entries(size)) {
    for (const prompt of WIDE_PROMPTS) {
      const { code, context } = await hookOf({ cwd: repo.path }, { prompt }, ["--client", client]);
      assertEquals(code, 0);
      assertStringIncludes(context, prompt.includes("gauge") ? "src/gauge0.ts" : "src/lamp0.ts");
      assert(sizeOf(context) <= 9500, `${client}: ${sizeOf(context)} for ${prompt}`);
    }
  }
});

Deno.test("AC-007 a hook's answer that context prints is no larger than Claude Code takes", async () => {
  await using repo = await makeRepo(WIDE_FILES);
  for (const prompt of WIDE_PROMPTS) {
    const { code, context } = hookAnswer(
      await runBinary(["context", "--format", "hook", prompt], { cwd: repo.path }),
    );
    assertEquals(code, 0);
    assert(context.length <= 9500, `${context.length} for ${prompt}`);
  }
});

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

Deno.test("AC-007 no more tools run at once than the concurrency allows", async () => {
  await using repo = await makeRepo(FILES);
  const slow = { mode: "slow" };
  await using home = await homeWithTools({ docs_a: slow, docs_b: slow, docs_c: slow, docs_d: slow });
  const single = await orchestrated(home, repo, { ...PATIENT, CI_AUTO_TOOLS_MAX_CONCURRENCY: "1" });
  assertEquals(single.envelope.tool_results.map(({ status }) => status), ["ok", "ok", "ok", "ok"]);
  assertEquals(mostAtOnce(single.envelope.tool_results), 1);
  const double = await orchestrated(home, repo, { ...PATIENT, CI_AUTO_TOOLS_MAX_CONCURRENCY: "2" });
  assertEquals(mostAtOnce(double.envelope.tool_results), 2);
});

for (
  const mode of ["hang", "ignore-sigterm", "fork", "never-initialize", "flood-stderr", "flood-notifications"]
) {
  Deno.test(`AC-007 the wall budget holds against servers in mode ${mode}, and nothing lives on`, async () => {
    const wallMs = 1200;
    await using repo = await makeRepo(FILES);
    await using home = await homeWithTools({
      docs_a: { mode },
      docs_b: { mode },
      docs_c: { mode },
      docs_d: { mode },
    });
    const { ms, code, envelope } = await orchestrated(home, repo, {
      CI_AUTO_TOOLS_BUDGET_WALL_MS: String(wallMs),
    });
    await assertInTime(ms, wallMs + 250);
    assert(envelope.degraded.is_degraded);
    assert(envelope.tool_results.every(({ status }) => status === "timeout" || status === "error"));
    assert(code === 50 || (mode.startsWith("flood") && code === 40), `exit ${code}`);
    assertEquals(await leftBehind(home), []);
  });
}

/** Programs in git's place: each writes the ids of its processes down first. */
const HANGING_GIT = {
  "never answers": 'echo $$ >>"$HOME/pids"\nexec sleep 600\n',
  "leaves its output open with a child":
    'sleep 600 &\necho $! >>"$HOME/pids"\necho $$ >>"$HOME/pids"\nwait\n',
  "ignores signals": `trap '' TERM INT HUP\nsleep 600 &\necho $! >>"$HOME/pids"\nwait\nsleep 600\n`,
} as const;

for (const [how, script] of Object.entries(HANGING_GIT)) {
  Deno.test(`AC-007 the wall budget holds against a git that ${how}`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    // Our own git knows no HOME of the user's, so the script names it.
    home.install("git", `#!/bin/sh\nHOME='${home.path}'\n${script}`);
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "1000" };
    try {
      const { code, envelope, ms } = await orchestrated(home, repo, env);
      await assertInTime(ms, 1000 + 250);
      assert(code === 0 || code === 50, String(code));
      assertStringIncludes(envelope.fused_context.for_user.limits_text, "git");
    } finally {
      for (const pid of pidsIn(`${home.path}/pids`)) endProcess(pid);
    }
  });
}

/** Ids that a git wrote down; none where it had no time to. */
function pidsIn(file: string): number[] {
  try {
    return Deno.readTextFileSync(file).trim().split("\n").map(Number);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Ends a process that may have ended. */
function endProcess(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

Deno.test("AC-007 a tool that overruns its own timeout leaves the others their results", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithTools({
    docs_good: { mode: "good" },
    docs_hang: { mode: "hang", timeoutMs: 600 },
  });
  const { code, envelope } = await orchestrated(home, repo);
  assertEquals(code, 0);
  const status = Object.fromEntries(envelope.tool_results.map((result) => [result.tool, result.status]));
  assertEquals(status, { docs_good: "ok", docs_hang: "timeout" });
  assertStringIncludes(envelope.fused_context.for_user.limits_text, "docs_hang: no answer within 600 ms");
  assertStringIncludes(envelope.fused_context.for_model.additional_context, "src/retry.ts");
  assertEquals(await leftBehind(home), []);
});
