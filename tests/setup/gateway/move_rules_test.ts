import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { gatewayConfiguration } from "../../../lib/cli/mcp_gateway.ts";
import { clientGateway } from "../../../lib/setup/gateway/client_gateway.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import type { Client } from "../../../lib/settings/mcp_servers/client_places.ts";
import { write } from "../../fixtures/tree.ts";
import { stillWorld } from "../../still_world.ts";
import { inTemporaryFolder } from "../../temporary_folder.ts";

/** Why each of the servers stays, with these files in the home folder. */
async function reasons(
  client: Client,
  entries: Record<string, unknown>,
  files: Record<string, unknown> = {},
): Promise<Record<string, string>> {
  return await inTemporaryFolder(async (home) => {
    for (const [path, value] of Object.entries(files)) {
      write(`${home}/${path}`, typeof value === "string" ? value : JSON.stringify(value));
    }
    const world = stillWorld({ HOME: home });
    const { servers } = await gatewayConfiguration(home, world);
    const judge = clientGateway(client, "/opt/codex-auto", world, servers).judge();
    const why = (name: string, entry: unknown) => judge({ name, entry }).why.replaceAll(home, "~");
    return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, why(name, entry)]));
  });
}

/** Each server, and what is said of why it stays; undefined where it goes. */
type Expected = Record<string, [entry: unknown, why?: RegExp]>;

async function assertReasons(client: Client, servers: Expected, files: Record<string, unknown> = {}) {
  const entries = Object.fromEntries(Object.entries(servers).map(([name, [entry]]) => [name, entry]));
  const found = await reasons(client, entries, files);
  for (const [name, [, why]] of Object.entries(servers)) {
    if (why === undefined) assertEquals(found[name], "", name);
    else assertMatch(found[name] ?? "", why, name);
  }
}

const REMOTE = { type: "http", url: "https://example.test/mcp" };

const KEYED = { ...REMOTE, headers: { a: "b" } };

