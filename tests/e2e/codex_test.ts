/** The wrapper in front of the real Codex: what its model is sent, turn by turn. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, type Repo, runBinary, type RunOptions } from "../acceptance/harness.ts";
import { TERMINAL, typed } from "../acceptance/terminal.ts";
import { E2E, foreignRepo } from "./clients.ts";
import { codexHome } from "./codex_home.ts";
import { type MockOpenai, mockOpenai } from "./mock_openai.ts";

const ENGLISH = "where is the view engine looked up?";
const CHINESE = "视图引擎是在哪里查找的？";
const STATELESS = "[Limits] session continuity unavailable; fallback to stateless exec";
const TIMEOUT_MS = 120_000;

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
  model: MockOpenai;
  ask(args: string[], options?: Partial<RunOptions>): ReturnType<typeof runBinary>;
  /** The thread that the wrapper remembers for the repository. */
  thread(): string;
}

async function place(): Promise<Place> {
  const [repo, model] = [await foreignRepo(), mockOpenai()];
  const { home } = await codexHome(model);
  home.env["MOCK_API_KEY"] = "not-a-key";
  return {
    home,
    repo,
    model,
    ask: (args, options = {}) => runBinary(args, { cwd: repo.path, home, timeoutMs: TIMEOUT_MS, ...options }),
    thread: () =>
      JSON.parse(Deno.readTextFileSync(`${repo.path}/.devbooks/cache/auto-tools/codex-session.json`))
        .thread_id,
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await repo[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function e2e(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !E2E || (name.startsWith("entry A") && !TERMINAL), fn });
}

function assertContextBefore(message: string, prompt: string): void {
  assert(message.endsWith(`\n\n${prompt}`), message.slice(-500));
  const context = message.slice(0, -prompt.length);
  assertMatch(context, /run_id \d{8}-\d{6}-[0-9a-f]{6}/);
  assertStringIncludes(context, "lib/view.js");
  assertEquals([...context].length <= 12_002, true, `${context.length} units of context`);
}

e2e(
  'entry B: the model gets our context before an English and a Chinese code prompt, and only the words of "thanks!"',
  async () => {
    await using here = await place();
    for (const prompt of [ENGLISH, CHINESE, "thanks!"]) {
      const { code, stdout, stderr } = await here.ask(["--new", prompt]);
      assertEquals([code, stdout], [0, `Answer ${here.model.conversations.length}\n`], stderr);
      const message = here.model.said().at(-1) ?? "";
      if (prompt === "thanks!") assertEquals(message, prompt);
      else assertContextBefore(message, prompt);
    }
  },
);

e2e(
  "entry A: the loop's second turn goes on in the same thread, with the first in its history and context of its own",
  async () => {
    await using here = await place();
    const first = await typed([], [`${ENGLISH}\r`, "\u0004"], { cwd: here.repo.path, env: here.home.env });
    assertEquals(first.code, 0, first.screen);
    const thread = here.thread();
    const second = await typed([], ["what does res.send do with a buffer?\r", `${CHINESE}\r`, "/quit\r"], {
      cwd: here.repo.path,
      env: here.home.env,
    });
    assertEquals(second.code, 0, second.screen);
    assertEquals(here.thread(), thread);
    assertEquals(here.model.conversations.length, 3);
    const last = here.model.said();
    assertContextBefore(last.find((message) => message.endsWith(ENGLISH)) ?? "", ENGLISH);
    const middle = last.find((message) => message.endsWith("what does res.send do with a buffer?")) ?? "";
    assertStringIncludes(middle, "lib/response.js");
    assertMatch(last.at(-1) ?? "", /run_id \d{8}-\d{6}-[0-9a-f]{6}/);
    assert(last.at(-1)?.endsWith(CHINESE));
    // On a terminal codex prints an answer once, and we change nothing of that.
    assertEquals(second.screen.split("Answer 3").length, 2);
  },
);

e2e(
  "codex goes on by thread id though another session was the last, and without its records the prompt is not lost",
  async () => {
    await using here = await place();
    await here.ask(["one two three"]);
    const thread = here.thread();
    const other = new Deno.Command(`${here.home.bin}/codex`, {
      args: ["exec", "someone else's"],
      cwd: here.repo.path,
      env: here.home.env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    assertEquals((await other.output()).code, 0);
    await here.ask(["four five six"]);
    assertEquals(here.thread(), thread);
    assertEquals(here.model.said().slice(-2), ["one two three", "four five six"]);

    Deno.removeSync(`${here.home.path}/.codex/sessions`, { recursive: true });
    const lost = await here.ask(["seven eight nine"]);
    assertEquals(lost.code, 0, lost.stderr);
    assertStringIncludes(lost.stderr, STATELESS);
    assertEquals(here.model.said().at(-1), "seven eight nine");
  },
);

e2e(
  "a turn whose model fails is codex's failure, once; an interrupted turn ends with codex's code",
  async () => {
    await using here = await place();
    await here.ask(["one two three"]);
    here.model.behave(500);
    const failed = await here.ask(["four five six"]);
    assertEquals([failed.code, here.model.conversations.length], [1, 2], failed.stderr);

    here.model.behave("waits");
    for (const [name, code] of [["SIGINT", 1], ["SIGTERM", 143]] as const) {
      const ended = await here.ask(["seven"], { signal: { name, when: here.model.next() } });
      assertEquals(ended.code, code, ended.stderr);
    }
  },
);

e2e(
  "entry A: Ctrl-C at the terminal ends codex's turn and not the loop, and the next turn goes on in the thread",
  async () => {
    await using here = await place();
    here.model.behave("waits");
    const asked = () => here.model.next();
    const stopped = [`${ENGLISH}\r`, { when: asked, text: "\u0003" }, "\u0004"];
    const first = await typed([], stopped, { cwd: here.repo.path, env: here.home.env });
    assertEquals(first.code, 0, first.screen);
    here.model.behave("answers");
    const second = await typed([], ["go on\r", "\u0004"], { cwd: here.repo.path, env: here.home.env });
    assertStringIncludes(second.screen, "Answer 2");
    const [question, goOn] = here.model.said().slice(-2);
    assert(here.model.said().some((message) => message.endsWith(ENGLISH)), question);
    assert(goOn?.endsWith("go on"));
  },
);
