/** The wrapper in front of the real Codex: what its model is sent, turn by turn. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Repo, runBinary, type RunOptions } from "../acceptance/harness.ts";
import { type Step, TERMINAL, typed } from "../acceptance/terminal.ts";
import { type Codex, codex, E2E } from "./clients.ts";
import type { MockModel } from "./mock_model.ts";
import { foreignRepo } from "./npm.ts";

const ENGLISH = "where is the view engine looked up?";
const CHINESE = "视图引擎是在哪里查找的？";
const STATELESS = "[Limits] session continuity unavailable; fallback to stateless exec";
/** That our own tools ran out of time, as they may beside the clients of other tests: such a prompt is asked again. */
const OUT_OF_TIME = "[Limits] tool timeout";
const TIMEOUT_MS = 120_000;

interface Place {
  client: Codex;
  model: MockModel;
  repo: Repo;
  ask(args: string[], options?: Partial<RunOptions>): ReturnType<typeof runBinary>;
  /** Types in the loop; all that was shown. */
  type(...keys: Step[]): Promise<string>;
  /** The thread that the wrapper remembers for the repository. */
  thread(): string;
}

function e2e(name: string, run: (place: Place) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !E2E || (name.startsWith("entry A") && !TERMINAL),
    async fn() {
      await using client = await codex();
      await using repo = await foreignRepo();
      const { home, model } = client;
      const session = `${repo.path}/.devbooks/cache/auto-tools/codex-session.json`;
      await run({
        client,
        model,
        repo,
        ask: (args, options = {}) =>
          runBinary(args, { cwd: repo.path, home, timeoutMs: TIMEOUT_MS, ...options }),
        async type(...keys) {
          const { code, screen } = await typed([], keys, { cwd: repo.path, env: home.env });
          assertEquals(code, 0, screen);
          return screen;
        },
        thread: () => JSON.parse(Deno.readTextFileSync(session)).thread_id,
      });
    },
  });
}

function assertContextBefore(message: string, prompt: string, found = "lib/view.js", said = ""): void {
  assert(message.endsWith(`\n\n${prompt}`), message.slice(-500) + said);
  const context = message.slice(0, -prompt.length);
  assertMatch(context, /run_id \d{8}-\d{6}-[0-9a-f]{6}/);
  assertStringIncludes(context, found);
  assert([...context].length <= 12_002, `${context.length} units of context`);
}

e2e(
  'entry B: the model gets our context before a code prompt, and only the words of "thanks!"',
  async ({ ask, model }) => {
    for (const prompt of [CHINESE, "thanks!"]) {
      let asked = await ask(["--new", prompt]);
      for (let more = 3; more > 0 && asked.stderr.includes(OUT_OF_TIME); more--) {
        asked = await ask(["--new", prompt]);
      }
      const { code, stdout, stderr } = asked;
      assertEquals([code, stdout], [0, `Answer ${model.requests.length}\n`], stderr);
      assert(!stderr.includes("run_id") && stderr.includes(`user\n${prompt}\n`), "it is not repeated");
      const message = model.said().at(-1) ?? "";
      if (prompt === "thanks!") assertEquals(message, prompt);
      else assertContextBefore(message, prompt, "lib/view.js", stderr);
    }
  },
);

e2e(
  "entry A: Ctrl-C at the terminal ends codex's turn and not the loop, and later turns go on in the same thread, with the first in its history and context of their own",
  async ({ type, thread, model }) => {
    model.behave("waits");
    await type(`${ENGLISH}\r`, { when: () => model.next(), text: "\u0003" }, "\u0004");
    model.behave("answers");
    const first = thread();
    const middle = "what does res.send do with a buffer?";
    const screen = await type(`${middle}\r`, `${CHINESE}\r`, "/quit\r");
    assertEquals([thread(), model.requests.length], [first, 3]);
    const said = model.said();
    assertContextBefore(said.find((message) => message.endsWith(ENGLISH)) ?? "", ENGLISH);
    assertContextBefore(said.find((message) => message.endsWith(middle)) ?? "", middle, "lib/response.js");
    assertContextBefore(said.at(-1) ?? "", CHINESE, "Given earlier");
    // On a terminal codex prints an answer once; of what it repeats of the message, the words that were typed are left.
    assertEquals([screen.split("Answer 3").length, screen.includes("run_id")], [2, false]);
    assertMatch(screen, /auto-tools \d+\.\d s: response\.js/);
  },
);

e2e(
  "codex goes on by thread id though another session was the last, and without its records the prompt is not lost",
  async ({ ask, thread, model, client, repo }) => {
    await ask(["one two three"]);
    const first = thread();
    assertEquals((await client.ask(repo.path, "someone else's")).code, 0);
    await ask(["four five six"]);
    assertEquals(thread(), first);
    assertEquals(model.said().slice(-2), ["one two three", "four five six"]);

    Deno.removeSync(`${client.home.path}/.codex/sessions`, { recursive: true });
    const lost = await ask(["seven eight nine"]);
    assertEquals(lost.code, 0, lost.stderr);
    assertStringIncludes(lost.stderr, STATELESS);
    assertEquals(model.said().at(-1), "seven eight nine");
  },
);
