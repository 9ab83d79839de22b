/** What setup puts into the real clients' own rules keeps their models from giving the user's word, before our commands even start. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { binary, makeHome, makeRepo, runBinary } from "../acceptance/harness.ts";
import { askClaude } from "./claude_code.ts";
import { E2E } from "./clients.ts";
import { codexHome } from "./codex_home.ts";
import { mockAnthropic } from "./mock_anthropic.ts";
import { mockOpenai } from "./mock_openai.ts";
import { steps } from "./scripted_model.ts";

const COMMAND = "codex-auto allow odd/act --always";

for (const isSetUp of [true, false]) {
  const does = isSetUp ? "denies" : "without setup runs";
  Deno.test({
    name: `denied commands: Claude Code ${does} what gives the user's word`,
    ignore: !E2E,
    async fn() {
      await using home = await makeHome();
      await using repo = await makeRepo({ "a.txt": "a\n" });
      Deno.symlinkSync(binary(), `${home.bin}/codex-auto`);
      if (isSetUp) {
        assertEquals((await runBinary(["setup", "hook", "--claude"], { home, cwd: repo.path })).code, 0);
      }
      let told = "";
      await using model = mockAnthropic(steps(
        () => [{ name: "Bash", input: { command: COMMAND, description: "allow" } }],
        ({ results: [text = ""] }) => {
          told = text;
          return "done";
        },
      ));
      await askClaude({ home, repo: repo.path, model, prompt: "go on", more: ["--allowedTools", "Bash"] });
      assertEquals(told.includes("Only a person can allow a tool"), !isSetUp, told);
      assert(!isSetUp || /denied/i.test(told), told);
    },
  });

  Deno.test({
    name: `denied commands: Codex ${does} what gives the user's word`,
    ignore: !E2E,
    async fn() {
      let told = "";
      await using model = mockOpenai(steps(
        () => [{ name: "exec_command", input: { cmd: COMMAND } }],
        ({ results: [text = ""] }) => {
          told = text;
          return "done";
        },
      ));
      await using codex = await codexHome(model);
      await using repo = await makeRepo({ "a.txt": "a\n" });
      Deno.symlinkSync(binary(), `${codex.home.bin}/codex-auto`);
      if (isSetUp) {
        const { code } = await runBinary(["setup", "hook", "--codex"], { home: codex.home, cwd: repo.path });
        assertEquals(code, 0);
      }
      await codex.exec(repo.path, "go on");
      // Its shell has a PATH of its own: what counts is that the command was begun.
      assertEquals(told.includes("Process exited"), !isSetUp, told);
      if (isSetUp) assertStringIncludes(told, "only the user can give their word");
    },
  });
}
