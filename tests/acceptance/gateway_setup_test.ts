/** CONTRACT 2.5, 1.12: a client's servers go behind the gateway and back again, and nothing of them is lost or shown. */
import { setTimeout as delay } from "node:timers/promises";
import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { connect, gatewayTest as test, oddServer } from "./gateway_client.ts";
import { assertHas, binary, makeHome, makeRepo, runBinary, settingOf, textOf } from "./harness.ts";
import { TERMINAL, typed } from "./terminal.ts";
import { write as writeFile } from "../fixtures/tree.ts";

const SECRET = "k3y-of-the-tracker";

function claudeConfig(): string {
  const local = { "/p": { mcpServers: { local: { command: "local" } }, allowedTools: [] } };
  return JSON.stringify(
    {
      numStartups: 7,
      mcpServers: {
        odd: oddServer("fine", undefined, { env: { TRACKER_KEY: SECRET } }),
        events: { type: "ws", url: "https://example.test/sse" },
        linear: { type: "http", url: "https://mcp.example.test/mcp" },
      },
      projects: local,
    },
    null,
    2,
  );
}

function codexConfig(): string {
  const { command, args } = oddServer();
  return `model = "m" # the one

# my tracker
[mcp_servers.tracker]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}

[mcp_servers.tracker.env]
TRACKER_KEY = "${SECRET}"

[mcp_servers.off]
command = "x"
enabled = false

[tui]
theme = "dark"
`;
}

async function setting(clients: ("claude" | "codex")[] = ["claude", "codex"]) {
  const home = await makeHome();
  const at = settingOf(await makeRepo({}), home);
  const claude = `${home.path}/.claude.json`;
  const codex = `${home.path}/.codex/config.toml`;
  if (clients.includes("claude")) writeFile(claude, claudeConfig(), 0o600);
  if (clients.includes("codex")) writeFile(codex, codexConfig(), 0o600);
  return {
    ...at,
    claude,
    codex,
    /** Where what was moved is kept. */
    kept: `${home.path}/.config/auto-tools/gateway`,
    setup: (...args: string[]) => runBinary(["setup", ...args], at),
    /** What the clients read now. */
    texts: () => [textOf(claude), textOf(codex)],
    claudeServers: (): Record<string, unknown> => JSON.parse(Deno.readTextFileSync(claude)).mcpServers,
    list: (...args: string[]) => runBinary(["mcp", "--list", ...args], at),
  };
}

const ORIGINALS = [claudeConfig(), codexConfig()];

Deno.test("gateway setup: many at once lose nothing", async () => {
  await using at = await setting();
  const mixed = Array.from(
    { length: 4 },
    (_, turn) => at.setup("gateway", ...(turn % 2 === 1 ? ["--undo"] : [])),
  );
  assertEquals((await Promise.all(mixed)).map(({ code }) => code), mixed.map(() => 0));
  await at.setup("gateway", "--undo");
  assertEquals(at.texts(), ORIGINALS);
});

Deno.test("gateway setup: no client at all is said", async () => {
  await using at = await setting([]);
  const nobody = await at.setup("gateway");
  assertEquals(nobody.code, 20);
  assertStringIncludes(nobody.stderr, "name one: --claude, --codex");
  assertEquals((await at.setup("gateway", "--undo")).code, 0);
  writeFile(at.codex, `[mcp_servers.auto-tools]\ncommand = "codex-auto"\nargs = ["mcp"]\n`);
  const added = await at.setup("gateway", "--codex");
  assertStringIncludes(added.stdout, "codex exec refuses the gateway's tools without default_tools_");

  const named = await at.setup("gateway", "--claude");
  assertEquals(named.code, 0);
  assertEquals(Object.keys(at.claudeServers()), ["auto-tools"]);
  await at.setup("gateway", "--undo");
  assertEquals(textOf(at.claude), undefined);
});

