import { assertEquals, assertStringIncludes } from "@std/assert";
import { locations } from "../../../lib/settings/locations.ts";
import { allServers } from "../../../lib/settings/mcp_servers/all_servers.ts";
import { trust } from "../../../lib/settings/trust.ts";
import { write } from "../../fixtures/tree.ts";
import { stillWorld } from "../../still_world.ts";
import { inTemporaryFolder } from "../../temporary_folder.ts";

/** A home and a repository with these files; `home/…` and `repo/…`. */
async function read(
  files: Record<string, string>,
  options: { own?: Record<string, object>; env?: Record<string, string>; trusted?: boolean } = {},
) {
  return await inTemporaryFolder(async (folder) => {
    for (const [file, text] of Object.entries(files)) {
      write(`${folder}/${file}`, text.replaceAll("{repo}", `${folder}/repo`));
    }
    const world = stillWorld({ HOME: `${folder}/home`, ...options.env });
    const places = locations(world);
    const root = `${folder}/repo`;
    if (options.trusted) await trust(files["repo/.mcp.json"] ?? "", `${root}/.mcp.json`, places, new Date(0));
    const { servers, problems, rules } = await allServers(
      { root, cwd: root, locations: places, own: options.own ?? {} },
      world,
    );
    return { servers, rules, problems: problems.map((line) => line.replaceAll(folder, "")) };
  });
}

