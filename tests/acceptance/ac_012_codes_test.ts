import { assertEquals, assertStringIncludes } from "@std/assert";
import { type ConfiguredTool, FILES, PROMPT, toolSetting } from "./configured_tools.ts";
import { contextOnce } from "./context_runs.ts";
import { assertHas, runBinary, setting } from "./harness.ts";

const UNAVAILABLE = "[Limits] tool unavailable; skipped (";

/** An argument that is held to a ceiling. */
function withLimit(limit: number): ConfiguredTool {
  return { mode: "good", args: { query: "{{prompt}}", limit }, clamp: { limit: 10 } };
}

type Case = [what: string, tool: ConfiguredTool, result: string, limits: string];
const CASES: Record<string, Case> = {
  hang: [
    "a tool that does not answer",
    { mode: "hang", timeoutMs: 500 },
    "timeout E_TIMEOUT",
    "[Limits] tool timeout; degraded to plan-only",
  ],
  crash: ["a tool that crashes", { mode: "crash" }, "error E_TOOL_UNAVAILABLE", UNAVAILABLE],
  failed: ["a tool that says it failed", { mode: "is-error" }, "error E_TOOL_UNAVAILABLE", UNAVAILABLE],
  writes: ["a tool that may write", { mode: "writes" }, "error E_TOOL_UNAVAILABLE", UNAVAILABLE],
  cut: ["a result cut short", { mode: "partial-json" }, "error E_PARSE", UNAVAILABLE],
  garbage: ["a message cut short", { mode: "garbage-answer" }, "error E_PARSE", UNAVAILABLE],
  wrong: ["a result of another shape", { mode: "wrong-fields" }, "error E_PARSE", UNAVAILABLE],
  clamped: [
    "an argument above its ceiling",
    withLimit(50),
    "ok E_INVALID_ARGS",
    "[Limits] clamped: limit clamped to 10",
  ],
  refused: [
    "an argument without sense",
    withLimit(-1),
    "skipped E_INVALID_ARGS",
    "[Limits] refused: limit refused",
  ],
};

Deno.test("AC-012 each way in which a tool fails has its code and its text; the exit code is 0 where one is ok", async () => {
  const tools = Object.fromEntries(Object.entries(CASES).map(([name, [, tool]]) => [name, tool]));
  await using at = await toolSetting(tools);
  const run = await contextOnce(at, PROMPT);
  assertEquals(run.code, 0);
  for (const [name, [what, , expected, limits]] of Object.entries(CASES)) {
    const result = run.envelope.tool_results.find(({ tool }) => tool === name);
    assertEquals(`${result?.status} ${result?.error?.code}`, expected, what);
    assertStringIncludes(run.limits, limits === UNAVAILABLE ? `${limits}${name}: ` : limits);
  }
  // What decides alone: its fate is the exit code.
  for (const [name, exit] of Object.entries({ crash: 40, refused: 40, hang: 50 })) {
    assertEquals((await contextOnce(at, PROMPT, ["--tool", name])).code, exit, name);
  }
  const hook = await runBinary(["context", "--format", "hook", "--tool", "hang", PROMPT], at);
  assertEquals(hook.code, 0, "the hook's form never fails");
  JSON.parse(hook.stdout);
});

Deno.test("AC-012 a tool that is not there, or switched off: E_TOOL_UNAVAILABLE, exit 40", async () => {
  await using at = await setting({ ...FILES, "config/auto-tools.yaml": "disable: [ci_search]\n" });
  const named = ["ci_serch", "ci_search"];
  const { code, envelope, limits } = await contextOnce(at, PROMPT, named.flatMap((tool) => ["--tool", tool]));
  assertEquals([code, envelope.degraded.degraded_to], [40, "empty-context"]);
  assertEquals(
    envelope.tool_results.map((result) => [result.tool, result.status, result.error?.code]),
    named.map((tool) => [tool, "skipped", "E_TOOL_UNAVAILABLE"]),
  );
  const skipped = "[Limits] tool unavailable; skipped (";
  assertHas(limits, `${skipped}ci_serch: no such tool)`, `${skipped}ci_search: disabled by configuration)`);
});

Deno.test("AC-012 a prompt that has no end is refused, from a file as from stdin", async () => {
  await using at = await setting(FILES);
  const endless = await runBinary(["context", "--prompt-file", "/dev/zero"], at);
  assertEquals([endless.code, endless.stdout], [2, ""]);
  assertStringIncludes(endless.stderr, "larger than 16 MiB");
  const stdin = new Uint8Array(16 * 1024 * 1024 + 1).fill(0x61);
  assertEquals((await runBinary(["context"], { ...at, stdin })).code, 2);
});
