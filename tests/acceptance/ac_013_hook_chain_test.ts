import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FILES } from "./configured_tools.ts";
import { hookAnswer, inTime, payloadOf } from "./context_runs.ts";
import { binary, makeHome, runProgram, setting } from "./harness.ts";

/** Where the program is missing `tests/setup/shim_test.ts` runs them, in every shell. */
const HOOKS = new URL("../../lib/setup/hooks/", import.meta.url).pathname;
const SHIMS = ["context-inject-global.sh", "augment-context-global.sh"];

/** What a client gets from a shim of this checkout that finds the program under test on PATH; in a home of its own. */
async function hook(shim: string, cwd: string, fields: Record<string, unknown>) {
  await using home = await makeHome();
  await Deno.symlink(binary(), `${home.bin}/codex-auto`);
  const options = { cwd, env: home.env, stdin: payloadOf(cwd, fields) };
  return await inTime(async () => hookAnswer(await runProgram(HOOKS + shim, [], options)));
}

/** Times, run ids and nonces differ from run to run; all else must not. */
function withoutChance(text = ""): string {
  return text.replace(/\d{8}-\d{6}-[0-9a-f]{6}/g, "RUN").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/[0-9a-f]{16}/g, "NONCE").replace(/\d+ ms|\d+\.\d s/g, "TOOK");
}

Deno.test("AC-013 both hook names give the same answer, and refuse a payload that names a tool", async () => {
  await using at = await setting(FILES);
  const payloads = [
    { prompt: "where is retryWithBackoff defined?" },
    { prompt: "where is retryWithBackoff?", tool_name: "ci_search" },
  ];
  for (const payload of payloads) {
    const [first, second] = (await Promise.all(SHIMS.map((shim) => hook(shim, at.cwd, payload))))
      .map(({ code, context, systemMessage }) => ({
        code,
        context: withoutChance(context),
        said: withoutChance(systemMessage),
      }));
    assertEquals(second, first);
    assertEquals(first?.code, 0);
    const isRefused = "tool_name" in payload;
    assertEquals(first?.context.includes("src/retry.ts"), !isRefused, `${payload.prompt}: ${first?.context}`);
    if (isRefused) {
      assertStringIncludes(first?.said ?? "", "[Limits] tool invocation must go through orchestrator");
    }
  }
});

Deno.test("AC-013 the shims hand over and touch no tool", async () => {
  for (const shim of SHIMS) {
    const text = await Deno.readTextFile(HOOKS + shim);
    assert(!/ci_|\bmcp\b|\bgit\b|\bcurl\b|\brg\b/.test(text.replace(/^#.*$/gm, "")), `${shim} calls a tool`);
  }
  assertMatch(
    await Deno.readTextFile(`${HOOKS}augment-context-global.sh`),
    /^exec "\$here\/context-inject-global\.sh" "\$@"$/m,
  );
});
