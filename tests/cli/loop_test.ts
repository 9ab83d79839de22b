import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { LINE_BREAK, pasteFilter } from "../../lib/cli/terminal_lines.ts";
import { appears, type RunOptions } from "../acceptance/harness.ts";
import { type Step, TERMINAL, typed } from "../acceptance/terminal.ts";
import { codexPlace } from "../fixtures/codex/place.ts";

async function place(behaviour = "") {
  const there = await codexPlace(behaviour);
  return {
    ...there,
    loop: (stdin: string | Uint8Array, options: Partial<RunOptions> = {}) =>
      there.run(["loop"], { stdin, ...options }),
  };
}

Deno.test("/off, /on, /plan, /new and /quit do what they say, a path is a prompt, and a line that ends in a backslash goes on in the next", async () => {
  await using here = await place();
  const result = await here.loop(
    "/off\nbare\na\\\nb\nc\\\\\n/on\nwith\n/plan one of\n/plan\nplanned\n/on\n/new\n/etc/hosts is wrong\n/nosuch\nstatus\nquit\nnever\n",
  );
  assertEquals(here.codex.calls().map((call) => [call.argv[1], call.stdin]), [
    ["-", "bare"],
    ["resume", "a\nb"],
    ["resume", "c\\\\"],
    ["resume", "[context for with]\n\nwith"],
    ["-", "[context for /etc/hosts is wrong]\n\n/etc/hosts is wrong"],
  ]);
  assertEquals(result.stdout.split("[Codex] codex exec resume --last\n").length, 3);
  assertStringIncludes(result.stderr, "No such command.");
});

Deno.test("/tools lists the built-in tools with their tiers and what keeps them off", async () => {
  await using here = await place();
  const { stdout } = await here.loop("/tools\n");
  assert(/^ci_search +tier 1 +automatic /m.test(stdout), stdout);
  assert(/^ci_hotspot +tier 2 +off: tier /m.test(stdout), stdout);
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
    env: { TEST_REQUESTS: slow },
    signal: { name: "SIGINT", when: appears(slow) },
  });
  assertEquals(before.code, 0);
  assertStringIncludes(before.stdout, "[Codex] codex exec");
  assertFalse(here.codex.calls().some((call) => call.stdin.includes("slow kernel")));
});

Deno.test({
  name:
    "on a terminal: editing with wide characters, a pasted block, history, Ctrl-C, Ctrl-Z with fg, and Ctrl-D",
  ignore: !TERMINAL,
  async fn() {
    await using here = await place();
    const { env, repo } = here;
    const command = ["sh", "-mc", '"$@"; fg', "sh", ...here.command];
    const type = async (...steps: Step[]) =>
      (await typed(["loop"], steps, { cwd: repo.path, env, command })).code;
    const steps = [
      "你好吗\u001b[D\u001b[DX\r",
      "\u001b[200~a\r\nb\u001b[201~\r",
      "half\u0003",
      "\u001a",
      "c\\\r",
      ["… ", "d\r"] as const,
      "\u001b[A\u001b[A\u001b[A\u001b[A\r",
      "\u0004",
    ];
    assertEquals(await type(...steps), 0);
    const prompts = here.codex.calls().map((call) => call.stdin.split("]\n\n").at(-1));
    assertEquals(prompts, ["你X好吗", "a\nb", "c\nd", "你X好吗"]);
  },
});

const BLOCK = "x\u001b[200~修a\r\nb\rc\nd\u001b[201~\ry";
const PASTED = `x修${["a", "b", "c", "d"].join(LINE_BREAK)}\ry`;

Deno.test("line breaks of a pasted block are marked and its brackets are gone, in whatever chunks it comes; keys pass", () => {
  const bytes = new TextEncoder().encode(BLOCK);
  for (const size of [3, 4, 5, 7, 11, bytes.length]) {
    const filter = pasteFilter();
    let out = "";
    for (let at = 0; at < bytes.length; at += size) out += filter(bytes.subarray(at, at + size));
    assertEquals(out, PASTED, `chunks of ${size}`);
  }
  const filter = pasteFilter();
  for (const key of ["\u001b", "\u001b[A"]) assertEquals(filter(new TextEncoder().encode(key)), key);
});
