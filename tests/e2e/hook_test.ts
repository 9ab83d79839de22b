/** Whether the context reaches the model of the real clients, whatever goes wrong. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { build, LATE, TRIES, WIDE_FILES, WIDE_PROMPTS } from "../acceptance/context_runs.ts";
import { placeProgram, type Repo, runBinary, runProgram } from "../acceptance/harness.ts";
import type { AskOptions, Codex, PromptClient, Turn } from "./clients.ts";
import { allClients, claudeCode, E2E } from "./clients.ts";
import { foreignRepo } from "./npm.ts";

/** What clients take: Claude Code in UTF-16 units, Codex in bytes; others are given as much as the wrapper. */
const CAP = { "Claude Code": 9500, "Codex": 9500, "Gemini CLI": 12_000, "opencode": 12_000 };
const ENGLISH = "where is the view engine looked up?";
const CHINESE = "视图引擎是在哪里查找的？";

interface Place extends AsyncDisposable {
  repo: Repo;
  /** What setup said. */
  said: string;
  /** The shim that the client starts. */
  shim: string;
  /** Asks, and once more where the hook says that its time was over first; the answer has to come. */
  ask(prompt: string, options?: AskOptions, mayFail?: boolean): Promise<Turn>;
}

/** A repository that is not ours, indexed, and our hook as a person installs it. */
async function place(
  client: PromptClient,
  files: Record<string, string> = {},
): Promise<Place> {
  const { home } = client;
  const repo = await foreignRepo();
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  const program = `${home.bin}/codex-auto`;
  await placeProgram(program);
  const setup = await runProgram(program, ["setup", "hook", flag(client)], { cwd: repo.path, env: home.env });
  const said = setup.stdout;
  assertEquals(setup.code, 0, setup.stderr);
  await build({ cwd: repo.path, home });
  return {
    repo,
    said,
    shim: `${
      / (\/.*)\/(?:settings\.json|hooks\.json|plugins\/)/.exec(said)?.[1]
    }/hooks/context-inject-global.sh`,
    async ask(prompt, options, mayFail = false) {
      for (let tries = TRIES;; tries--) {
        const turn = await client.ask(repo.path, prompt, options);
        assertEquals([turn.code, /^Answer \d+$/.test(turn.answer)], [0, true], turn.stderr);
        assert(mayFail || !/hook: UserPromptSubmit Failed/.test(turn.stderr), turn.stderr);
        if (tries === 1 || !LATE.test(turn.hookOutput ?? "")) return turn;
      }
    },
    [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose](),
  };
}

const flag = ({ name }: PromptClient) => `--${name.toLowerCase().split(" ")[0]}`;

function isCodex(client: PromptClient): client is Codex {
  return client.name === "Codex";
}

/** What the user does in Codex's own dialogue, through the interface that this dialogue uses. */
async function trust(client: Codex, { path }: Repo): Promise<void> {
  const listed = JSON.stringify(await client.call(path, "hooks/list", { cwds: [path] }));
  const key = /"key":"((?:[^"\\]|\\.)*)"/.exec(listed)?.[1];
  const hash = /"currentHash":"([^"]*)"/.exec(listed)?.[1];
  assert(key !== undefined && hash !== undefined, listed);
  assertMatch(key, /\.codex\/hooks\.json:user_prompt_submit:0:0$/);
  const edit = { keyPath: "hooks.state", value: { [key]: { trusted_hash: hash } }, mergeStrategy: "upsert" };
  await client.call(path, "config/batchWrite", { edits: [edit] });
}

function assertFits(context: string, { name }: PromptClient): void {
  const size = name === "Codex" ? new TextEncoder().encode(context).length : context.length;
  assert(size <= CAP[name], `${size}`);
}

/** What our hook offered the model, from what it printed. */
function offered({ hookOutput }: Turn): string {
  assert(hookOutput !== undefined, "no hook ran");
  return JSON.parse(hookOutput).hookSpecificOutput.additionalContext;
}

/** What stands in the place of our shim; a word and a 2 are a forbidden prompt to Gemini CLI, and the others have no 2 of ours to meet. */
const BROKEN = {
  "Claude Code": "kill -9 $$",
  "Codex": "kill -9 $$",
  "Gemini CLI": "echo so >&2; exit 2",
  "opencode": "exec sleep 600",
};

