import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeFolder, makeRepo, type Repo, runBinary } from "../acceptance/harness.ts";
import { E2E } from "./clients.ts";
import { type CodexHome, codexHome } from "./codex_home.ts";
import { type InputMessage, type MockOpenai, mockOpenai } from "./mock_openai.ts";

const FILES = {
  "src/net/retry_policy.ts":
    "/** How long to wait before the next attempt. 登录失败后重试的间隔。 */\nexport function retryDelay(attempt: number): number {\n  return 2 ** attempt;\n}\n",
  "src/main.ts": `import { retryDelay } from "./net/retry_policy.ts";\nconsole.log(retryDelay(3));\n`,
  "README.md": "# A service\n",
};

const ENGLISH = "where is retryDelay computed?";
const CHINESE = "retryDelay 登录失败后重试的间隔在哪里计算？";

interface Place extends AsyncDisposable {
  repo: Repo;
  model: MockOpenai;
  codex: CodexHome;
  /** What stands behind the user's words in the last request. */
  ask(prompt: string): Promise<InputMessage[]>;
}

/** Codex with our hook in its hook file, as `setup` leaves it: nobody has trusted it yet. */
async function place(): Promise<Place> {
  const model = mockOpenai();
  const [repo, codex] = [await makeRepo(FILES), await codexHome(model)];
  const setup = await runBinary(["setup", "hook", "--codex"], { cwd: repo.path, home: codex.home });
  assertEquals(setup.code, 0, setup.stderr);
  assertStringIncludes(setup.stdout, "/hooks");
  return {
    repo,
    model,
    codex,
    async ask(prompt) {
      const { code, stderr } = await codex.exec(repo.path, prompt);
      assertEquals(code, 0, stderr);
      assert(!/hook: UserPromptSubmit Failed/.test(stderr), stderr);
      const conversation = model.conversations.at(-1) ?? [];
      const at = conversation.findLastIndex(({ role, text }) => role === "user" && text === prompt);
      assert(at >= 0, `the model was not asked ${prompt}`);
      return conversation.slice(at + 1);
    },
    async [Symbol.asyncDispose]() {
      await codex[Symbol.asyncDispose]();
      await repo[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

/** What the user does in Codex's own dialogue, through the interface that this dialogue uses. */
async function trust({ codex, repo }: Place): Promise<void> {
  const listed = JSON.stringify(await codex.call(repo.path, "hooks/list", { cwds: [repo.path] }));
  const key = /"key":"((?:[^"\\]|\\.)*)"/.exec(listed)?.[1];
  const hash = /"currentHash":"([^"]*)"/.exec(listed)?.[1];
  assert(key !== undefined && hash !== undefined, listed);
  assertMatch(key, /\.codex\/hooks\.json:user_prompt_submit:0:0$/);
  const edit = { keyPath: "hooks.state", value: { [key]: { trusted_hash: hash } }, mergeStrategy: "upsert" };
  await codex.call(repo.path, "config/batchWrite", { edits: [edit] });
}

function e2e(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `e2e codex: ${name}`, ignore: !E2E, fn });
}

async function doctorOnTrust({ codex, repo }: Place): Promise<string> {
  const { stdout } = await runBinary(["doctor"], { cwd: repo.path, home: codex.home });
  return /^(\w+) +Codex trust/m.exec(stdout)?.[1] ?? stdout;
}

e2e("an untrusted hook is skipped, and doctor says so", async () => {
  await using there = await place();
  assertEquals(await there.ask(ENGLISH), []);
  assertEquals(await doctorOnTrust(there), "warning");
});

e2e(
  "a trusted hook gives the model context for English and Chinese code prompts and nothing for thanks",
  async () => {
    await using there = await place();
    await trust(there);
    assertEquals(await doctorOnTrust(there), "ok");
    for (const prompt of [ENGLISH, CHINESE]) {
      const [context, ...more] = await there.ask(prompt);
      assertEquals([context?.role, more], ["developer", []], prompt);
      assertStringIncludes(context?.text ?? "", "src/net/retry_policy.ts");
      assertStringIncludes(context?.text ?? "", "run_id");
    }
    assertEquals(await there.ask("thanks!"), [], "not even an empty message");
  },
);

e2e("with the program gone the prompt goes through, and no empty message reaches the model", async () => {
  await using there = await place();
  await trust(there);
  const shim = `${there.codex.home.path}/.codex/hooks/context-inject-global.sh`;
  await Deno.writeTextFile(shim, (await Deno.readTextFile(shim)).replace(/^binary=.*$/m, "binary='/gone'"));
  assertEquals(await there.ask(ENGLISH), []);
});

e2e(
  "a changed program keeps the trust, a second setup changes nothing, and removal leaves no hook behind",
  async () => {
    await using there = await place();
    await using elsewhere = await makeFolder();
    await trust(there);
    const { codex, repo } = there;
    const moved = `${elsewhere.path}/codex-auto`;
    await Deno.copyFile(Deno.env.get("CODEX_AUTO_BIN") ?? "", moved);
    await Deno.chmod(moved, 0o755);
    const again = await new Deno.Command(moved, {
      args: ["setup", "hook", "--codex"],
      env: codex.home.env,
      clearEnv: true,
    }).output();
    assertEquals(again.code, 0);
    const [context] = await there.ask(ENGLISH);
    assertStringIncludes(context?.text ?? "", "src/net/retry_policy.ts");

    assertEquals((await runBinary(["setup", "remove"], { cwd: repo.path, home: codex.home })).code, 0);
    assertEquals(await there.ask("where is retryDelay used?"), []);
    const listed = JSON.stringify(await codex.call(repo.path, "hooks/list", { cwds: [repo.path] }));
    assertMatch(listed, /"hooks":\[\]/);
  },
);
