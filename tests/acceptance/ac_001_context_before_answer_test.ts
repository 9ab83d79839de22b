import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { contextOf, hookOf, SHOP } from "./context_runs.ts";
import { assertHas, runBinary, setting } from "./harness.ts";

Deno.test("AC-001 a hook's payload is answered with what the tools found", async () => {
  await using at = await setting(SHOP);
  const { code, context, systemMessage = "" } = await hookOf(at, { prompt: "where is retryDelay computed?" });
  assertEquals(code, 0);
  assertHas(context, "src/retry.ts", "return 100 * 2 ** attempt;", "[Limits] ");
  assertMatch(context, /run_id \d{8}-\d{6}-[0-9a-f]{6}/);
  assertMatch(systemMessage, /^auto-tools \d+\.\d s: retry\.ts[^\n]*$/);
  const { week, index } = JSON.parse((await runBinary(["status", "--json"], at)).stdout);
  assertEquals([week.prompts, week.spoke, week.characters], [1, 1, context.length]);
  // Since the prompt it is being made in the background.
  assertMatch(index.state, /^(?:missing|building|ready)$/);
  assertMatch(
    (await runBinary(["status"], at)).stdout,
    /prompts +1 about code since .*, 1 of them got context/,
  );
  assertEquals(await at.git("status", "--porcelain", "--ignored"), "", "the repository is left as it was");
});

Deno.test("AC-001 the envelope carries plan, results and fused context", async () => {
  await using at = await setting(SHOP);
  const { code, envelope, planned, context } = await contextOf(at, "where is the retry delay computed?");
  assertEquals([code, planned], [0, ["ci_graph_rag", "ci_index_status", "ci_search"]]);
  assertEquals(
    envelope.tool_results.map(({ tool, status }) => ({ tool, status })),
    envelope.tool_plan.tools.map(({ tool }) => ({ tool, status: "ok" })),
  );
  assertHas(context, "src/retry.ts", envelope.run_id);
  assert(Array.isArray(envelope.fused_context.for_model.structured["ranked_paths"]));
  assertEquals(envelope.enforcement, { single_tool_entry: true, source: "orchestrator" });
});

Deno.test("AC-001 a prompt in any language and script finds the same place, is shown as it was typed, and a key in it is not spelled out", async () => {
  await using at = await setting(SHOP);
  for (
    const prompt of ["登录失败后怎么重试？", "登入失敗後怎麼重試？", "login 失败后 withRetries 怎么处理？"]
  ) {
    assertStringIncludes((await hookOf(at, { prompt })).context, "src/retry.ts", prompt);
  }
  const key = `ｇｈｐ＿${"ａｂｃ１".repeat(9)}`;
  const { envelope, context } = await contextOf(at, `ｗｉｔｈＲｅｔｒｉｅｓ 在哪里？ ${key}`);
  assertStringIncludes(context, "src/retry.ts");
  assertStringIncludes(envelope.inputs.prompt, "ｗｉｔｈＲｅｔｒｉｅｓ 在哪里？");
  const args = JSON.stringify(envelope.tool_plan.tools.map((tool) => tool.args));
  assertHas(args, '"withRetries"', "ghp_<redacted>");
  assert(!JSON.stringify(envelope).includes(key.normalize("NFKC")));
});

Deno.test("AC-001 a prompt that is not about code, or that no person typed, gets nothing, and nothing is said", async () => {
  await using at = await setting(SHOP);
  for (const prompt of ["谢谢", "  \n", "<task-notification>fix src/retry.ts</task-notification>"]) {
    assertEquals(await hookOf(at, { prompt }), { code: 0, context: "", systemMessage: undefined }, prompt);
  }
  const unheard = await hookOf(at, { prompt: "why does the websocket handshake fail in KubernetesProbe?" });
  assertEquals(unheard.context, "", "the repository holds no evidence");
});
