import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { living } from "../tools/living.ts";
import { FILES, leftBehind, PATIENT, PROMPT, toolSetting } from "./configured_tools.ts";
import { contextOnce, contextRunOf, hookAnswer, hookOf } from "./context_runs.ts";
import { assertHas, runBinary, setting, until } from "./harness.ts";

/** What [Limits] says of a server that behaves so. */
const FAILURES: Record<string, string> = {
  crash: "cannot open its database",
  "exit-at-once": "exited with code 5",
  garbage: "not MCP",
  flood: "more than",
  "partial-json": "not valid JSON",
  "wrong-shape": "no list at",
  writes: "read-only",
};

Deno.test("AC-008 tools that fail are told with their reasons, and the others' results stay", async () => {
  const bad = Object.keys(FAILURES).map((mode) => [`docs_${mode}`, { mode }] as const);
  await using at = await toolSetting({ ...Object.fromEntries(bad), docs_good: { mode: "good" } }, {
    builtIn: true,
  });
  const { code, envelope, limits, context } = await contextOnce(at, PROMPT);
  assertEquals([code, envelope.degraded.is_degraded, envelope.degraded.reason !== ""], [0, true, true]);
  for (const text of [limits, context]) {
    for (const [mode, reason] of Object.entries(FAILURES)) {
      const line = text.split("\n").find((each) =>
        each.includes(`tool unavailable; skipped (docs_${mode}: `)
      );
      assertStringIncludes(line ?? text, reason, mode);
    }
  }
  const status = (name: string) => envelope.tool_results.find(({ tool }) => tool === name)?.status;
  assertEquals(status("docs_good"), "ok");
  assertHas(context, "src/retry.ts", "ci_search");
  const answer = await hookOf(at, { prompt: PROMPT });
  assertStringIncludes(answer.context, "src/retry.ts");
  assertStringIncludes(answer.systemMessage ?? "", "[Limits] tool unavailable; skipped (docs_");
  assertEquals(await leftBehind(at.home), []);
});

Deno.test("AC-008 the hook answers and exits 0 when every tool fails", async () => {
  await using at = await toolSetting({ docs_a: { mode: "crash" }, docs_b: { mode: "hang", timeoutMs: 500 } });
  const { code, context, systemMessage } = await hookOf(at, { prompt: PROMPT });
  assertEquals([code, context], [0, ""]);
  assertStringIncludes(systemMessage ?? "", "[Limits]");
  const why = await runBinary(["why"], at);
  assertStringIncludes(why.stdout, "nothing injected: no tool gave an answer");
  assertEquals(await leftBehind(at.home), []);
});

Deno.test("AC-008 a payload that cannot be read gets the empty injection and the reason, in the form that was asked for", async () => {
  await using at = await setting();
  const hook = (format: string) => runBinary(["hook", "--format", format], { ...at, stdin: "no JSON" });
  const why = "[Limits] orchestrator unavailable (the hook's payload is not JSON)";
  const { code, context, limits } = contextRunOf(await hook("json"));
  assertEquals([code, context, limits], [10, "", why]);
  const text = await hook("text");
  assertEquals([text.code, text.stdout, text.stderr.split("\n").at(-2)], [10, "", why]);
  assertEquals(hookAnswer(await hook("hook")), { code: 0, context: "", systemMessage: why });
});

Deno.test("AC-008 folders that cannot be written to, and a git that stands elsewhere, cost no finding", async () => {
  await using at = await setting(FILES);
  at.home.install(
    "git",
    '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin exec git "$@"\n',
  );
  const nowhere = { XDG_CACHE_HOME: "/dev/null", XDG_STATE_HOME: "/dev/null/state", XDG_DATA_HOME: "/proc" };
  const { code, context } = await hookOf({ ...at, env: { ...PATIENT, ...nowhere } }, { prompt: PROMPT });
  assertEquals(code, 0);
  assertStringIncludes(context, "src/retry.ts");
});

Deno.test("AC-008 a program that is killed in the middle leaves no server behind", async () => {
  await using at = await toolSetting({ docs_hang: { mode: "fork" } });
  // The fixture and the three sleepers it starts.
  const when = until(() => living(at.home.sign).length >= 4, "the server and its children run");
  const { signal } = await runBinary(["context", PROMPT], { ...at, signal: { name: "SIGKILL", when } });
  assert(signal === "SIGKILL");
  assertEquals(await leftBehind(at.home), []);
});
