/** AC-003: plan and dry-run are repeatable, carry what would run, and start neither a tool nor codex. */
import { assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { hookOf, SHOP } from "./context_runs.ts";
import { assertHas, type Home, runBinary, setting, textOf } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

const PROMPT = "where is retryDelay computed?";
const PLANS: [string[], Record<string, string>][] = [
  [["--dry-run"], {}],
  [[], { CI_AUTO_TOOLS_DRY_RUN: "1" }],
  [[], { CI_AUTO_TOOLS_MODE: "plan" }],
];

/** A git that writes down what it is asked; what it was. */
function loggedGit(home: Home): () => string | undefined {
  home.install(
    "git",
    `#!/bin/sh\necho "$*" >>'${home.path}/asked'\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n`,
  );
  return () => textOf(`${home.path}/asked`);
}

Deno.test("AC-003 a plan starts no codex, calls no tool and keeps nothing, whichever way it is asked for", async () => {
  for (const prompt of ["修复 retryDelay 的重试逻辑", "thanks"]) {
    await using at = await setting(SHOP);
    const codex = installFakeCodex(at.home);
    const git = loggedGit(at.home);
    for (const [args, env] of prompt === "thanks" ? PLANS.slice(0, 1) : PLANS) {
      const { code, stdout } = await runBinary([...args, prompt], { ...at, env: { ...codex.env, ...env } });
      const { schema_version, run_id, tool_plan, tool_results } = JSON.parse(stdout);
      assertEquals([code, schema_version, tool_plan.planned_codex_command, tool_results], [
        0,
        "1.0",
        "codex exec",
        [],
      ]);
      assertMatch(run_id, /^plan-[0-9a-f]{12}$/);
      assertEquals([codex.calls().length, codex.helpCalls(), git()], [0, 0, undefined]);
      assertEquals(tool_plan.tools.length, prompt === "thanks" ? 0 : 3, prompt);
      if (args.length > 0) continue;
      const byHook = await hookOf({ ...at, env }, { prompt });
      assertEquals(byHook.context, "");
    }
    assertEquals([...Deno.readDirSync(at.home.path)].map(({ name }) => name).sort(), ["bin", "codex-log"]);
    assertEquals(await at.git("status", "--porcelain", "--ignored"), "");
  }
});

Deno.test("AC-003 the same input gives the same bytes but for created_at, and all of them at a fixed time", async () => {
  await using at = await setting(SHOP);
  const plan = async (prompt: string, env: Record<string, string> = {}) =>
    (await runBinary(["--dry-run", prompt], { ...at, env })).stdout;
  const timeless = (text: string) => text.replace(/"created_at": "[^"]+"/, "");
  const fixed = { SOURCE_DATE_EPOCH: "1767323045" };
  const first = await plan(PROMPT, fixed);
  assertEquals(await plan(PROMPT, fixed), first);
  assertEquals(timeless(await plan(PROMPT)), timeless(first));
  // Whatever the session was told before, the plan is the same.
  const stdin = JSON.stringify({ prompt: PROMPT, cwd: at.cwd, session_id: "one" });
  const hooked = async (env: Record<string, string>) =>
    (await runBinary(["hook", "--format", "json"], { ...at, stdin, env: { ...fixed, ...env } })).stdout;
  const asked = await hooked({ CI_AUTO_TOOLS_MODE: "plan" });
  assertEquals(JSON.parse(await hooked({})).tool_plan.tools.length, 3);
  assertEquals(await hooked({ CI_AUTO_TOOLS_MODE: "plan" }), asked);
  assertStringIncludes(first, '"created_at": "2026-01-02T03:04:05');
  assertNotEquals(JSON.parse(await plan(`${PROMPT}?`, fixed)).run_id, JSON.parse(first).run_id);
});

Deno.test("AC-003 a plan needs no codex, has a form for people, and takes the prompt from stdin; what is not understood is exit 2", async () => {
  await using at = await setting(SHOP);
  const text = await runBinary(["--dry-run", "--format", "text", PROMPT], at);
  assertEquals(text.code, 0);
  assertMatch(text.stdout, /^\[Auto Tools\] ci_/);
  assertHas(text.stdout, "\n[Codex] codex exec\n", "\n[Limits] ");
  const piped = await runBinary(["--dry-run"], { ...at, stdin: `${PROMPT}\n` });
  assertEquals(JSON.parse(piped.stdout).inputs.prompt.trim(), PROMPT);
  for (const args of ["--dry-run x --format yaml", "--dry-run x --repo /nowhere", "--nonsense x"]) {
    const { code, stdout, stderr } = await runBinary(args.split(" "), at);
    assertEquals([code, stdout, stderr.length > 0], [2, "", true], args);
  }
});

Deno.test("AC-003 a loop in plan mode starts no codex", { ignore: !TERMINAL }, async () => {
  await using at = await setting(SHOP);
  const codex = installFakeCodex(at.home);
  const env = { ...at.home.env, ...codex.env, CI_AUTO_TOOLS_MODE: "plan" };
  const { code, screen } = await typed([], [`${PROMPT}\r`, "/quit\r"], { cwd: at.cwd, env });
  assertEquals(code, 0);
  assertStringIncludes(screen, "[Codex] codex exec\r\n");
  assertEquals([codex.calls().length, codex.helpCalls()], [0, 0]);
});
