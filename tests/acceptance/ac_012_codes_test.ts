import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  type ConfiguredTool,
  FILES,
  homeWithTools,
  orchestrated,
  PROMPT,
  writeUserConfig,
} from "./configured_tools.ts";
import { makeHome, makeRepo, runBinary } from "./harness.ts";

interface Case {
  name: string;
  tool: ConfiguredTool;
  status: string;
  code: string;
  exit: number;
  limits: string;
}

/** ms that a server may take where it is not time that is looked at. */
const PATIENCE_MS = 20_000;

const UNAVAILABLE = "[Limits] tool unavailable; skipped (docs: ";

/** One tool that decides alone, so that its fate is the exit code. */
const CASES: Case[] = [
  {
    name: "a tool that does not answer",
    tool: { mode: "hang", timeoutMs: 500 },
    status: "timeout",
    code: "E_TIMEOUT",
    exit: 50,
    limits: "[Limits] tool timeout; degraded to plan-only",
  },
  {
    name: "a tool that crashes",
    tool: { mode: "crash" },
    status: "error",
    code: "E_TOOL_UNAVAILABLE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "a tool that says it failed",
    tool: { mode: "is-error" },
    status: "error",
    code: "E_TOOL_UNAVAILABLE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "a tool that may write",
    tool: { mode: "writes" },
    status: "error",
    code: "E_TOOL_UNAVAILABLE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "a result cut short",
    tool: { mode: "partial-json" },
    status: "error",
    code: "E_PARSE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "a message cut short",
    tool: { mode: "garbage-answer" },
    status: "error",
    code: "E_PARSE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "a result of another shape",
    tool: { mode: "wrong-fields" },
    status: "error",
    code: "E_PARSE",
    exit: 40,
    limits: UNAVAILABLE,
  },
  {
    name: "an argument above its ceiling",
    tool: { mode: "good", args: { query: "{{prompt}}", limit: 50 }, clamp: { limit: 10 } },
    status: "ok",
    code: "E_INVALID_ARGS",
    exit: 0,
    limits: "[Limits] docs: limit clamped to 10",
  },
  {
    name: "an argument that makes no sense",
    tool: { mode: "good", args: { query: "{{prompt}}", limit: -1 }, clamp: { limit: 10 } },
    status: "skipped",
    code: "E_INVALID_ARGS",
    exit: 40,
    limits: "[Limits] docs: limit refused",
  },
  {
    name: "more results than fit",
    tool: { mode: "many" },
    status: "ok",
    code: "E_BUDGET_EXCEEDED",
    exit: 0,
    limits: "[Limits] budget exceeded; results truncated",
  },
];

for (const { name, tool, status, code, exit, limits } of CASES) {
  Deno.test(`AC-012 ${name}: ${code}, exit ${exit}`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await homeWithTools({ docs: { timeoutMs: PATIENCE_MS, ...tool } });
    const ran = await orchestrated(home, repo, { CI_AUTO_TOOLS_BUDGET_WALL_MS: String(2 * PATIENCE_MS) });
    assertEquals(
      ran.envelope.tool_results.map((result) => [result.tool, result.status, result.error?.code]),
      [["docs", status, code]],
    );
    assertEquals(ran.code, exit);
    assertStringIncludes(ran.envelope.fused_context.for_user.limits_text, limits);
    const hook = await runBinary(["context", "--format", "hook", PROMPT], { cwd: repo.path, home });
    assertEquals(hook.code, 0, "the hook's form never fails");
    JSON.parse(hook.stdout);
  });
}

Deno.test("AC-012 a setting that cannot be used: exit 20, file, line and key", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  writeUserConfig(home, "budget:\n  wall_ms: soon\n");
  const ran = await orchestrated(home, repo);
  assertEquals(ran.code, 20);
  assertStringIncludes(ran.envelope.fused_context.for_user.limits_text, "auto-tools.yaml:2: budget.wall_ms");
});

Deno.test("AC-012 a repository root that cannot be resolved: E_REPO_ROOT, exit 20, no tool is called", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const ran = await orchestrated(home, repo, { CI_AUTO_TOOLS_REPO_ROOT: `${repo.path}/nowhere` });
  assertEquals(ran.code, 20);
  assertEquals(
    new Set(ran.envelope.tool_results.map(({ status, error }) => `${status} ${error?.code}`)),
    new Set(["skipped E_REPO_ROOT"]),
  );
});

Deno.test("AC-012 wrong usage: exit 2, with help on stderr and nothing on stdout", async () => {
  await using repo = await makeRepo(FILES);
  for (const args of [["context", "--format", "xml", "x"], ["context", "--nope"], ["files", "lend"]]) {
    const { code, stdout, stderr } = await runBinary(args, { cwd: repo.path });
    assertEquals([code, stdout], [2, ""], args.join(" "));
    assertStringIncludes(stderr, "Usage:");
  }
});

Deno.test("AC-012 a tool that is not there, or switched off: E_TOOL_UNAVAILABLE, exit 40", async () => {
  await using repo = await makeRepo({ ...FILES, "config/auto-tools.yaml": "disable: [ci_search]\n" });
  await using home = await makeHome();
  for (
    const [tool, why] of [["ci_serch", "no such tool"], ["ci_search", "disabled by configuration"]] as const
  ) {
    const { code, envelope } = await orchestrated(home, repo, {}, ["--tool", tool]);
    assertEquals(code, 40);
    assertEquals(
      envelope.tool_results.map((result) => [result.tool, result.status, result.error?.code]),
      [[tool, "skipped", "E_TOOL_UNAVAILABLE"]],
    );
    assertStringIncludes(
      envelope.fused_context.for_user.limits_text,
      `[Limits] tool unavailable; skipped (${tool}: ${why})`,
    );
  }
});

Deno.test("AC-012 a prompt that has no end is refused, from a file as from stdin", async () => {
  await using repo = await makeRepo(FILES);
  const endless = await runBinary(["context", "--prompt-file", "/dev/zero"], { cwd: repo.path });
  assertEquals([endless.code, endless.stdout], [2, ""]);
  assertStringIncludes(endless.stderr, "larger than 16 MiB");
  const stdin = new Uint8Array(16 * 1024 * 1024 + 1).fill(0x61);
  assertEquals((await runBinary(["context"], { cwd: repo.path, stdin })).code, 2);
});

Deno.test("AC-012 a direct call of a tool is refused with the contract's text", async () => {
  await using repo = await makeRepo(FILES);
  const { stdout, stderr } = await runBinary(["tool", "ci_search", "{}"], { cwd: repo.path });
  assertStringIncludes(stderr, "[Limits] tool invocation must go through orchestrator");
  assertEquals(JSON.parse(stdout).fused_context.for_model.additional_context, "");
});
