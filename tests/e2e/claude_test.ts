import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type Home,
  makeHome,
  placeProgram,
  type Repo,
  runBinary,
  runProgram,
} from "../acceptance/harness.ts";
import { LATE, TRIES } from "../acceptance/context_runs.ts";
import { build } from "../acceptance/indexed_home.ts";
import { WIDE_FILES, WIDE_PROMPTS } from "../acceptance/wide_files.ts";
import { askClaude, type ClaudeTurn } from "./claude_code.ts";
import { E2E, foreignRepo } from "./clients.ts";
import { contextsIn, type MockAnthropic, mockAnthropic } from "./mock_anthropic.ts";

/** Claude Code replaces longer contexts by a preview of 2,000 units. */
const CAP = 9500;
const ENGLISH = "where is the view engine looked up?";
const CHINESE = "视图引擎是在哪里查找的？";

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
  model: MockAnthropic;
  /** Asks, and once more where the hook says that its time was over first. */
  ask(prompt: string, more?: { args?: string[]; env?: Record<string, string> }): Promise<ClaudeTurn>;
  /** Contexts in the last request of the turn in which the prompt was asked. */
  contexts(prompt: string): string[];
}

/** A home with Claude Code's own folder, a repository that is not ours, and a model; our hook is not installed yet. */
async function place(): Promise<Place> {
  const [home, repo, model] = [await makeHome(), await foreignRepo(), mockAnthropic()];
  await Deno.mkdir(`${home.path}/.claude`);
  return {
    home,
    repo,
    model,
    async ask(prompt, { args = [], env = {} } = {}) {
      for (let tries = TRIES;; tries--) {
        const turn = await askClaude({ home, repo: repo.path, model, prompt, more: args, env });
        if (tries === 1 || !LATE.test(turn.hookOutput ?? "")) return turn;
      }
    },
    contexts: (prompt) => {
      const last = model.turnsWith(prompt).at(-1);
      assert(last !== undefined, `no request to the model carries ${prompt}`);
      return contextsIn(last);
    },
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await repo[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The hook as a person installs it. The program is linked into the home, so that a test may take it away. */
async function installHook({ home, repo }: Place): Promise<string> {
  const program = `${home.bin}/codex-auto`;
  await placeProgram(program);
  const setup = await runProgram(program, ["setup", "hook", "--claude"], { cwd: repo.path, env: home.env });
  assertEquals(setup.code, 0, setup.stderr);
  return program;
}

/** What a prompt without an index finds is shown elsewhere. */
const indexed = ({ home, repo }: Place) => build({ cwd: repo.path, home });

/** A hook entry written by hand, in exec form, with a timeout in seconds. */
async function installCommand({ home }: Place, command: string, args: string[]): Promise<void> {
  const entry = { type: "command", command, args, timeout: 15 };
  const settings = { hooks: { UserPromptSubmit: [{ hooks: [entry] }] } };
  await Deno.writeTextFile(`${home.path}/.claude/settings.json`, JSON.stringify(settings));
}

/** What our hook offered the model, from what it printed. */
function offered({ hookOutput }: ClaudeTurn): string {
  assert(hookOutput !== undefined, "no hook ran");
  const output: { hookSpecificOutput: { additionalContext: string } } = JSON.parse(hookOutput);
  return output.hookSpecificOutput.additionalContext;
}

/** The lines a context quotes, as `path:number`. */
function quotedLines(context: string): string[] {
  let path = "";
  return context.split("\n").flatMap((line) => {
    path = /^(\S+?):\d/.exec(line)?.[1] ?? path;
    const number = /^ *(\d+) \|/.exec(line)?.[1];
    return number === undefined ? [] : [`${path}:${number}`];
  });
}

/** The prompt reached the model and the person got its answer. */
function assertAnswered(turn: ClaudeTurn): void {
  assertEquals({ code: turn.code, answer: turn.answer }, { code: 0, answer: "MOCK-ANSWER" }, turn.stderr);
}

function e2e(name: string, fn: (at: Place) => Promise<void>): void {
  Deno.test({
    name: `Claude Code: ${name}`,
    ignore: !E2E,
    async fn() {
      await using at = await place();
      await fn(at);
    },
  });
}

e2e("what the model was given is not quoted again, until a compaction takes it away", async (at) => {
  await installHook(at);
  await indexed(at);
  const quoted = async (prompt: string, args: string[] = ["-c"]) =>
    quotedLines(offered(await at.ask(prompt, { args })));
  const first = await quoted(ENGLISH, []);
  assert(first.length > 0);
  const again = await quoted(ENGLISH);
  assertEquals(again.filter((line) => first.includes(line)), []);
  assertEquals((await at.ask("/compact", { args: ["-c"] })).code, 0);
  assertEquals(await quoted(ENGLISH), first);
});

e2e("a long paste is read as what was pasted, and its tag as nothing", async (at) => {
  await installHook(at);
  await indexed(at);
  const pasted =
    '<pasted_content id="abeb">\nError: Failed to lookup view "index" in views directory\n</pasted_content>';
  const context = offered(await at.ask(`${pasted}\nwhy does this happen?`));
  assertStringIncludes(context, "lib/application.js");
  assert(!context.includes("pasted_content"), context);
});

for (const [language, prompt] of [["English", ENGLISH], ["Chinese", CHINESE]] as const) {
  e2e(
    `the model sees what was found for an ${language} prompt, verbatim and within the client's size`,
    async (at) => {
      await installHook(at);
      await indexed(at);
      const turn = await at.ask(prompt);
      assertAnswered(turn);
      const contexts = at.contexts(prompt);
      assertEquals(contexts, [offered(turn)]);
      const [context = ""] = contexts;
      assertStringIncludes(context, "lib/view.js");
      assertStringIncludes(context, "run_id ");
      assertStringIncludes(context, "[Limits] ");
      assert(context.length <= CAP, `${context.length} units`);
    },
  );
}

e2e("nothing is added to a prompt that is not about code", async (at) => {
  await installHook(at);
  const turn = await at.ask("thanks!");
  assertAnswered(turn);
  assertEquals(offered(turn), "");
  assertEquals(at.contexts("thanks!"), []);
});

e2e("a prompt for more than the client takes still fits and arrives whole", async (at) => {
  await installHook(at);
  for (const [path, text] of Object.entries(WIDE_FILES)) at.repo.write(path, text);
  await indexed(at);
  const [prompt = ""] = WIDE_PROMPTS;
  const turn = await at.ask(prompt);
  assertAnswered(turn);
  const [context = ""] = at.contexts(prompt);
  assertEquals(context, offered(turn));
  assert(context.length > 1000 && context.length <= CAP, `${context.length} units`);
});

/** What is left of an installed hook, and how its client starts it. What the hook itself says of trouble is shown without a client. */
const BROKEN: Record<string, (at: Place, program: string) => Promise<void>> = {
  "a missing program": (_, program) => Deno.remove(program),
  "a hook whose command is gone": (at) => installCommand(at, `${at.home.bin}/no-such-program`, ["hook"]),
  "a hook killed in the middle of its work": (at, program) => {
    at.home.install(
      "killed",
      `#!/bin/sh
"${program}" hook <&0 &
until [ -e "$XDG_CACHE_HOME/auto-tools" ] || ! kill -0 $! 2>/dev/null; do :; done
kill -9 $!
wait $!
`,
    );
    return installCommand(at, `${at.home.bin}/killed`, []);
  },
};

for (const [what, breaks] of Object.entries(BROKEN)) {
  e2e(`${what} does not stop the prompt`, async (at) => {
    await breaks(at, await installHook(at));
    assertAnswered(await at.ask(ENGLISH));
    assertEquals(at.contexts(ENGLISH), []);
  });
}

e2e("uninstalled, nothing of ours runs", async (at) => {
  await installHook(at);
  const removed = await runBinary(["setup", "remove", "--claude"], { cwd: at.repo.path, home: at.home });
  assertEquals(removed.code, 0, removed.stderr);
  const turn = await at.ask(ENGLISH);
  assertAnswered(turn);
  assertEquals(turn.hookOutput, undefined);
});
