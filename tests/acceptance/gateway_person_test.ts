/** CONTRACT 2.3: a model's own shell cannot give the user's word, whatever it calls itself and whatever it takes out of its environment. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { allows, gatewaySetting, gatewayTest } from "./gateway_client.ts";
import { assertHas, binary, runBinary, runProgram, type Setting, setting, textOf } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";

/** `codex-auto …` at a terminal of its own, which says yes to whatever is asked; what is shown goes to `screen`. */
function atTerminal(words: string): string {
  return `echo y | script -qec '${binary()} ${words}' screen >/dev/null`;
}

/** What a program of that name gets to see when it runs the command with an empty environment. */
async function shown(name: string, command: string, { cwd, home }: Setting): Promise<string> {
  const client = `${cwd}/${name}`;
  Deno.writeTextFileSync(client, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  const env = ["-i", `HOME=${home.path}`, `PATH=${Deno.env.get("PATH")}`];
  await runProgram("/usr/bin/env", [...env, client], { cwd });
  return textOf(`${cwd}/screen`) ?? "";
}

function test(name: string, fn: () => Promise<void>): void {
  if (TERMINAL) gatewayTest(name, fn);
}

const ASKS = { permissions: {} };

test("a person allows what only reads of a server before anything has asked for it; what a client starts cannot allow a tool, at a terminal or without one, behind a gateway of ours neither", async () => {
  await using at = await gatewaySetting({ odd: "fine" }, ASKS);
  const early = await typed(["allow", "odd"], [], { cwd: at.cwd, env: at.home.env });
  assertStringIncludes(
    early.screen,
    "Nothing waits for odd, or is known to allow ahead: codex-auto mcp --list",
  );
  await using gateway = await at.connect();
  const person = await allows(at, ["odd"]);
  assertEquals(person.code, 0, person.screen);
  assertMatch(person.screen, /Allow these \d+ tools of odd\/\* always/);
  const { results } = await gateway.batch([["odd/text", { bytes: 1 }], ["odd/fetch"]]);
  assertEquals(results.map(({ status }) => status), ["ok", "permission"]);

  const act = async () => (await gateway.batch([["odd/act", { line: "x" }]])).results[0]?.status;
  assertEquals(await act(), "permission");
  const only = "Only a person can allow a tool, at a terminal of their own (";
  const allow = atTerminal("allow odd/act --always");
  assertStringIncludes(await shown("claude", allow, at), only);
  const behind = `ln -sf /bin/sh codex-auto; ./codex-auto -c "${allow.replaceAll('"', '\\"')}"; true`;
  assertStringIncludes(await shown("agent", behind, at), only);
  const piped = await runBinary(["allow", "odd/act", "--always"], { ...at, stdin: "y\n" });
  assertEquals(piped.code, 2);
  assertStringIncludes(piped.stderr, `${only}there is no terminal)`);
  const env = { ...at.home.env, CLAUDECODE: "1" };
  const agent = await typed(["allow", "odd/act"], [], { cwd: at.cwd, env });
  assertEquals(agent.code, 2);
  assertStringIncludes(agent.screen, "CLAUDECODE is set");
  assertEquals(await act(), "permission");
  const { tools } = await gateway.client.listTools();
  assert(tools.every(({ name }) => !/allow|approve|permission/.test(name)));

  // What would not let it run is not approved: a rule denies the one, and asks for each of the others.
  at.configure({ odd: "fine" }, { permissions: { ask: ["odd/*"], deny: ["odd/env"] } });
  for (const words of [["odd/env", "--always"], ["odd"]]) {
    const { code, screen } = await typed(["allow", ...words], [], { cwd: at.cwd, env: at.home.env });
    assertEquals([code, screen.includes("[y/N]")], [2, false], screen);
  }
});

test("a person at a terminal trusts a file, with --yes unasked; a script without one, or what a client starts, does not", async () => {
  await using at = await setting({ ".mcp.json": '{"mcpServers":{"x":{"command":"true"}}}' });
  for (
    const [name = "", words = ""] of [["codex", "trust .mcp.json"], ["claude.js", "trust .mcp.json --yes"]]
  ) {
    assertMatch(
      await shown(name, atTerminal(words), at),
      /Only a person can trust a file.*it was started by (?:codex|claude) \(process \d+\)/,
    );
  }
  const words = ["trust", ".mcp.json", "--yes"];
  const piped = await runBinary(words, at);
  assertEquals([piped.code, piped.stdout], [2, ""]);
  const { code, screen } = await typed(words, [], { cwd: at.cwd, env: at.home.env });
  assertEquals(code, 0, screen);
});

test("the arguments of a call with a secret are shown whole at the user's terminal, and kept nowhere", async () => {
  await using at = await gatewaySetting({ odd: "fine" }, ASKS);
  const secret = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const cmd = `curl -H 'X-Key: ghp_${secret}' example.org`;
  const terminal = { cwd: at.cwd, env: at.home.env };
  {
    await using gateway = await at.connect();
    const run = async () => (await gateway.batch([["odd/run", { cmd }]])).results[0]?.status;
    assertEquals(await run(), "permission");
    const waiting = (await typed(["allow", "--list"], [], terminal)).screen;
    assertEquals(waiting.includes(secret), false);
    const id = /waits {4}(\w{8})/.exec(waiting)?.[1] ?? "";
    assertStringIncludes(
      (await typed(["allow", "--show", id], [], terminal)).screen,
      JSON.stringify({ cmd }),
    );
    const kept = await runProgram("grep", ["-r", secret.slice(0, 8), at.home.path], { cwd: at.cwd });
    assertEquals(kept.stdout, "");
    const { code, screen } = await allows(at, ["odd/run"]);
    assertEquals(code, 0, screen);
    assertStringIncludes(screen, JSON.stringify({ cmd }));
    assertEquals([await run(), await run()], ["ok", "permission"]);
  }
  const gone = await typed(["allow", "odd/run"], [], terminal);
  assertEquals(gone.code, 2);
  assertHas(gone.screen, "no gateway runs any more that holds them");
});