const names = ({ servers }: { servers: { name: string }[] }) => servers.map(({ name }) => name);
const CLAUDE = JSON.stringify({
  mcpServers: {
    shared: { command: "claude-shared" },
    web: { type: "http", url: "https://example.test/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
  },
  projects: {
    "{repo}": {
      mcpServers: { local: { command: "${TOOL:-node}", args: ["${TOKEN}"], env: { A: "1" }, timeout: 9000 } },
      disabledMcpServers: ["shared"],
    },
    "/elsewhere": { mcpServers: { foreign: { command: "no" } } },
  },
});
const CODEX = `
[mcp_servers.shared]
command = "codex-shared"
args = ["-y"]
env = { B = "2" }
env_vars = ["TOKEN"]
startup_timeout_sec = 20
tool_timeout_sec = 90
enabled_tools = ["a"]
disabled_tools = ["b"]
[mcp_servers.off]
command = "off"
enabled = false
[mcp_servers.remote]
url = "https://example.test/codex"
bearer_token_env_var = "TOKEN"
`;

Deno.test("servers of the user's own file, Claude Code and Codex are read, the first of a name counts", async () => {
  const env = { TOKEN: "t" };
  const found = await read({ "home/.claude.json": CLAUDE, "home/.codex/config.toml": CODEX }, {
    env,
    own: {
      docs: { command: "docs", args: [], env: {}, startup_timeout_sec: 5 },
      web: { url: "http://own.test/" },
    },
  });
  assertEquals(found.problems, []);
  assertEquals(names(found), ["docs", "web", "local", "shared", "remote"]);
  const byName = Object.fromEntries(found.servers.map((server) => [server.name, server]));
  assertEquals(byName["web"]?.target, { url: "http://own.test/", headers: {} });
  assertEquals(byName["local"]?.target, { command: "node", args: ["t"], env: { A: "1" }, inheritsAll: true });
  assertEquals(byName["local"]?.callMs, 9000);
  const { source: _, ...shared } = byName["shared"] ?? { source: "" };
  assertEquals(shared, {
    name: "shared",
    target: { command: "codex-shared", args: ["-y"], env: { TOKEN: "t", B: "2" } },
    startupMs: 20_000,
    callMs: 90_000,
    enabledTools: ["a"],
    disabledTools: ["b"],
  });
  assertEquals(byName["remote"]?.target, {
    url: "https://example.test/codex",
    headers: { Authorization: "Bearer t" },
  });
});

Deno.test("once a client's servers were moved, what it has left stays with it, and what the user switched off stays off", async () => {
  const mcpServers = { shared: { command: "moved-shared" }, memory: { command: "moved" } };
  const files = {
    "home/.claude.json": CLAUDE,
    "home/.codex/config.toml": CODEX,
    "home/.config/auto-tools/gateway/claude/servers.json": JSON.stringify({ mcpServers }),
  };
  const claudeMoved = await read(files, { env: { TOKEN: "t" } });
  assertEquals(claudeMoved.problems, []);
  // Of Claude Code those that were moved, of Codex still all that it has.
  assertEquals(names(claudeMoved), ["memory", "shared", "remote"]);
  assertEquals(Reflect.get(claudeMoved.servers[1]?.target ?? {}, "command"), "codex-shared");
  const codexMoved = await read({
    "home/.claude.json": CLAUDE.replace("{repo}", "/elsewhere"),
    "home/.config/auto-tools/gateway/codex/servers.toml": '[mcp_servers.shared]\ncommand = "later"\n',
  }, { env: { TOKEN: "t" } });
  assertEquals(Reflect.get(codexMoved.servers[0]?.target ?? {}, "command"), "claude-shared");
  const bothMoved = await read({
    ...files,
    "home/.config/auto-tools/gateway/codex/servers.toml":
      `# mine\n[mcp_servers.git]\ncommand = "git"\n[mcp_servers.memory]\ncommand = "later"\n`,
  }, { env: { TOKEN: "t" } });
  assertEquals(names(bothMoved), ["memory", "git"]);
  assertEquals(Reflect.get(bothMoved.servers[0]?.target ?? {}, "command"), "moved");
});

Deno.test("a server is switched off, and its tools are denied, by the name that Claude Code gives it; ours is of any script, and none takes another's place", async () => {
  const found = await read({
    "home/.claude.json": JSON.stringify({
      mcpServers: Object.fromEntries(
        ["two words", "_srv", "s one", "s-one", "s:one", "数据库", "🙂", "!", "cafe\u0301", "a\u3164b"]
          .map((name) => [name, { command: "a" }]),
      ),
      projects: { "{repo}": { disabledMcpServers: ["two words"] } },
    }),
    "home/.claude/settings.json": JSON.stringify({
      permissions: { deny: ["mcp___srv__a", "mcp__s_one__b"], ask: ["mcp__s-one__c"] },
    }),
  });
  const ours = ["srv", "s-one-2", "s-one", "s-one-3", "数据库", "server", "server-2", "caf\u00e9", "a-b"];
  assertEquals(names(found), ours);
  const deny = ["srv/a", "s-one-2/b", "s-one-3/b"];
  assertEquals(found.rules, { deny, ask: ["s-one/c"], unread: [] });
});

Deno.test("Claude Code's lists of denied and allowed servers hold for its own servers and for those moved, and for nobody else's", async () => {
  const servers = JSON.stringify({ mcpServers: { "two words": { command: "a" }, one: { command: "b" } } });
  const settings = (value: object) => ({
    "home/.claude/settings.json": `// mine\n${JSON.stringify(value)}`,
    "home/.codex/config.toml": '[mcp_servers."two words"]\ncommand = "codex"\n',
  });
  for (const file of ["home/.claude.json", "home/.config/auto-tools/gateway/claude/servers.json"]) {
    const denied = await read({
      [file]: servers,
      ...settings({ deniedMcpServers: [{ serverName: "two words" }] }),
    });
    assertEquals(names(denied), ["one", "two-words"]);
    assertEquals(Reflect.get(denied.servers[1]?.target ?? {}, "command"), "codex");
    const allowed = await read({ [file]: servers, ...settings({ allowedMcpServers: [] }) });
    assertEquals(allowed.servers.map(({ source }) => source.endsWith("config.toml")), [true]);
  }
  const broken = await read({ "home/.claude.json": servers, "home/.claude/settings.json": "{" });
  assertEquals(names(broken), ["two-words", "one"]);
  assertStringIncludes(broken.problems.join(), "/home/.claude/settings.json:1: not valid JSON");
});

Deno.test("a bad entry is a problem with its file and name, and hurts no other", async () => {
  const found = await read({
    "home/.claude.json": JSON.stringify({
      mcpServers: {
        bad: { command: 7 },
        events: { type: "ws", url: "https://x.test" },
        unset: { command: "x", args: ["${NO_SUCH}"] },
        "my server!": { command: "fine" },
      },
    }),
    "home/.codex/config.toml": "[mcp_servers\n",
  }, { own: { asks: { command: "x", tools: { a: { approval_mode: "promt" } } } } });
  assertEquals(names(found), ["my-server-"]);
  const mode = "tools.a.approval_mode must be one of auto, prompt, approve, writes";
  assertEquals(found.problems, [
    `/home/.config/auto-tools/auto-tools.yaml: MCP server asks: ${mode}`,
    "/home/.claude.json: MCP server bad: command must be text, in quotes where it looks like something else",
    "/home/.claude.json: MCP server events: servers of type ws are not supported; stdio, http and sse are",
    "/home/.claude.json: MCP server unset: the environment has no NO_SUCH",
    "/home/.codex/config.toml:1: not valid TOML (illegal character in key)",
  ]);
});

Deno.test("moved servers that cannot be read are told by the file that has them, its line, and what mends it", async () => {
  const folder = "home/.config/auto-tools/gateway";
  const found = await read({
    "home/.claude.json": CLAUDE,
    [`${folder}/claude/servers.json`]: '{\n  "mcpServers": {\n    "a": 1,,\n  }\n}',
    [`${folder}/codex/original.toml`]: "",
    "repo/.mcp.json": '{\n  "mcpServers": {',
  }, { trusted: true });
  assertEquals(found.problems, [
    "/home/.config/auto-tools/gateway/claude/servers.json:3: not valid JSON",
    "/home/.config/auto-tools/gateway/codex/servers.toml: missing; codex-auto setup gateway --codex writes it again",
    "/repo/.mcp.json:2: not valid JSON",
  ]);
});

Deno.test("a project's servers count only once exactly their file is trusted", async () => {
  const files = { "repo/.mcp.json": JSON.stringify({ mcpServers: { evil: { command: "rm" } } }) };
  const before = await read(files);
  assertEquals(names(before), []);
  assertStringIncludes(before.problems.join(), "is ignored until you have run: codex-auto trust .mcp.json");
  assertEquals(names(await read(files, { trusted: true })), ["evil"]);
});
