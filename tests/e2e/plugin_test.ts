/** The plugin in the real Claude Code: installed from this folder's marketplace, beside what `setup hook` installs, and taken out again. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { build, payloadOf } from "../acceptance/context_runs.ts";
import { makeFolder, placeProgram, runProgram } from "../acceptance/harness.ts";
import { PROJECT_ROOT } from "../toolchain/bare_machine.ts";
import { claudeCode, type Client, codex, E2E } from "./clients.ts";
import { foreignRepo } from "./npm.ts";

/** Our program on a client's PATH, with an index of the repository, and a way to run programs there that must end well. */
async function placed({ home }: Client, cwd: string) {
  const program = `${home.bin}/codex-auto`;
  await placeProgram(program);
  await build({ cwd, home });
  const run = async (command: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runProgram(command, args, { cwd, env: home.env });
    assertEquals(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  return { program, run };
}

Deno.test("the plugin is switched on again, and without the program the person is told", async () => {
  await using folder = await makeFolder();
  const script = async (name: string, ...args: string[]) => {
    const env = { PATH: "/usr/bin:/bin", HOME: folder.path };
    const { code, stdout } = await runProgram(
      "/bin/sh",
      [`${PROJECT_ROOT}plugin/hooks/${name}.sh`, ...args],
      { cwd: folder.path, env: { ...env, CLAUDE_PLUGIN_DATA: folder.path } },
    );
    assertEquals(code, 0);
    return stdout;
  };
  const said = [
    await script("switch", folder.path),
    await script("prompt"),
    await script("switch", folder.path),
  ];
  assertMatch(said.join(), /^auto-tools is off, .*\n,,auto-tools is on again/);
  assertStringIncludes(JSON.parse(await script("prompt")).systemMessage, "npm install -g codex-auto");
});

Deno.test(
  "Claude Code: the plugin gives a prompt its context once, beside setup's hook too, can be switched off, and goes again",
  { ignore: !E2E },
  async () => {
    await using client = await claudeCode();
    const { home } = client;
    await using repo = await foreignRepo();
    const { program, run } = await placed(client, repo.path);
    const plugin = (...args: string[]) => run(client.program, "plugin", ...args);
    let asked = 0;
    /** The contexts that a prompt of its own got. */
    const given = async () => {
      const prompt = `where is the view engine looked up? (${++asked})`;
      const { code, stderr } = await client.ask(repo.path, prompt);
      assertEquals(code, 0, stderr);
      return client.contexts(prompt);
    };

    assertStringIncludes(await plugin("validate", `${PROJECT_ROOT}plugin`), "Validation passed");
    await plugin("marketplace", "add", PROJECT_ROOT);
    await plugin("install", "auto-tools@auto-tools");
    const [context = "", ...more] = await given();
    assertStringIncludes(context, "lib/view.js");
    assertEquals(more, []);

    // What the client would start, in less time than the client takes.
    const hook = async (data: string) => {
      const env = { ...home.env, CLAUDE_PLUGIN_DATA: data };
      const stdin = payloadOf(repo.path, { prompt: "where is the view engine looked up?" });
      const args = [`${PROJECT_ROOT}plugin/hooks/prompt.sh`];
      return (await runProgram("/bin/sh", args, { cwd: repo.path, env, stdin })).stdout;
    };
    assertStringIncludes(await hook(""), "lib/view.js");
    await run(program, "setup", "hook", "--claude");
    assertEquals(await hook(""), "", "the plugin is silent beside setup's hook");
    await run(program, "setup", "remove", "--claude");

    await client.ask(repo.path, "/auto-tools:status");
    const said = client.model.requests.flatMap(({ texts }) => texts.map(({ text }) => text)).join("\n");
    assertStringIncludes(said, "Above is the state of codex-auto");
    assert(/files/.test(said.slice(said.indexOf("<command-name>/auto-tools:status"))), said.slice(-2000));
    await client.ask(repo.path, "/auto-tools:off");
    assertEquals(await given(), [], "it is off");
    await plugin("uninstall", "auto-tools@auto-tools");
    await plugin("marketplace", "remove", "auto-tools");
    assertEquals(Deno.readTextFileSync(`${home.path}/.claude/settings.json`).includes("auto-tools"), false);
  },
);

Deno.test(
  "Codex: the same plugin gives a prompt its context once it is trusted, once beside setup's hook too, and goes again",
  { ignore: !E2E },
  async () => {
    await using client = await codex();
    const { home } = client;
    await using repo = await foreignRepo();
    const { program, run } = await placed(client, repo.path);
    const plugin = (...args: string[]) => run(client.program, "plugin", "--enable", "plugins", ...args);
    const prompt = "where is the view engine looked up?";
    const given = async (...trust: string[]) => {
      const { code, stderr } = await client.ask(repo.path, prompt, {
        args: ["--enable", "plugins", ...trust],
      });
      assertEquals(code, 0, stderr);
      return client.contexts(prompt).filter((text) => text.includes("lib/view.js"));
    };
    const TRUSTED = "--dangerously-bypass-hook-trust";

    await plugin("marketplace", "add", PROJECT_ROOT);
    await plugin("add", "auto-tools@auto-tools");
    assertEquals((await given()).length, 0, "nobody has trusted it");
    assertEquals((await given(TRUSTED)).length, 1);
    await run(program, "setup", "hook", "--codex");
    assertEquals((await given(TRUSTED)).length, 1, "the plugin is silent beside setup's hook");
    await run(program, "setup", "remove", "--codex");
    await plugin("remove", "auto-tools@auto-tools");
    await plugin("marketplace", "remove", "auto-tools");
    assertEquals((await given(TRUSTED)).length, 0);
    assertEquals(Deno.readTextFileSync(`${home.path}/.codex/config.toml`).includes("auto-tools"), false);
  },
);
