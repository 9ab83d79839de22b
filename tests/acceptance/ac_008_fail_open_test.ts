import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { living } from "../tools/living.ts";
import {
  FILES,
  homeWithTools,
  leftBehind,
  orchestrated,
  PATIENT,
  PROMPT,
  type ToolHome,
  writeUserConfig,
} from "./configured_tools.ts";
import { TRIES } from "./context_runs.ts";
import { type Home, makeHome, makeRepo, type Repo, runBinary, runProgram } from "./harness.ts";

const UNAVAILABLE = "[Limits] tool unavailable; skipped";

interface HookAnswer {
  hookSpecificOutput?: { hookEventName: string; additionalContext: string };
  systemMessage?: string;
}

/** Runs the hook as Claude Code does; whatever is wrong, it exits 0 and prints one JSON object. Once more where the search had no time. */
async function hook(home: Home, repo: Repo, env: Record<string, string> = {}): Promise<HookAnswer> {
  const stdin = JSON.stringify({
    session_id: "s",
    cwd: repo.path,
    hook_event_name: "UserPromptSubmit",
    prompt: PROMPT,
  });
  const place = { cwd: repo.path, home, env: { ...PATIENT, ...env }, stdin };
  for (let tries = TRIES;; tries--) {
    const { code, stdout, stderr } = await runBinary(["hook"], place);
    assertEquals(code, 0, stderr);
    const answer: HookAnswer = JSON.parse(stdout);
    const isLate = answer.hookSpecificOutput?.additionalContext === "" &&
      /ci_search: no answer/.test(`${answer.systemMessage}`);
    if (!isLate || tries === 1) return answer;
  }
}

for (
  const [mode, reason] of [
    ["crash", "cannot open its database"],
    ["exit-at-once", "exited with code 5"],
    ["garbage", "not MCP"],
    ["flood", "more than"],
    ["partial-json", "not valid JSON"],
    ["wrong-shape", "no list at"],
    ["writes", "read-only"],
  ] as const
) {
  Deno.test(`AC-008 a tool that fails (${mode}) is told with its reason, and the others' results stay`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await homeWithTools({ docs_bad: { mode }, docs_good: { mode: "good" } });
    const { code, envelope } = await orchestrated(home, repo);
    assertEquals(code, 0);
    assertEquals(envelope.degraded.is_degraded, true);
    assert(envelope.degraded.reason !== "");
    const { for_model, for_user } = envelope.fused_context;
    for (const text of [for_user.limits_text, for_model.additional_context]) {
      assertStringIncludes(text, `${UNAVAILABLE} (docs_bad: `);
      assertStringIncludes(text, reason);
    }
    assertStringIncludes(for_model.additional_context, "src/retry.ts");
    assertEquals(await leftBehind(home), []);
  });
}

Deno.test("AC-008 the hook answers and exits 0 when every tool fails", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithTools({
    docs_a: { mode: "crash" },
    docs_b: { mode: "hang", timeoutMs: 500 },
  });
  const answer = await hook(home, repo);
  assertEquals(answer.hookSpecificOutput?.additionalContext ?? "", "");
  assertStringIncludes(answer.systemMessage ?? "", "[Limits]");
  const why = await runBinary(["why"], { cwd: repo.path, home });
  assertStringIncludes(why.stdout, "nothing injected: no tool gave an answer");
  assertEquals(await leftBehind(home), []);
});

Deno.test("AC-008 a configured tool that fails does not take the built-in ones with it", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithTools({ docs_bad: { mode: "crash" } }, { builtIn: true });
  const answer = await hook(home, repo);
  assertStringIncludes(answer.hookSpecificOutput?.additionalContext ?? "", "src/retry.ts");
  assertStringIncludes(answer.systemMessage ?? "", "docs_bad");
});

Deno.test("AC-008 a configuration that cannot be read is told with file and line, and the defaults work", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  writeUserConfig(home, "budget:\n  wall_ms: [1\n");
  const answer = await hook(home, repo);
  assertStringIncludes(answer.hookSpecificOutput?.additionalContext ?? "", "src/retry.ts");
  assertStringIncludes(answer.systemMessage ?? "", "auto-tools.yaml");
  const { code, envelope } = await orchestrated(home, repo);
  assertEquals(code, 20);
  assertEquals(envelope.degraded.is_degraded, true);
  assertStringIncludes(envelope.degraded.reason, "auto-tools.yaml:");
});

Deno.test("AC-008 folders that cannot be written to cost nothing but what is kept in them", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  const answer = await hook(home, repo, {
    XDG_CACHE_HOME: "/dev/null",
    XDG_STATE_HOME: "/dev/null/state",
    XDG_DATA_HOME: "/proc",
  });
  assertStringIncludes(answer.hookSpecificOutput?.additionalContext ?? "", "src/retry.ts");
});

Deno.test("AC-008 a git that stands elsewhere on PATH serves the built-in tools as well", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  home.install("git", '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin exec git "$@"\n');
  const answer = await hook(home, repo);
  assertStringIncludes(answer.hookSpecificOutput?.additionalContext ?? "", "src/retry.ts");
});

Deno.test("AC-008 a program that is killed in the middle leaves no server behind", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithTools({ docs_hang: { mode: "fork" } });
  const killed = await runBinary(["context", PROMPT], {
    cwd: repo.path,
    home,
    signal: { name: "SIGKILL", when: started(home) },
  });
  assertEquals(killed.signal, "SIGKILL");
  assertEquals(await leftBehind(home), []);
});

/** Settles once the fixture and the three sleepers it starts are running. */
async function started(home: ToolHome): Promise<void> {
  while (living(home.sign).length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
}

Deno.test("AC-008 without the program the shim answers with the empty injection, exit 10 outside a hook", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  // Away from the checkout, whose own bin/codex-auto it would find.
  const shim = `${home.path}/hooks/context-inject-global.sh`;
  await Deno.mkdir(`${home.path}/hooks`);
  await Deno.copyFile(new URL("../../lib/setup/hooks/context-inject-global.sh", import.meta.url), shim);
  const run = (...args: string[]) =>
    runProgram(shim, args, { cwd: repo.path, env: { ...home.env, PATH: "/usr/bin:/bin" } });
  const asHook = await run();
  assertEquals(asHook.code, 0);
  const answer: HookAnswer = JSON.parse(asHook.stdout);
  assertEquals(answer.hookSpecificOutput?.additionalContext, "");
  assertStringIncludes(answer.systemMessage ?? "", "[Limits] orchestrator unavailable");
  const asJson = await run("--format", "json");
  assertEquals(asJson.code, 10);
  assertStringIncludes(JSON.parse(asJson.stdout).systemMessage, "[Limits] orchestrator unavailable");
});
