import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binary, type Home, makeHome, makeRepo, type Repo, runProgram, type RunResult } from "./harness.ts";

const HOOKS = new URL("../../lib/setup/hooks/", import.meta.url).pathname;
const SHIMS = ["context-inject-global.sh", "augment-context-global.sh"];

const FILES = {
  "src/retry.ts":
    "/** Calls again after a growing pause. */\nexport function retryWithBackoff(call: () => void): void {\n  call();\n}\n",
  "README.md": "# A project\n",
};

/** What a client sends, to a shim of this checkout that finds the program under test on PATH. */
async function hook(
  shim: string,
  repo: Repo,
  home: Home,
  fields: Record<string, unknown>,
  args: string[] = [],
): Promise<RunResult> {
  const payload = { session_id: "s", cwd: repo.path, hook_event_name: "UserPromptSubmit", ...fields };
  return await runProgram(HOOKS + shim, args, {
    cwd: repo.path,
    env: home.env,
    stdin: JSON.stringify(payload),
  });
}

async function homeWithProgram(): Promise<Home> {
  const home = await makeHome();
  await Deno.symlink(binary(), `${home.bin}/codex-auto`);
  return home;
}

/** Times, run ids and nonces differ from run to run; all else must not. */
function withoutChance(text: string): string {
  return text.replace(/\d{8}-\d{6}-[0-9a-f]{6}/g, "RUN").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/[0-9a-f]{16}/g, "NONCE").replace(/\d+ ms/g, "MS");
}

Deno.test("AC-013 both hook names give the same answer", async () => {
  await using repo = await makeRepo(FILES);
  for (
    const prompt of [
      "where is retryWithBackoff defined?",
      "retryWithBackoff 在哪里定义的？",
      "thanks!",
      "",
      "/clear",
    ]
  ) {
    const answers: RunResult[] = [];
    for (const shim of SHIMS) {
      await using home = await homeWithProgram();
      answers.push(await hook(shim, repo, home, { prompt }));
    }
    const [first, second] = answers.map(({ code, stdout }) => ({ code, stdout: withoutChance(stdout) }));
    assertEquals(second, first);
    assertEquals(first?.code, 0);
    const found = first?.stdout.includes("src/retry.ts");
    assertEquals(found, prompt.includes("retryWithBackoff"), `${prompt}: ${first?.stdout}`);
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

Deno.test("AC-013 a payload that names a tool is refused through both names", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await homeWithProgram();
  for (const shim of SHIMS) {
    const { code, stdout } = await hook(shim, repo, home, {
      prompt: "where is retryWithBackoff?",
      tool_name: "ci_search",
    });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "[Limits] tool invocation must go through orchestrator");
    assert(!stdout.includes("src/retry.ts"));
  }
});

Deno.test("AC-013 where the program is missing the prompt goes on with an empty injection and [Limits]", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  await Deno.mkdir(`${home.path}/hooks`);
  for (const shim of SHIMS) await Deno.copyFile(HOOKS + shim, `${home.path}/hooks/${shim}`);
  const env = { ...home.env, PATH: home.bin };
  for (const shim of SHIMS) {
    const run = (args: string[]) => runProgram(`${home.path}/hooks/${shim}`, args, { cwd: repo.path, env });

    const claude = await run([]);
    assertEquals(claude.code, 0);
    const output: unknown = JSON.parse(claude.stdout);
    assert(
      typeof output === "object" && output !== null && "hookSpecificOutput" in output &&
        "systemMessage" in output,
    );
    assertEquals(output.hookSpecificOutput, { hookEventName: "UserPromptSubmit", additionalContext: "" });
    assertStringIncludes(String(output.systemMessage), "[Limits] orchestrator unavailable");

    assertEquals((await run(["--format", "json"])).code, 10);
    assertEquals((await run(["--format", "text"])).code, 10);
    assertEquals((await run(["--client", "codex"])).code, 0);
  }
});
