/** The same work by the real Claude Code, with a scripted model. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome, makeRepo, runBinary } from "../acceptance/harness.ts";
import { claudeCode, E2E } from "./clients.ts";
import { mockAnthropic } from "./mock_anthropic.ts";
import type { Script, ToolUse } from "./scripted_model.ts";

const PLAN = {
  requirements: ["There is a greeting"],
  tasks: [{
    task_id: "greet",
    title: "Write the greeting",
    description: "Write hello into greeting.txt.",
    depends_on: [],
    breakpoint: false,
    risk: "low",
    verify: ["grep -q hello greeting.txt"],
  }],
};

/** Plans through the tool for structured answers; writes a wrong greeting first, and the right one once it hears that it was wrong. */
function model(root: string, seen: string[]): Script {
  return ({ body, results }) => {
    const text = JSON.stringify(body["messages"] ?? "");
    const tools = Array.isArray(body["tools"]) ? body["tools"].map(({ name }) => String(name)) : [];
    if (tools.includes("StructuredOutput")) {
      if (results.length > 0) return "planned";
      seen.push("plan");
      return [{ name: "StructuredOutput", input: PLAN }];
    }
    if (!text.includes("Your task: Write the greeting")) return "ok";
    if (results.length > 0) return "I have written the greeting.";
    seen.push("step");
    const content = text.includes("ended with 1") ? "hello\n" : "goodbye\n";
    const write: ToolUse = { name: "Write", input: { file_path: `${root}/greeting.txt`, content } };
    return seen.filter((each) => each === "step").length === 1
      ? [write]
      : [{ name: "Read", input: { file_path: `${root}/greeting.txt` } }, write];
  };
}

Deno.test({
  name: "claude: a plan, a task that fails first, and the end, through the same runner",
  ignore: !E2E,
  async fn() {
    await using repo = await makeRepo({ "a.txt": "one\n" });
    await using home = await makeHome();
    const seen: string[] = [];
    await using server = mockAnthropic(model(repo.path, seen));
    await Deno.symlink(await claudeCode(), `${home.bin}/claude`);
    Object.assign(home.env, {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "not-a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
    });
    const options = { cwd: repo.path, home, timeoutMs: 120_000 };
    const run = await runBinary(
      ["--continuous", "--yes", "--no-tui", "--executor", "claude", "Greet people"],
      options,
    );
    assertEquals(run.code, 0, `${run.stderr}\n${run.stdout.slice(-3000)}`);
    assertEquals(seen, ["plan", "step", "step"]);
    const report = (await runBinary(["continuous", "report"], options)).stdout;
    assertStringIncludes(report, "Complete: 1 of 1 tasks done and proven");
    assertStringIncludes(report, "- greeting.txt");
    assert(/\d+ tokens, \d+\.\d\d USD, as far as claude told/.test(report), report);
  },
});