allClients(
  "the model sees what was found for a prompt, whole where that is more than the client takes, and nothing for thanks or of a broken hook, which stops no prompt",
  async (client) => {
    await using at = await place(client, WIDE_FILES);
    if (isCodex(client)) await trusted(at, client);
    const prompt = `${CHINESE} ${WIDE_PROMPTS[0]}`;
    const turn = await at.ask(prompt);
    const [context = "", ...more] = client.contexts(prompt);
    assertEquals(more, []);
    if (turn.hookOutput !== undefined) assertEquals(context, offered(turn));
    for (const part of ["lib/view.js", "src/gauge0.ts", "run_id "]) assertStringIncludes(context, part);
    assert(context.length > 1000);
    assertFits(context, client);
    // What opencode does with an empty answer it does with none, and it takes half a minute to start.
    if (client.name !== "opencode") {
      await at.ask("thanks!");
      assertEquals(client.contexts("thanks!"), [], "not even an empty message");
    }
    Deno.writeTextFileSync(at.shim, `#!/bin/sh\n${BROKEN[client.name]}\n`, { mode: 0o755 });
    await at.ask(ENGLISH, {}, true);
    assertEquals(client.contexts(ENGLISH), [], "of a broken hook");
  },
);

/** Codex skips a hook that nobody has trusted, and doctor says so; a program that has moved keeps the trust. */
async function trusted({ ask, repo, said }: Place, client: Codex): Promise<void> {
  const { home } = client;
  const onTrust = async () => {
    const { stdout } = await runBinary(["doctor"], { cwd: repo.path, home });
    return /^(\w+) +Codex trust/m.exec(stdout)?.[1] ?? stdout;
  };
  assertStringIncludes(said, "/hooks");
  await ask(ENGLISH);
  assertEquals([client.contexts(ENGLISH), await onTrust()], [[], "warning"]);
  await trust(client, repo);
  assertEquals(await onTrust(), "ok");
  const moved = `${home.path}/moved/codex-auto`;
  Deno.mkdirSync(`${home.path}/moved`);
  await placeProgram(moved);
  const again = await runProgram(moved, ["setup", "hook", "--codex"], { cwd: repo.path, env: home.env });
  assertEquals(again.code, 0, again.stderr);
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

Deno.test({
  name:
    "Claude Code: what the model was given is not quoted again until a compaction takes it away, an exploring subagent begins with what was found for its words, and a paste is read without its tag",
  ignore: !E2E,
  async fn() {
    await using client = await claudeCode();
    await using at = await place(client);
    const { ask, repo } = at;
    const { model } = client;
    const task = "Find the lines that do it.";
    const agents = ["Explore", "statusline-setup"].map((subagent_type) => ({
      name: "Agent",
      input: { description: "looks", prompt: `${task} (${subagent_type})`, subagent_type },
    }));
    const does = () => model.requests.length === 1 ? agents : `Answer ${model.requests.length}`;
    const quoted = async (goesOn: boolean) => quotedLines(offered(await ask(ENGLISH, { does, goesOn })));
    const first = await quoted(false);
    assert(first.length > 0);
    const begun = agents.map(({ input }) =>
      model.requests.find(({ texts }) => texts.some(({ text }) => text === input.prompt))?.texts
        .map(({ text }) => text).join("\n")
    );
    assertMatch(
      begun[0] ?? "",
      /SubagentStart hook additional context: \[Auto Tools\] run_id [^]*lib\/view\.js/,
    );
    assert(begun[1] !== undefined && !begun[1].includes("run_id"), "one that does not explore gets nothing");
    assertEquals((await quoted(true)).filter((line) => first.includes(line)), []);
    assertEquals((await client.ask(repo.path, "/compact", { goesOn: true })).code, 0);
    assertEquals(await quoted(true), first);

    const pasted =
      '<pasted_content id="abeb">\nError: Failed to lookup view "index" in views directory\n</pasted_content>';
    const read = offered(await ask(`${pasted}\nwhy does this happen?`));
    assertStringIncludes(read, "lib/application.js");
    assert(!read.includes("pasted_content"), read);
  },
});
