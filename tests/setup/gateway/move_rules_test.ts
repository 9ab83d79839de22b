import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { clientGateway, reachedServers } from "../../../lib/setup/gateway/client_gateway.ts";
import { locations } from "../../../lib/settings/locations.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import type { Client } from "../../../lib/settings/mcp_servers/client_places.ts";

/** Why each of the servers stays, with these files in the home folder. */
async function reasons(
  client: Client,
  entries: Record<string, unknown>,
  { files = {} }: { files?: Record<string, unknown> } = {},
): Promise<Record<string, string | undefined>> {
  const home = Deno.makeTempDirSync();
  try {
    for (const [path, value] of Object.entries(files)) {
      Deno.mkdirSync(`${home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeTextFileSync(`${home}/${path}`, typeof value === "string" ? value : JSON.stringify(value));
    }
    const env = (name: string) => name === "HOME" ? home : undefined;
    const world = { now: () => new Date(0), elapsed: () => 0, nonce: () => "", env };
    const reached = await reachedServers(locations(world), world);
    const judge = clientGateway(client, "/opt/codex-auto", world, reached).judge();
    return Object.fromEntries(
      Object.entries(entries).map((
        [name, entry],
      ) => [name, judge({ name, entry }).why?.replaceAll(home, "~")]),
    );
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

const REMOTE = { type: "http", url: "https://example.test/mcp" };

Deno.test("claude: programs, and addresses with credentials of their own, go", async () => {
  const entries = {
    plain: { command: "npx", args: ["-y", "x"], env: { TOKEN: "${UNSET}" } },
    absolute: { type: "stdio", command: "/opt/x", args: ["/srv"], timeout: 1000, alwaysLoad: true },
    keyed: { ...REMOTE, headers: { Authorization: "Bearer ${UNSET}" } },
    near: { type: "http", url: "http://127.0.0.1:9000/mcp" },
    near6: { type: "http", url: "http://[::1]:9000/mcp" },
    variable: { type: "http", url: "${BASE_URL}/mcp" },
  };
  assertEquals(
    await reasons("claude", entries),
    Object.fromEntries(Object.keys(entries).map((name) => [name, undefined])),
  );
});

Deno.test("claude: what only the client can do stays, with the reason", async () => {
  const found = await reasons("claude", {
    events: { type: "sse", url: "https://example.test/sse", headers: { a: "b" } },
    socket: { type: "ws", url: "wss://example.test" },
    helper: { ...REMOTE, headers: { a: "b" }, headersHelper: "token.sh" },
    nearHelper: { ...REMOTE, headers: { a: "b" }, headersHelper: "node ./token.js" },
    oauth: { ...REMOTE, oauth: { clientId: "x" } },
    loggedIn: { ...REMOTE, headers: { a: "b" } },
    waiting: { ...REMOTE, headers: { a: "b" } },
    bare: REMOTE,
    tools: { command: "x", tools: [{ name: "a", permission_policy: "always_deny" }] },
    here: { command: "node", args: ["./server.js"] },
    dot: { command: "mcp-files", args: ["."] },
    odd: "text",
    empty: {},
  }, {
    files: {
      ".claude/.credentials.json": { mcpOAuth: { "loggedIn|0123": { accessToken: "x" } } },
      ".claude/mcp-needs-auth-cache.json": { waiting: { timestamp: 1 } },
    },
  });
  assertMatch(found["socket"] ?? "", /type ws/);
  assertEquals([found["events"], found["helper"]], [undefined, undefined]);
  assertMatch(found["nearHelper"] ?? "", /"\.\/token\.js" is meant from the project's folder/);
  for (const name of ["oauth", "loggedIn", "waiting"]) {
    const why = `Claude Code logs in to it (OAuth); codex-auto login ${name} lets it move`;
    assertEquals(found[name], why);
  }
  assertMatch(found["bare"] ?? "", /may need a login/);
  assertMatch(found["tools"] ?? "", /permissions for its tools/);
  assertMatch(found["here"] ?? "", /"\.\/server\.js" is meant from the project's folder/);
  assertMatch(found["dot"] ?? "", /"\." is meant/);
  assertEquals(found["odd"], "it is not a map");
  assertMatch(found["empty"] ?? "", /command is missing/);
});

Deno.test("claude: of rules for tools only those on arguments keep a server; settings that cannot be read name file and line", async () => {
  const entries = { tracker: { command: "x" }, "my.docs": { command: "x" }, free: { command: "x" } };
  const settings = `{ // mine
    "permissions": { "allow": ["mcp__free(a)"], "deny": ["Bash(rm *)", "mcp__tracker__delete_issue"], "ask": ["mcp__my_docs__x(y:*)", 7] },
  }`;
  const found = await reasons("claude", entries, { files: { ".claude/settings.json": settings } });
  assertMatch(found["my.docs"] ?? "", /settings\.json restricts it \(mcp__my_docs__x\(y:\*\)\)/);
  assertEquals([found["free"], found["tracker"]], [undefined, undefined]);
  const broken = reasons("claude", entries, {
    files: { ".claude/settings.json": '{\n  "permissions": {,\n}' },
  });
  await assertRejects(() => broken, SetupError, "settings.json:2: not valid JSON");
});

Deno.test("claude: a server that is denied, or not among the allowed, stays", async () => {
  const entries = {
    named: { command: "x" },
    started: { command: "npx", args: ["-y", "risky"] },
    reached: { type: "http", url: "http://127.0.0.1:9/x/mcp" },
    free: { command: "npx", args: ["-y", "fine"] },
  };
  const denied = [
    { serverName: "named" },
    { serverCommand: ["npx", "-y", "risky"] },
    { serverUrl: "http://127.0.0.1:*/x/*" },
  ];
  const found = await reasons("claude", entries, {
    files: { ".claude/settings.json": { deniedMcpServers: denied } },
  });
  for (const name of ["named", "started", "reached"] as const) {
    assertMatch(found[name] ?? "", /settings\.json restricts it \(deniedMcpServers\)/);
  }
  assertEquals(found["free"], undefined);
  const listed = { allowedMcpServers: [{ serverName: "free" }] };
  assertMatch(
    (await reasons("claude", entries, { files: { ".claude/settings.json": listed } }))["free"] ?? "",
    /\(allowedMcpServers\)/,
  );
});

Deno.test("codex: what only the client can do stays, with the reason", async () => {
  const url = "https://example.test/mcp";
  const found = await reasons("codex", {
    plain: { command: "x", env_vars: ["A"], default_tools_approval_mode: "approve" },
    keyed: { url, bearer_token_env_var: "TOKEN" },
    header: { url, http_headers: { a: "b" } },
    off: { command: "x", enabled: false },
    bare: { url },
    oauth: { url, scopes: ["a"] },
    loggedIn: { url, http_headers: { a: "b" } },
    helper: { url, http_headers_helper: { command: "x" } },
    elsewhere: { command: "x", environment_id: "box" },
    remoteVars: { command: "x", env_vars: [{ name: "A", source: "remote" }] },
    folder: { command: "x", cwd: "./tools" },
    rooted: { command: "x", cwd: "/srv", args: ["./a"] },
  }, { files: { ".codex/.credentials.json": { "loggedIn|01": { server_name: "loggedIn" } } } });
  for (const name of ["plain", "keyed", "header", "rooted"]) assertEquals(found[name], undefined, name);
  assertEquals(found["off"], "it is switched off");
  assertMatch(found["bare"] ?? "", /may need a login.*Codex/);
  for (const name of ["oauth", "loggedIn"]) {
    assertEquals(found[name], `Codex logs in to it (OAuth); codex-auto login ${name} lets it move`);
  }
  assertMatch(found["helper"] ?? "", /http_headers_helper/);
  assertMatch(found["elsewhere"] ?? "", /environment_id/);
  assertMatch(found["remoteVars"] ?? "", /env_vars/);
  assertMatch(found["folder"] ?? "", /project's folder/);
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
  const codex = await reasons("codex", entries, { files });
  assertMatch(codex["docs"] ?? "", /auto-tools\.yaml has another server of that name/);
  assertMatch(codex["two words"] ?? "", /auto-tools\.yaml has another server of that name/);
  assertMatch(codex["graph"] ?? "", /\.claude\.json has another/);
  assertEquals(codex["same"], undefined);
  const later = await reasons("codex", entries, { files: { ...files, ...moved } });
  assertMatch(later["moved"] ?? "", /servers\.json has another/);
  assertEquals(later["graph"], undefined, "what Claude Code has kept is not behind the gateway");
  const claude = await reasons("claude", entries, { files: { ...files, ...moved } });
  assertMatch(claude["docs"] ?? "", /auto-tools\.yaml/);
  assertEquals([claude["graph"], claude["moved"]], [undefined, undefined]);
});
