/** Whether the context reaches the model of the real clients, whatever goes wrong. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { build, LATE, TRIES, WIDE_FILES, WIDE_PROMPTS } from "../acceptance/context_runs.ts";
import { makeFolder, placeProgram, type Repo, runBinary, runProgram } from "../acceptance/harness.ts";
import {
  allClients,
  type AskOptions,
  claudeCode,
  type Client,
  CLIENTS,
  type Codex,
  codex,
  E2E,
  type PromptClient,
  type Turn,
} from "./clients.ts";
import { exists, foreignRepo } from "./npm.ts";

/** What clients take: Claude Code in UTF-16 units, Codex in bytes; others are given as much as the wrapper. */
const CAP = { "Claude Code": 9500, "Codex": 9500, "Gemini CLI": 12_000, "opencode": 12_000 };
const ENGLISH = "where is the view engine looked up?";
const CHINESE = "视图引擎是在哪里查找的？";

interface Place<Who extends PromptClient> extends AsyncDisposable {
  client: Who;
  repo: Repo;
  /** Where the program stands that setup was told of. */
  program: string;
  /** The shim that the client starts. */
  shim: string;
  /** Asks, and once more where the hook says that its time was over first; the answer has to come. */
  ask(prompt: string, options?: AskOptions, mayFail?: boolean): Promise<Turn>;
  run(...args: string[]): Promise<string>;
}

/** A repository that is not ours, indexed, and our hook as a person installs and trusts it. The program is linked, so that a test may take it away. */
async function place<Who extends PromptClient>(
  client: Who,
  { trusts = true, files = {} } = {},
): Promise<Place<Who>> {
  const { home } = client;
  const repo = await foreignRepo();
  for (const [path, text] of Object.entries(files)) repo.write(path, String(text));
  const program = `${home.bin}/codex-auto`;
  await placeProgram(program);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram(program, args, { cwd: repo.path, env: home.env });
    assertEquals(code, 0, stderr);
    return stdout;
  };
  const said = await run("setup", "hook", flag(client));
  if (isCodex(client)) {
    assertStringIncludes(said, "/hooks");
    if (trusts) await trust(client, repo);
  }
  await build({ cwd: repo.path, home });
  return {
    client,
    repo,
    program,
    run,
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
  "the model sees what was found for a prompt in any language, and nothing for thanks, without the program, of a broken hook, or once removed",
  async (client) => {
    const isOurs = client.name in CLIENTS;
    await using at = await place(client);
    // The two others are slow to start: of them what differs is asked alone.
    for (const prompt of isOurs ? [ENGLISH, CHINESE] : [CHINESE]) {
      const turn = await at.ask(prompt);
      const [context = "", ...more] = client.contexts(prompt);
      assertEquals(more, []);
      if (turn.hookOutput !== undefined) assertEquals(context, offered(turn));
      for (const part of ["lib/view.js", "run_id "]) assertStringIncludes(context, part);
      assertFits(context, client);
    }
    await at.ask("thanks!");
    assertEquals(client.contexts("thanks!"), [], "not even an empty message");
    if (isOurs) {
      Deno.renameSync(at.program, `${at.program}.gone`);
      await at.ask(ENGLISH);
      assertEquals(client.contexts(ENGLISH), []);
      Deno.renameSync(`${at.program}.gone`, at.program);
    }
    const shim = Deno.readTextFileSync(at.shim);
    Deno.writeTextFileSync(at.shim, `#!/bin/sh\n${BROKEN[client.name]}\n`, { mode: 0o755 });
    await at.ask(ENGLISH, {}, true);
    assertEquals(client.contexts(ENGLISH), [], "of a broken hook");
    Deno.writeTextFileSync(at.shim, shim);
    await at.run("setup", "remove", flag(client));
    if (!isOurs) return assertEquals(exists(at.shim), false);
    const turn = await at.ask(CHINESE);
    assertEquals([client.contexts(CHINESE), turn.hookOutput], [[], undefined]);
  },
);

function claude(
  name: string,
  run: (at: Place<Client>) => Promise<void>,
  files?: Record<string, string>,
): void {
  Deno.test({
    name: `Claude Code: ${name}`,
    ignore: !E2E,
    async fn() {
      await using client = await claudeCode();
      await using at = await place(client, files && { files });
      await run(at);
    },
  });
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

claude(
  "what the model was given is not quoted again, until a compaction takes it away",
  async ({ ask, client, repo }) => {
    const quoted = async (goesOn: boolean) => quotedLines(offered(await ask(ENGLISH, { goesOn })));
    const first = await quoted(false);
    assert(first.length > 0);
    assertEquals((await quoted(true)).filter((line) => first.includes(line)), []);
    assertEquals((await client.ask(repo.path, "/compact", { goesOn: true })).code, 0);
    assertEquals(await quoted(true), first);
  },
);

claude(
  "an exploring subagent begins with what was found for its words, a paste is read without its tag, and what is more than the client takes arrives whole",
  async ({ ask, client }) => {
    const task = "Find the lines that do it.";
    const agents = ["Explore", "statusline-setup"].map((subagent_type) => ({
      name: "Agent",
      input: { description: "looks", prompt: `${task} (${subagent_type})`, subagent_type },
    }));
    const { model } = client;
    await ask(ENGLISH, {
      does: () => model.requests.length === 1 ? agents : `Answer ${model.requests.length}`,
    });
    const begun = agents.map(({ input }) =>
      model.requests.find(({ texts }) => texts.some(({ text }) => text === input.prompt))?.texts
        .map(({ text }) => text).join("\n")
    );
    assertMatch(
      begun[0] ?? "",
      /SubagentStart hook additional context: \[Auto Tools\] run_id [^]*lib\/view\.js/,
    );
    assert(begun[1] !== undefined && !begun[1].includes("run_id"), "one that does not explore gets nothing");

    const pasted =
      '<pasted_content id="abeb">\nError: Failed to lookup view "index" in views directory\n</pasted_content>';
    const read = offered(await ask(`${pasted}\nwhy does this happen?`));
    assertStringIncludes(read, "lib/application.js");
    assert(!read.includes("pasted_content"), read);

    const [wide = ""] = WIDE_PROMPTS;
    const turn = await ask(wide);
    const [context = ""] = client.contexts(wide);
    assertEquals(context, offered(turn));
    assert(context.length > 1000);
    assertFits(context, client);
  },
  WIDE_FILES,
);

Deno.test({
  name: "Codex: an untrusted hook is skipped, and doctor says so; a changed program keeps the trust",
  ignore: !E2E,
  async fn() {
    await using client = await codex();
    await using elsewhere = await makeFolder();
    await using at = await place(client, { trusts: false });
    const onTrust = async () => {
      const { stdout } = await runBinary(["doctor"], { cwd: at.repo.path, home: client.home });
      return /^(\w+) +Codex trust/m.exec(stdout)?.[1] ?? stdout;
    };
    await at.ask(ENGLISH);
    assertEquals([client.contexts(ENGLISH), await onTrust()], [[], "warning"]);
    await trust(client, at.repo);
    assertEquals(await onTrust(), "ok");
    const moved = `${elsewhere.path}/codex-auto`;
    await placeProgram(moved);
    const again = ["setup", "hook", "--codex"];
    assertEquals((await runProgram(moved, again, { cwd: at.repo.path, env: client.home.env })).code, 0);
    await at.ask(CHINESE);
    assertStringIncludes(client.contexts(CHINESE).join(), "lib/view.js");
  },
});
