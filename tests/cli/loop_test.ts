import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { appears, type RunOptions } from "../acceptance/harness.ts";
import { TERMINAL, typed } from "../acceptance/terminal.ts";
import { codexPlace } from "../fixtures/codex/place.ts";

async function place(behaviour = "") {
  const there = await codexPlace("loop", behaviour);
  return {
    ...there,
    loop: (stdin: string | Uint8Array, options: Partial<RunOptions> = {}) =>
      there.run([], { stdin, ...options }),
  };
}

Deno.test("entry A: each prompt is orchestrated and handed on, the second resumes, and the code is the last turn's", async () => {
  await using here = await place();
  const result = await here.loop("first\nsecond 二\n");
  assertEquals([result.code, result.stdout], [0, "answer 2\nanswer 3\n"]);
  const [first, second] = here.codex.calls();
  assertEquals([first?.argv, first?.stdin], [["exec", "-"], "[context for first]\n\nfirst"]);
  assertEquals(second?.argv, ["exec", "resume", "01a20062-0000-7000-8000-000000000002", "-"]);
  assertEquals(second?.stdin, "[context for second 二]\n\nsecond 二");
});

Deno.test("/off, /on, /plan, /new and /quit do what they say, and a path is a prompt", async () => {
  await using here = await place();
  const result = await here.loop(
    "/off\nbare\n/on\nwith\n/plan\nplanned\n/plan\n/new\n/etc/hosts is wrong\n/nosuch\n/quit\nnever\n",
  );
  assertEquals(here.codex.calls().map((call) => [call.argv[1], call.stdin]), [
    ["-", "bare"],
    ["resume", "[context for with]\n\nwith"],
    ["-", "[context for /etc/hosts is wrong]\n\n/etc/hosts is wrong"],
  ]);
  assertStringIncludes(result.stdout, "[Codex] codex exec resume --last\n");
  assertStringIncludes(result.stderr, "No such command.");
});

Deno.test("/tools lists the built-in tools with their tiers and what keeps them off", async () => {
  await using here = await place();
  const { stdout } = await here.loop("/tools\n");
  assert(/^ci_search +tier 1 +automatic /m.test(stdout), stdout);
  assert(/^ci_hotspot +tier 2 +off: tier /m.test(stdout), stdout);
});

Deno.test("several lines make one prompt, and a line that is no text is passed over", async () => {
  await using here = await place();
  const bytes = new TextEncoder().encode("a\\\nb\nc\\\\\nX\n");
  bytes[bytes.lastIndexOf(0x58)] = 0xff;
  const result = await here.loop(bytes, { env: { CI_AUTO_TOOLS: "off" } });
  assertEquals(here.codex.calls().map((call) => call.stdin.split("]\n\n").at(-1)), ["a\nb", "c\\\\"]);
  assertStringIncludes(result.stderr, "not UTF-8");
});

Deno.test("Ctrl-C stops the turn and not the loop, in codex and before it", async () => {
  await using here = await place("hangs");
  const inCodex = await here.loop("wait\n/plan\nstill here\n", {
    signal: { name: "SIGINT", when: appears(`${here.codex.log}/hanging`) },
  });
  assertEquals(inCodex.code, 0);
  assertStringIncludes(inCodex.stdout, "[Codex] codex exec");

  const slow = `${here.home.path}/slow`;
  const before = await here.loop("slow kernel\n/plan\nstill here\n", {
    env: { TEST_SLOW: slow },
    signal: { name: "SIGINT", when: appears(slow) },
  });
  assertEquals(before.code, 0);
  assertStringIncludes(before.stdout, "[Codex] codex exec");
  assertFalse(here.codex.calls().some((call) => call.stdin.includes("slow kernel")));
});

Deno.test({
  name:
    "on a terminal: editing with wide characters, a pasted block, history over two runs, Ctrl-C and Ctrl-D",
  ignore: !TERMINAL,
  async fn() {
    await using here = await place();
    const { env, command, repo } = here;
    const type = async (...steps: string[]) =>
      (await typed([], steps, { cwd: repo.path, env, command: [...command] })).code;
    const first = ["你好吗\u001b[D\u001b[DX\r", "\u001b[200~a\r\nb\u001b[201~\r", "half\u0003", "\u0004"];
    assertEquals(await type(...first), 0);
    assertEquals(await type("\u001b[A\u001b[A\r", "\u0004"), 0);
    const prompts = here.codex.calls().map((call) => call.stdin.split("]\n\n").at(-1));
    assertEquals(prompts, ["你X好吗", "a\nb", "你X好吗"]);
  },
});
