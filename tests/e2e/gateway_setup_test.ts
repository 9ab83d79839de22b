/** The whole circle with the real clients: their own commands add servers, we move them and back, their own commands see it. */
import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { oddServer } from "../acceptance/gateway_client.ts";
import { makeFolder, runBinary, runProgram, type RunResult } from "../acceptance/harness.ts";
import { claudeCode, type Client, type Codex, codex, E2E, NAMESPACE, tomlTable } from "./clients.ts";
import { nodeProgram } from "./npm.ts";

/** ms for a command of a client: it starts its servers, on a busy machine. */
const CLIENT_MS = 90_000;

interface Place<Who extends Client> {
  client: Who;
  cwd: string;
  /** The client's own `mcp` command; words are split at spaces. */
  mcp(words: string, ...more: string[]): Promise<string>;
  setup(...args: string[]): Promise<string>;
  /** Command and arguments of a server. */
  odd: string[];
}

/** Runs a command that has to succeed; all that it said. */
async function said(result: Promise<RunResult>): Promise<string> {
  const { code, stdout, stderr } = await result;
  assertEquals(code, 0, stdout + stderr);
  return stdout;
}

function e2e<Who extends Client>(
  name: string,
  start: () => Promise<Who>,
  run: (place: Place<Who>) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: !E2E,
    async fn() {
      await using client = await start();
      await using folder = await makeFolder();
      const [cwd, { home, program }] = [folder.path, client];
      const options = { cwd, env: home.env, timeoutMs: CLIENT_MS };
      await run({
        client,
        cwd,
        odd: [await nodeProgram(), ...oddServer().args],
        mcp: (words, ...more) => said(runProgram(program, ["mcp", ...words.split(" "), ...more], options)),
        setup: (...args) => said(runBinary(["setup", "gateway", ...args], { home, cwd })),
      });
    },
  });
}

e2e(
  "Claude Code: servers of claude mcp add go behind the gateway and back; claude mcp list sees each of them work",
  claudeCode,
  async ({ client: { home }, cwd, mcp, setup, odd }) => {
    const servers = () => JSON.parse(Deno.readTextFileSync(`${home.path}/.claude.json`)).mcpServers;
    await mcp("add --scope user odd -e KEY=k --", ...odd);
    await mcp("add --scope user --transport sse events http://127.0.0.1:9/sse");
    const before = servers();

    await setup("--claude");
    const list = await mcp("list");
    assertMatch(list, /auto-tools: .* mcp - ✔ Connected/);
    assertNotMatch(list, /odd:|events:/);
    assertStringIncludes(
      await said(runBinary(["mcp", "--list"], { home, cwd, timeoutMs: CLIENT_MS })),
      "ok      odd  19 tools",
    );

    await mcp("add --scope user later --", ...odd);
    await setup("--undo", "--claude");
    const { later, ...rest } = servers();
    assertEquals(rest, before);
    assertEquals(later.command, odd[0]);
    assertMatch(await mcp("list"), /odd: .*✔ Connected/);
  },
);

e2e<Codex>(
  "Codex: servers of codex mcp add go behind the gateway and back, though Codex writes its file anew in between",
  codex,
  async ({ client: { home }, mcp, setup, odd }) => {
    const servers = async (): Promise<{ name: string; enabled: boolean }[]> =>
      JSON.parse(await mcp("list --json"));
    const config = () => Deno.readTextFileSync(`${home.path}/.codex/config.toml`);
    await mcp("add odd --env KEY=k --", ...odd);
    await mcp("add tracker --url http://127.0.0.1:9/mcp --bearer-token-env-var TRACKER_TOKEN");
    const [before, text] = [await servers(), config()];

    await setup("--codex");
    assertEquals((await servers()).map(({ name, enabled }) => [name, enabled]), [["auto-tools", true]]);
    await setup("--undo", "--codex");
    assertEquals(config(), text);

    await setup("--codex");
    await mcp("add later -- /bin/true");
    await setup("--undo", "--codex");
    const after = await servers();
    assertEquals(after.filter(({ name }) => name !== "later"), before);
    assertEquals(after.length, before.length + 1);
  },
);

e2e<Codex>(
  "Codex: the gateway it starts finds the moved servers where the user's variables point, and they the variables they need",
  codex,
  async ({ client, cwd, setup, odd }) => {
    const { home } = client;
    const given = `${home.path}/given`;
    home.env["XDG_CONFIG_HOME"] = `${home.path}/elsewhere`;
    home.env["TRACKER_TOKEN"] = "the-token";
    const script = `printf '%s' "$TRACKER_TOKEN" > "${given}"; exec ${odd.join(" ")}`;
    const entry = { command: "/bin/sh", args: ["-c", script], env_vars: ["TRACKER_TOKEN"] };
    client.configure(tomlTable("mcp_servers.tracker", entry));
    await setup("--codex");
    let [seen, asked] = ["", 0];
    const { code, stderr } = await client.ask(cwd, "go on", {
      does({ body }) {
        seen = JSON.stringify(body);
        // Codex does not wait for a server to start.
        return seen.includes(NAMESPACE) || ++asked > 20 ? "done" : [client.shell("sleep 1")];
      },
    });
    assertEquals(code, 0, stderr);
    assertEquals(new RegExp(`${NAMESPACE}: ([^:]*)`).exec(seen)?.[1], "19 tools of 1 MCP server (tracker)");
    assertEquals(Deno.readTextFileSync(given), "the-token");
  },
);