Deno.test("claude: programs, and addresses with credentials of their own, go; what only the client can do stays, with the reason", () =>
  assertReasons("claude", {
    plain: [{ command: "npx", args: ["-y", "x"], env: { TOKEN: "${UNSET}" } }],
    absolute: [{ type: "stdio", command: "/opt/x", args: ["/srv"], timeout: 1000, alwaysLoad: true }],
    keyed: [{ ...REMOTE, headers: { Authorization: "Bearer ${UNSET}" } }],
    near: [{ type: "http", url: "http://127.0.0.1:9000/mcp" }],
    near6: [{ type: "http", url: "http://[::1]:9000/mcp" }],
    variable: [{ type: "http", url: "${BASE_URL}/mcp" }],
    events: [{ ...KEYED, type: "sse" }],
    helper: [{ ...KEYED, headersHelper: "token.sh" }],
    socket: [{ type: "ws", url: "wss://example.test" }, /type ws/],
    nearHelper: [
      { ...KEYED, headersHelper: "node ./token.js" },
      /"\.\/token\.js" is meant from the project's folder/,
    ],
    oauth: [
      { ...REMOTE, oauth: { clientId: "x" } },
      /^Claude Code logs in .* codex-auto login oauth lets it move$/,
    ],
    loggedIn: [KEYED, /^Claude Code logs in .* codex-auto login loggedIn lets it move$/],
    waiting: [KEYED, /^Claude Code logs in .* codex-auto login waiting lets it move$/],
    bare: [REMOTE, /may need a login/],
    tools: [
      { command: "x", tools: [{ name: "a", permission_policy: "always_deny" }] },
      /permissions for its tools/,
    ],
    here: [{ command: "node", args: ["./server.js"] }, /"\.\/server\.js" is meant from the project's folder/],
    dot: [{ command: "mcp-files", args: ["."] }, /"\." is meant/],
    odd: ["text", /^it is not a map$/],
    empty: [{}, /command is missing/],
  }, {
    ".claude/.credentials.json": { mcpOAuth: { "loggedIn|0123": { accessToken: "x" } } },
    ".claude/mcp-needs-auth-cache.json": { waiting: { timestamp: 1 } },
  }));

Deno.test("claude: of rules for tools only those on arguments keep a server; settings that cannot be read name file and line", async () => {
  const entries = { tracker: { command: "x" }, "my.docs": { command: "x" }, free: { command: "x" } };
  const settings = `{ // mine
    "permissions": { "allow": ["mcp__free(a)"], "deny": ["Bash(rm *)", "mcp__tracker__delete_issue"], "ask": ["mcp__my_docs__x(y:*)", 7] },
  }`;
  const found = await reasons("claude", entries, { ".claude/settings.json": settings });
  assertMatch(found["my.docs"] ?? "", /settings\.json restricts it \(mcp__my_docs__x\(y:\*\)\)/);
  assertEquals([found["free"], found["tracker"]], ["", ""]);
  const broken = reasons("claude", entries, {
    ".claude/settings.json": '{\n  "permissions": {,\n}',
  });
  await assertRejects(() => broken, SetupError, "settings.json:2: not valid JSON");
});

Deno.test("claude: a server that is denied, or not among the allowed, stays", async () => {
  const denied = [{ serverName: "named" }, { serverCommand: ["npx", "-y", "risky"] }];
  const isDenied = /settings\.json restricts it \(deniedMcpServers\)/;
  const free = { command: "npx", args: ["-y", "fine"] };
  await assertReasons("claude", {
    named: [{ command: "x" }, isDenied],
    started: [{ command: "npx", args: ["-y", "risky"] }, isDenied],
    free: [free],
  }, { ".claude/settings.json": { deniedMcpServers: denied } });
  const listed = { ".claude/settings.json": { allowedMcpServers: [{ serverName: "free" }] } };
  await assertReasons("claude", { free: [free, /\(allowedMcpServers\)/] }, listed);
});

Deno.test("codex: what only the client can do stays, with the reason", () => {
  const url = "https://example.test/mcp";
  return assertReasons("codex", {
    plain: [{ command: "x", env_vars: ["A"], default_tools_approval_mode: "approve" }],
    keyed: [{ url, bearer_token_env_var: "TOKEN" }],
    header: [{ url, http_headers: { a: "b" } }],
    rooted: [{ command: "x", cwd: "/srv", args: ["./a"] }],
    off: [{ command: "x", enabled: false }, /^it is switched off$/],
    bare: [{ url }, /may need a login.*Codex/],
    oauth: [{ url, scopes: ["a"] }, /^Codex logs in to it \(OAuth\); codex-auto login oauth lets it move$/],
    loggedIn: [{ url, http_headers: { a: "b" } }, /^Codex logs in .*login loggedIn lets it move$/],
    helper: [{ url, http_headers_helper: { command: "x" } }, /http_headers_helper/],
    elsewhere: [{ command: "x", environment_id: "box" }, /environment_id/],
    remoteVars: [{ command: "x", env_vars: [{ name: "A", source: "remote" }] }, /env_vars/],
    folder: [{ command: "x", cwd: "./tools" }, /project's folder/],
  }, { ".codex/.credentials.json": { "loggedIn|01": { server_name: "loggedIn" } } });
});

Deno.test("a server whose name the gateway takes from an earlier file stays, unless it is the same server", async () => {
  const files = {
    ".config/auto-tools/auto-tools.yaml":
      "mcp_servers:\n  docs: {command: mine}\n  two-words: {command: mine}\n",
    ".claude.json": { mcpServers: { graph: { command: "npx", args: ["graph"] }, same: { command: "npx" } } },
  };
  const moved = {
    ".config/auto-tools/gateway/claude/servers.json": { mcpServers: { moved: { command: "a" } } },
  };
  const entries = {
    docs: { command: "other" },
    "two words": { command: "other" },
    graph: { command: "npx" },
    same: { command: "npx" },
    moved: { command: "b" },
  };
  const codex = await reasons("codex", entries, files);
  assertMatch(codex["docs"] ?? "", /auto-tools\.yaml has another server of that name/);
  assertMatch(codex["two words"] ?? "", /auto-tools\.yaml has another server of that name/);
  assertMatch(codex["graph"] ?? "", /\.claude\.json has another/);
  assertEquals(codex["same"], "");
  const later = await reasons("codex", entries, { ...files, ...moved });
  assertMatch(later["moved"] ?? "", /servers\.json has another/);
  assertEquals(later["graph"], "", "what Claude Code has kept is not behind the gateway");
  const claude = await reasons("claude", entries, { ...files, ...moved });
  assertMatch(claude["docs"] ?? "", /auto-tools\.yaml/);
  assertEquals([claude["graph"], claude["moved"]], ["", ""]);
});
