import { assertEquals, assertStringIncludes } from "@std/assert";
import { type ConfiguredTool, FILES, PROMPT, toolSetting } from "./configured_tools.ts";
import { contextOnce } from "./context_runs.ts";
import { runBinary, setting } from "./harness.ts";

const UNAVAILABLE = "[Limits] tool unavailable; skipped (docs: ";

/** An argument that is held to a ceiling. */
function withLimit(limit: number): ConfiguredTool {
  return { mode: "good", args: { query: "{{prompt}}", limit }, clamp: { limit: 10 } };
}

type Case = [what: string, tool: ConfiguredTool, result: string, exit: number, limits: string];
/** One tool that decides alone, so that its fate is the exit code. */
const CASES: Case[] = [
  [
    "a tool that does not answer",
    { mode: "hang", timeoutMs: 500 },
    "timeout E_TIMEOUT",
    50,
    "[Limits] tool timeout; degraded to plan-only",
  ],
  ["a tool that crashes", { mode: "crash" }, "error E_TOOL_UNAVAILABLE", 40, UNAVAILABLE],
  ["a tool that says it failed", { mode: "is-error" }, "error E_TOOL_UNAVAILABLE", 40, UNAVAILABLE],
  ["a tool that may write", { mode: "writes" }, "error E_TOOL_UNAVAILABLE", 40, UNAVAILABLE],
  ["a result cut short", { mode: "partial-json" }, "error E_PARSE", 40, UNAVAILABLE],
  ["a message cut short", { mode: "garbage-answer" }, "error E_PARSE", 40, UNAVAILABLE],
  ["a result of another shape", { mode: "wrong-fields" }, "error E_PARSE", 40, UNAVAILABLE],
  [
    "an argument above its ceiling",
    withLimit(50),
    "ok E_INVALID_ARGS",
    0,
    "[Limits] docs: limit clamped to 10",
  ],
  [
    "an argument that makes no sense",
    withLimit(-1),
    "skipped E_INVALID_ARGS",
    40,
    "[Limits] docs: limit refused",
  ],
];

for (const [what, tool, result, exit, limits] of CASES) {
  Deno.test(`AC-012 ${what}: ${result}, exit ${exit}`, async () => {
    await using at = await toolSetting({ docs: tool });
    const run = await contextOnce(at, PROMPT);
    const results = run.envelope.tool_results.map(({ status, error }) => `${status} ${error?.code}`);
    assertEquals([results, run.code], [[result], exit]);
    assertStringIncludes(run.limits, limits);
    if (exit !== 50) return;
    const hook = await runBinary(["context", "--format", "hook", PROMPT], at);
    assertEquals(hook.code, 0, "the hook's form never fails");
    JSON.parse(hook.stdout);
  });
}

Deno.test("AC-012 a tool that is not there, or switched off: E_TOOL_UNAVAILABLE, exit 40", async () => {
  await using at = await setting({ ...FILES, "config/auto-tools.yaml": "disable: [ci_search]\n" });
  for (
    const [tool, why] of [["ci_serch", "no such tool"], ["ci_search", "disabled by configuration"]] as const
  ) {
    const { code, envelope, limits } = await contextOnce(at, PROMPT, ["--tool", tool]);
    assertEquals(code, 40);
    assertEquals(
      envelope.tool_results.map((result) => [result.tool, result.status, result.error?.code]),
      [[tool, "skipped", "E_TOOL_UNAVAILABLE"]],
    );
    assertStringIncludes(limits, `[Limits] tool unavailable; skipped (${tool}: ${why})`);
  }
});

Deno.test("AC-012 a prompt that has no end is refused, from a file as from stdin", async () => {
  await using at = await setting(FILES);
  const endless = await runBinary(["context", "--prompt-file", "/dev/zero"], at);
  assertEquals([endless.code, endless.stdout], [2, ""]);
  assertStringIncludes(endless.stderr, "larger than 16 MiB");
  const stdin = new Uint8Array(16 * 1024 * 1024 + 1).fill(0x61);
  assertEquals((await runBinary(["context"], { ...at, stdin })).code, 2);
});
