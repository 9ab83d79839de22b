/** The whole circle with the real clients: their own commands add servers, we move them and back, their own commands see it. */
import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { realServer } from "../acceptance/gateway_client.ts";
import {
  type Home,
  makeFolder,
  makeHome,
  runBinary,
  runProgram,
  type RunResult,
} from "../acceptance/harness.ts";
import { claudeCode, E2E, nodeProgram } from "./clients.ts";
import { codexHome } from "./codex_home.ts";
import { mockOpenai } from "./mock_openai.ts";

/** ms for a command of a client: it starts its servers, on a busy machine. */
const CLIENT_MS = 90_000;

function e2e(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !E2E, fn });
}

/** Runs a command that has to succeed; all that it said. */
async function said(result: Promise<RunResult>): Promise<string> {
  const { code, stdout, stderr } = await result;
  assertEquals(code, 0, stdout + stderr);
  return stdout;
}

function setup(home: Home, cwd: string, ...args: string[]): Promise<string> {
  return said(runBinary(["setup", ...args], { home, cwd }));
}

e2e(
  "Claude Code: servers of claude mcp add go behind the gateway and back; claude mcp list sees each of them work",
  async () => {
    await using home = await makeHome();
    await using folder = await makeFolder();
    const program = await claudeCode();
    const claude = (...args: string[]) =>
      said(runProgram(program, ["mcp", ...args], {
        cwd: folder.path,
        timeoutMs: CLIENT_MS,
        env: {
          ...home.env,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
          DISABLE_TELEMETRY: "1",
          DISABLE_AUTOUPDATER: "1",
        },
      }));
    const file = `${home.path}/.claude.json`;
    const servers = () => JSON.parse(Deno.readTextFileSync(file)).mcpServers;
    const node = await nodeProgram();
    const memory = await realServer("memory");
    await claude(
      "add",
      "--scope",
      "user",
      "memory",
      "-e",
      `MEMORY_FILE_PATH=${home.path}/graph.jsonl`,
      "--",
      node,
      memory,
    );
    await claude("add", "--scope", "user", "--transport", "sse", "events", "http://127.0.0.1:9/sse");
    await claude("add", "--scope", "local", "mine", "--", "/bin/true");
    const before = servers();
    assertMatch(await claude("list"), /memory: .*✔ Connected/);

    await setup(home, folder.path, "gateway", "--claude");
    const list = await claude("list");
    assertMatch(list, /auto-tools: .* mcp - ✔ Connected/);
    assertNotMatch(list, /memory:/);
    for (const left of ["events:", "mine:"]) assertStringIncludes(list, left);
    assertStringIncludes(
      await said(runBinary(["mcp", "--list"], { home, cwd: folder.path, timeoutMs: CLIENT_MS })),
      "ok      memory  9 tools",
    );

    await claude("add", "--scope", "user", "later", "--", node, memory);
    await setup(home, folder.path, "gateway", "--undo", "--claude");
    const { later, ...rest } = servers();
    assertEquals(rest, before);
    assertEquals(later.command, node);
    assertMatch(await claude("list"), /memory: .*✔ Connected/);
  },
);

e2e(
  "Codex: servers of codex mcp add go behind the gateway and back, though Codex writes its file anew in between",
  async () => {
    await using model = mockOpenai();
    await using codex = await codexHome(model);
    await using folder = await makeFolder();
    const { home } = codex;
    const cli = (...args: string[]) =>
      said(
        runProgram(`${home.bin}/codex`, ["mcp", ...args], {
          cwd: folder.path,
          timeoutMs: CLIENT_MS,
          env: home.env,
        }),
      );
    const servers = async () => JSON.parse(await cli("list", "--json"));
    await cli(
      "add",
      "memory",
      "--env",
      `MEMORY_FILE_PATH=${home.path}/graph.jsonl`,
      "--",
      await nodeProgram(),
      await realServer("memory"),
    );
    await cli("add", "tracker", "--url", "http://127.0.0.1:9/mcp", "--bearer-token-env-var", "TRACKER_TOKEN");
    const before = await servers();
    const text = Deno.readTextFileSync(`${home.path}/.codex/config.toml`);

    await setup(home, folder.path, "gateway", "--codex");
    const moved = await servers();
    assertEquals(moved.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]), [[
      "auto-tools",
      true,
    ]]);
    await setup(home, folder.path, "gateway", "--undo", "--codex");
    assertEquals(Deno.readTextFileSync(`${home.path}/.codex/config.toml`), text);

    await setup(home, folder.path, "gateway", "--codex");
    await cli("add", "later", "--", "/bin/true");
    await setup(home, folder.path, "gateway", "--undo", "--codex");
    const after = await servers();
    assertEquals(after.filter(({ name }: { name: string }) => name !== "later"), before);
    assertEquals(after.length, before.length + 1);
  },
);

e2e(
  "Codex: the gateway it starts finds the moved servers where the user's variables point, and they the variables they need",
  async () => {
    const seen: string[] = [];
    await using model = mockOpenai(({ body }) => {
      const text = JSON.stringify(body);
      seen.push(text);
      // Codex does not wait for a server to start.
      const here = text.includes("mcp__auto_tools");
      return Promise.resolve(
        here || seen.length > 20 ? "done" : [{ name: "exec_command", input: { cmd: "sleep 1" } }],
      );
    });
    await using codex = await codexHome(model);
    await using folder = await makeFolder();
    const { home } = codex;
    const given = `${home.path}/given`;
    const script =
      `printf '%s' "$TRACKER_TOKEN" > "${given}"; exec "${await nodeProgram()}" "${await realServer(
        "memory",
      )}"`;
    home.env["XDG_CONFIG_HOME"] = `${home.path}/elsewhere`;
    home.env["TRACKER_TOKEN"] = "the-token";
    const file = `${home.path}/.codex/config.toml`;
    Deno.writeTextFileSync(
      file,
      `${Deno.readTextFileSync(file)}\n[mcp_servers.tracker]\ncommand = "/bin/sh"\nargs = ["-c", ${
        JSON.stringify(script)
      }]\nenv_vars = ["TRACKER_TOKEN"]\n`,
    );

    await setup(home, folder.path, "gateway", "--codex");
    const { code, stderr } = await runProgram(`${home.bin}/codex`, ["exec", "--skip-git-repo-check", "-"], {
      cwd: folder.path,
      env: { ...home.env, MOCK_API_KEY: "not-a-key" },
      stdin: "go on",
      timeoutMs: CLIENT_MS,
    });

    assertEquals(code, 0, stderr);
    const lead = /mcp__auto_tools: ([^:]*)/.exec(seen.at(-1) ?? "")?.[1];
    assertEquals(lead, "9 tools of 1 MCP server (tracker)");
    assertEquals(Deno.readTextFileSync(given), "the-token");
  },
);