Deno.test("gateway setup: the doctor starts each gateway that is set up, and says what is wrong with one", async () => {
  await using at = await setting();
  const gateways = async () => {
    const { stdout } = await runBinary(["doctor", "--format", "json"], at);
    const checks: Record<"name" | "status" | "detail", string>[] = JSON.parse(stdout).checks;
    return checks.filter(({ name }) => name.endsWith(" gateway"))
      .map(({ name, status, detail }) => `${name}: ${status}: ${detail}`);
  };
  await at.setup("gateway");
  const [claudeFine = "", codexFine = ""] = await gateways();
  assertMatch(claudeFine, /^Claude Code gateway: ok: /);
  assertMatch(codexFine, /^Codex gateway: ok: answers in \d+ ms: \d+ tools of \d+ MCP servers behind it/);

  writeFile(`${at.home.path}/.claude/settings.json`, "{");
  const [said = ""] = await gateways();
  assertMatch(said, /: failed: no call .*\/\.claude\/settings\.json:1: not valid JSON/);
  Deno.removeSync(`${at.home.path}/.claude/settings.json`);
  const claude = JSON.parse(Deno.readTextFileSync(at.claude));
  delete claude.mcpServers["auto-tools"];
  Deno.writeTextFileSync(at.claude, JSON.stringify(claude));
  const gone = '$1command = "/gone/codex-auto"';
  Deno.writeTextFileSync(at.codex, (textOf(at.codex) ?? "").replace(/(auto-tools\]\n)command = .*$/m, gone));
  const [claudeBroken = "", codexBroken = ""] = await gateways();
  assertMatch(claudeBroken, /: warning: 1 of your servers are in .* has no gateway in front of them/);
  assertMatch(codexBroken, /: failed: .*names \/gone\/codex-auto, which could not be started/);
});

if (TERMINAL) {
  test("gateway setup: the clients' own rules hold behind it as before, and go back with their servers", async () => {
    await using at = await setting([]);
    const settings = `${at.home.path}/.claude/settings.json`;
    const write = (path: string, text: string) => writeFile(path, text, 0o600);
    const rule = (tool: string) => `mcp__notes__${tool}`;
    const rules = (deny: string[]) =>
      `{ // mine
  "permissions": ${
        JSON.stringify({
          deny: ["Bash(rm *)", ...deny.map(rule)],
          ask: [rule("f*")],
          allow: [rule("text"), rule("log"), rule("fetch"), "mcp__*__secret"],
        })
      },
}
`;
    const before = JSON.stringify({ mcpServers: { notes: oddServer() } });
    const codexBefore = `[mcp_servers.odd]
command = "node"
args = ${JSON.stringify(oddServer().args)}
default_tools_approval_mode = "approve"
disabled_tools = ["act"]

[mcp_servers.odd.tools.sleep]
approval_mode = "prompt"
`;
    write(settings, rules(["run"]));
    write(at.claude, before);
    write(at.codex, codexBefore);
    const project = { allow: [rule("act")], deny: [rule("sleep")] };
    write(`${at.cwd}/.claude/settings.json`, JSON.stringify({ permissions: project }));

    assertHas((await at.setup("gateway", "--dry-run")).stdout, "notes  deny  notes/run");
    const { code, screen } = await typed(["setup", "gateway"], [], { cwd: at.cwd, env: at.home.env });
    assertEquals(code, 0, screen);
    assertHas(
      screen,
      "notes  ask  notes/f*",
      "notes  allow  notes/text, notes/log, notes/fetch",
      "notes  asked  mcp__*__secret is no rule that the gateway has",
      "allowed as they are now: notes/log, notes/text",
      "odd  ask  odd/sleep",
    );
    const CALLS: Record<string, [args: Record<string, unknown>, status: string]> = {
      "notes/text": [{ bytes: 1 }, "ok"],
      "notes/log": [{ line: "x" }, "ok"],
      "notes/run": [{ cmd: "x" }, "error"],
      "notes/fetch": [{}, "permission"],
      "notes/env": [{}, "permission"],
      "notes/act": [{}, "permission"],
      "notes/sleep": [{}, "error"],
      "notes/secret": [{}, "permission"],
      "odd/fetch": [{}, "ok"],
      "odd/sleep": [{}, "permission"],
      "odd/act": [{}, "error"],
    };
    const expected = Object.fromEntries(Object.entries(CALLS).map(([name, [, status]]) => [name, status]));
    const statuses = async () => {
      await using gateway = await connect(at.home, { cwd: at.cwd });
      const all: typeof expected = {};
      for (const [name, [args]] of Object.entries(CALLS)) {
        all[name] = (await gateway.batch([[name, args]])).results[0]?.status ?? "";
      }
      return all;
    };
    assertEquals(await statuses(), expected);
    // What the client's file says later holds as well.
    write(settings, rules(["run", "text"]));
    assertEquals(await statuses(), { ...expected, "notes/text": "error" });

    assertEquals((await at.setup("remove")).code, 0);
    assertEquals(at.texts(), [before, codexBefore]);
    assertEquals(textOf(settings), rules(["run", "text"]));
    assertEquals((await runBinary(["allow", "--list"], at)).stdout.match(/^always.*/gm), null);

    const alone = await at.setup("gateway", "--claude");
    assertHas(alone.stdout, "asked for though allowed: there is no terminal; run this again at a terminal");
    write(settings, '{\n  "permissions": {,\n}');
    const broken = await at.setup("gateway", "--claude");
    assertEquals([broken.code, broken.stderr.includes("settings.json:2: not valid JSON")], [20, true]);
  });
}

