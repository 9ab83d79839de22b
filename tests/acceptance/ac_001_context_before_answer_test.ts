import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contextOf, hookAnswer, hookOf, SHOP } from "./context_runs.ts";
import { makeHome, makeRepo, runBinary } from "./harness.ts";

Deno.test("AC-001 a hook's payload is answered with what the tools found", async () => {
  await using repo = await makeRepo(SHOP);
  const { code, context, systemMessage } = await hookOf({ cwd: repo.path }, {
    prompt: "where is retryDelay computed?",
  });
  assertEquals(code, 0);
  assertStringIncludes(context, "src/retry.ts");
  assertStringIncludes(context, "return 100 * 2 ** attempt;");
  assert(/run_id \d{8}-\d{6}-[0-9a-f]{6}/.test(context), context);
  assertStringIncludes(context, "[Limits] ");
  assertStringIncludes(systemMessage ?? "", "[Auto Tools] ");
  assertStringIncludes(systemMessage ?? "", "src/retry.ts");
  assert(!systemMessage?.includes("\n"), "the user sees one line");
});

Deno.test("AC-001 the envelope carries plan, results and fused context", async () => {
  await using repo = await makeRepo(SHOP);
  const { code, envelope } = await contextOf({ cwd: repo.path }, "where is the retry delay computed?");
  assertEquals(code, 0);
  const planned = envelope.tool_plan.tools.map(({ tool }) => tool);
  assertEquals(planned.toSorted(), ["ci_graph_rag", "ci_index_status", "ci_search"]);
  assertEquals(
    envelope.tool_results.map(({ tool, status }) => ({ tool, status })),
    planned.map((tool) => ({ tool, status: "ok" })),
  );
  assertStringIncludes(envelope.fused_context.for_model.additional_context, "src/retry.ts");
  assertStringIncludes(envelope.fused_context.for_model.additional_context, envelope.run_id);
  assertEquals(envelope.fused_context.for_model.structured["ranked_paths"] instanceof Array, true);
  assertEquals(envelope.enforcement, { single_tool_entry: true, source: "orchestrator" });
});

for (
  const [language, prompt] of [
    ["Chinese", "登录失败后怎么重试？"],
    ["traditional Chinese", "登入失敗後怎麼重試？"],
    ["mixed", "login 失败后 withRetries 怎么处理？"],
    ["full-width letters", "ｗｉｔｈＲｅｔｒｉｅｓ 在哪里？"],
  ]
) {
  Deno.test(`AC-001 a prompt in ${language} finds the same place`, async () => {
    await using repo = await makeRepo(SHOP);
    const { context } = await hookOf({ cwd: repo.path }, { prompt });
    assertStringIncludes(context, "src/retry.ts");
  });
}

Deno.test("AC-001 a prompt in full-width letters is shown as it was typed, and a key in it is not spelled out", async () => {
  await using repo = await makeRepo(SHOP);
  const key = `ｇｈｐ＿${"ａｂｃ１".repeat(9)}`;
  const { envelope } = await contextOf({ cwd: repo.path }, `ｗｉｔｈＲｅｔｒｉｅｓ 在哪里？ ${key}`);
  assertStringIncludes(envelope.inputs.prompt, "ｗｉｔｈＲｅｔｒｉｅｓ 在哪里？");
  const args = JSON.stringify(envelope.tool_plan.tools.map((tool) => tool.args));
  assertStringIncludes(args, '"withRetries"');
  assertStringIncludes(args, "ghp_<redacted>");
  assertEquals(JSON.stringify(envelope).includes(key.normalize("NFKC")), false);
});

Deno.test("AC-001 a prompt that is not about code, or that no person typed, gets nothing, and nothing is said", async () => {
  await using repo = await makeRepo(SHOP);
  const prompts = [
    "thanks!",
    "how are you today?",
    "谢谢",
    "帮我写一封邮件",
    "",
    "  \n",
    "/compact retry.ts",
    "<task-notification>fix src/retry.ts</task-notification>",
  ];
  for (const prompt of prompts) {
    const answer = await hookOf({ cwd: repo.path }, { prompt });
    assertEquals(answer, { code: 0, context: "", systemMessage: undefined }, prompt);
  }
});

Deno.test("AC-001 nothing is injected where the repository holds no evidence", async () => {
  await using repo = await makeRepo({ "notes.txt": "milk\nbread\n" });
  const { context } = await hookOf({ cwd: repo.path }, {
    prompt: "why does the websocket handshake fail in KubernetesProbe?",
  });
  assertEquals(context, "");
});

Deno.test("AC-001 whatever stands on stdin, the prompt goes through", async () => {
  await using repo = await makeRepo(SHOP);
  await using home = await makeHome();
  const inputs = [
    "",
    "not json",
    "[]",
    "null",
    "{}",
    '{"prompt": 7}',
    '{"prompt": "fix the bug"',
    "\u0000\u0000",
    new Uint8Array([0xff, 0xfe, 0x7b]),
  ];
  for (const stdin of inputs) {
    const answer = hookAnswer(await runBinary(["hook"], { cwd: repo.path, home, stdin }));
    assertEquals({ code: answer.code, context: answer.context }, { code: 0, context: "" }, String(stdin));
  }
});

Deno.test("AC-001 a prompt of 500 kB, with quotes, newlines, $() and NUL, is answered", async () => {
  await using repo = await makeRepo(SHOP);
  const paste = `"quoted" 'single' $(touch ${repo.path}/ran) \`touch ${repo.path}/ran\` \u0000\n`;
  const prompt = `where is retryDelay computed?\n${paste.repeat(Math.ceil(500_000 / paste.length))}`;
  const { code, context } = await hookOf({ cwd: repo.path }, { prompt });
  assertEquals(code, 0);
  assertStringIncludes(context, "src/retry.ts");
  assertEquals([...Deno.readDirSync(repo.path)].some(({ name }) => name === "ran"), false);
});

Deno.test("AC-001 the user's repository is left as it was", async () => {
  await using repo = await makeRepo(SHOP);
  await hookOf({ cwd: repo.path }, { prompt: "where is the retry delay computed?" });
  assertEquals(await repo.git("status", "--porcelain", "--ignored"), "");
});