// Last: timers of the SDK may end in a test that comes after it.
test("gateway setup: a dry run says what would move and changes nothing, and so does a second run; moved servers run behind the one that stands in their place, and go back byte for byte with the hooks", async () => {
  await using at = await setting();
  const dry = await at.setup("gateway", "--dry-run");
  assertEquals([dry.code, dry.stderr], [0, ""]);
  assertEquals(at.texts(), ORIGINALS);
  assertNotMatch(dry.stdout, new RegExp(SECRET));
  const would = `without --dry-run:\n  wrote ${at.kept}`;
  const files = [`  kept ${at.kept}/claude/original.json`, `  changed ${at.codex}`];
  assertMatch(dry.stdout, /^ {2}odd +moves$/m);
  assertHas(dry.stdout, "what moves: the tools are SERVER/TOOL, called by run_tool_batch", ...files);
  assertStringIncludes(dry.stdout.replace(/^ {2}kept .*\n/gm, ""), would);

  await at.setup("hook");
  const moved = await at.setup("gateway");
  assertEquals([moved.code, moved.stderr], [0, ""]);
  assertNotMatch(moved.stdout, new RegExp(SECRET));
  const table = moved.stdout.replace(/ +/g, " ");
  assertHas(
    table,
    "odd moves",
    "tracker moves",
    "off stays it is switched off",
    "events stays servers of type ws are not supported; stdio, http and sse are",
    "linear stays it may need a login that only Claude Code has; codex-auto login linear lets it move, or, if it needs none, write it into auto-tools.yaml",
    "local stays it is for one project alone",
  );
  const texts = at.texts();
  assertEquals((await at.setup("gateway")).stdout.match(/already set up/g)?.length, 2);
  assertEquals(at.texts(), texts);
  const claude = JSON.parse(Deno.readTextFileSync(at.claude));
  assertEquals(Object.keys(claude.mcpServers), ["events", "linear", "auto-tools"]);
  const entry = claude.mcpServers["auto-tools"];
  assertEquals([entry.command, entry.args], [Deno.realPathSync(binary()), ["mcp"]]);
  assertEquals([claude.numStartups, claude.projects], [7, JSON.parse(claudeConfig()).projects]);
  assertMatch(
    Deno.readTextFileSync(at.codex),
    /# "codex-auto setup gateway --undo --codex" takes this out.*\n\[mcp_servers\.auto-tools\]/,
  );

  {
    // Moving a server says where it stands, not what of it may run.
    let asked = 0;
    await using gateway = await connect(at.home, {
      cwd: at.cwd,
      answer: async () => (asked++, await delay(600), { action: "accept", content: { answer: "always" } }),
    });
    const { results } = await gateway.batch([["odd/sleep", { ms: 1 }], ["tracker/sleep", { ms: 1 }]]);
    assertEquals(asked, 2);
    assertEquals(results.map(({ status }) => status), ["ok", "ok"]);
  }
  const { servers } = JSON.parse((await at.list("--format", "json")).stdout);
  const sources = Object.fromEntries(
    servers.map(({ serverName, source }: Record<string, string>) => [serverName, source]),
  );
  assertEquals([sources.odd, sources.tracker], [
    `${at.kept}/claude/servers.json`,
    `${at.kept}/codex/servers.toml`,
  ]);

  const undone = await at.setup("remove");
  assertEquals([undone.code, undone.stderr], [0, ""]);
  assertHas(undone.stdout, "moved back: odd", "moved back: tracker");
  assertNotMatch(undone.stdout, new RegExp(SECRET));
  assertEquals(at.texts(), ORIGINALS);
});
