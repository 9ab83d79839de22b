// Logins to MCP servers on the network, with a real authorization server.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Connected, type GatewaySetting, gatewaySetting, gatewayTest } from "./gateway_client.ts";
import { runBinary } from "./harness.ts";
import { browse, loginServer, startLogin } from "./login_server.ts";

const NEEDS = /needs a login; run: codex-auto login acme/;

/** One for all of these tests: it takes longer to start than any of them. */
const server = await loginServer();
addEventListener("unload", () => void server[Symbol.asyncDispose]());

async function logIn(at: GatewaySetting): Promise<string> {
  const login = await startLogin(at, ["acme"]);
  await browse(login.page);
  const { code, output } = await login.end();
  assertEquals(code, 0, output);
  return output;
}

async function said(gateway: Connected, tool: string): Promise<string> {
  const { results: [result] } = await gateway.batch([[`acme/${tool}`]]);
  return `${result?.status}: ${result?.text}`;
}

/** Contents of all files that we keep below a home, and the modes of those of logins. */
function kept({ home }: GatewaySetting): { text: string; modes: string[] } {
  const [texts, modes]: [string[], string[]] = [[], []];
  const walk = (folder: string) => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      if (folder.includes("/logins")) modes.push(((Deno.lstatSync(path).mode ?? 0) & 0o777).toString(8));
      if (isDirectory) walk(path);
      else if (isFile) texts.push(Deno.readTextFileSync(path));
    }
  };
  walk(`${home.path}/.local`);
  return { text: texts.join("\n"), modes: [...new Set(modes)].sort() };
}

const setting = () => gatewaySetting({ acme: { url: server.url } });

gatewayTest(
  "a login makes a server usable, is renewed by two gateways at once, is widened by a pasted one, survives a refused one, and is forgotten",
  async () => {
    await using at = await setting();
    assertMatch((await at.list()).stdout, NEEDS);
    assertMatch((await runBinary(["login"], at)).stdout, /^acme +not logged in +http/);
    const output = await logIn(at);
    assertMatch(output, /Logged in to acme: 2 tools/);
    assertMatch((await runBinary(["login"], at)).stdout, /^acme +logged in +http/);
    const { modes } = kept(at);
    assertEquals(modes, ["600", "700"]);

    await using one = await at.connect();
    await using other = await at.connect();
    for (const round of [1, 2, 3]) {
      const answers = await Promise.all(
        [one, other].flatMap((gateway) => [said(gateway, "whoami"), said(gateway, "whoami")]),
      );
      assertEquals(new Set(answers), new Set(["ok: you are ada"]), `round ${round}`);
      await server.expire();
    }
    const { refreshes, tokens } = await server.seen();
    assert(refreshes >= 2, `${refreshes} refreshes`);
    const list = (await at.list("--tools")).stdout;
    assertMatch(list, /^ok +acme +2 tools, logged in, version \d\S*, ready in \d+ ms, 12 calls {2}\(/m);
    const told = output + list + one.stderr();
    for (const token of tokens) assert(!told.includes(token), "a token was shown");

    assertMatch(
      await said(one, "publish"),
      /wants more than its login allows \(publish\); run: codex-auto login acme/,
    );
    await pasted(at);
    assertEquals(await said(one, "publish"), "ok: published");
    const refused = await startLogin(at, ["acme"]);
    await browse(refused.page, { allows: false });
    const { code, output: why } = await refused.end();
    assertEquals(code, 10);
    assertMatch(why, /acme did not let you in: /);
    assertEquals(await said(one, "whoami"), "ok: you are ada", "a refusal keeps the login that there was");

    assertMatch((await runBinary(["logout", "acme"], at)).stdout, /Logged out of acme/);
    assertMatch(await said(one, "whoami"), NEEDS);
    const { text } = kept(at);
    for (const token of (await server.seen()).tokens) assert(!text.includes(token), "a token was left");
  },
);

/** Without a browser the address is pasted; only the answer to this login counts. */
async function pasted(at: GatewaySetting): Promise<void> {
  const login = await startLogin(at, ["acme"]);
  const { address } = await browse(login.page, { until: login.redirect });
  const forged = address.replace(/state=[^&]+/, "state=0");
  assertEquals((await fetch(forged)).status, 400);
  await login.paste(forged);
  await login.paste(address);
  const { code, output } = await login.end();
  assertEquals(code, 0, output);
  assertMatch(output, /That is not it: the address begins with http:\/\/127\.0\.0\.1:\d+\/callback\?/);
  assert(!output.includes(new URL(address).searchParams.get("code") ?? ""), "the code was shown");
}

gatewayTest(
  "a token goes to the address that it was made for, a configured header before it, a headersHelper before both; and what its client logs in to moves once we are logged in",
  async () => {
    const authorizations: (string | null)[] = [];
    await using other = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ headers }) => {
      authorizations.push(headers.get("authorization"));
      return new Response("no", { status: 401 });
    });
    await using at = await gatewaySetting();
    const memory = { command: "node", args: ["-e", ""] };
    claudeServers(at, { memory, acme: { type: "http", url: server.url, oauth: { scopes: "read" } } });
    const move = async () => (await runBinary(["setup", "gateway", "--claude"], at)).stdout;
    assertMatch(
      await move(),
      /acme.*Claude Code logs in to it \(OAuth\); codex-auto login acme lets it move/,
    );
    await logIn(at);
    assert(!(await move()).includes("logs in to it"));
    assertMatch((await at.list()).stdout, /^ok +acme +2 tools, logged in, /m);
    await runBinary(["setup", "gateway", "--undo"], at);
    claudeServers(at, {});

    at.configure({ acme: { url: `http://127.0.0.1:${other.addr.port}/mcp` } });
    assertMatch((await at.list()).stdout, NEEDS);
    assertEquals(new Set(authorizations), new Set([null]));
    assertMatch((await runBinary(["login"], at)).stdout, /acme +not logged in.*\nacme +no longer configured/);
    at.configure({ acme: { url: server.url, headers: { Authorization: "Bearer of-mine" } } });
    assertMatch((await at.list()).stdout, /wants other credentials than its configuration gives it/);
    const refused = await runBinary(["login", "acme"], at);
    assertEquals(refused.code, 20, refused.stderr);
    const wrong = await runBinary(["login", "acne"], at);
    assertEquals(wrong.code, 2);
    assertMatch(wrong.stderr, /no MCP server acne is configured; did you mean acme\?/);

    const token = (await server.seen()).tokens.at(-1) ?? "";
    at.configure({});
    const headersHelper = `echo "$CLAUDE_CODE_MCP_SERVER_NAME $CLAUDE_CODE_MCP_SERVER_URL" >>"$HOME/helped"
    printf '{"Authorization": "Bearer %s"}' "$TOKEN"`;
    const helped = { type: "http", url: server.url, headersHelper, headers: { authorization: "none" } };
    claudeServers(at, { helped, silent: { type: "http", url: server.url, headersHelper: "echo no" } });
    const list = async (TOKEN: string) =>
      (await runBinary(["mcp", "--list"], { ...at, env: { TOKEN } })).stdout;
    const first = await list(token);
    assertMatch(first, /^ok +helped +2 tools, /m);
    assertMatch(first, /its headersHelper does not print headers as a JSON object/);
    assertMatch(await list("another"), /wants other credentials than its configuration gives it/);
    assertEquals(Deno.readTextFileSync(`${at.home.path}/helped`), `helped ${server.url}\n`.repeat(2));
  },
);

gatewayTest("a keychain has the token, which comes to it on stdin alone", async () => {
  await using at = await setting();
  at.home.install(
    "secret-tool",
    `#!/bin/sh
echo "$@" >>"$HOME/arguments"
case $1 in
  store) cat >"$HOME/vault" ;;
  lookup) cat "$HOME/vault" ;;
  clear) rm "$HOME/vault" ;;
esac
`,
  );
  assertMatch(await logIn(at), /Its token is in the system's keychain/);
  await using gateway = await at.connect();
  assertEquals(await said(gateway, "whoami"), "ok: you are ada");
  await server.expire();
  assertEquals(await said(gateway, "whoami"), "ok: you are ada");
  const { tokens } = await server.seen();
  const text = kept(at).text + Deno.readTextFileSync(`${at.home.path}/arguments`);
  for (const token of tokens) assert(!text.includes(token) && !text.includes(btoa(token).slice(0, 20)));
  await runBinary(["logout", "acme"], at);
  assertMatch(
    Deno.readTextFileSync(`${at.home.path}/arguments`),
    /\nclear service codex-auto login [0-9a-f]{32}\n$/,
  );
});

/** Puts servers into Claude Code's own file. */
function claudeServers(at: GatewaySetting, mcpServers: Record<string, object>): void {
  Deno.writeTextFileSync(`${at.home.path}/.claude.json`, JSON.stringify({ mcpServers }));
}

gatewayTest(
  "a server of type sse is used as Claude Code uses it, and connected to anew when its stream ends",
  async () => {
    await using at = await gatewaySetting();
    claudeServers(at, { acme: { type: "sse", url: server.sse } });
    await using gateway = await at.connect();
    assertEquals(await said(gateway, "whoami"), "ok: you are anybody");
    await server.hangUp();
    for (let tries = 0; await said(gateway, "whoami") !== "ok: you are anybody"; tries++) assert(tries < 20);
    claudeServers(at, { acme: { type: "sse", url: server.url.replace("/mcp", "/none") } });
    assertMatch((await at.list()).stdout, /^failed +acme +failed \(HTTP 404\): SSE error/);
  },
);

gatewayTest("a helper that a repository names does not run before its file is trusted", async () => {
  await using at = await gatewaySetting();
  const headersHelper = `touch "$HOME/helped"`;
  at.write(
    ".mcp.json",
    JSON.stringify({ mcpServers: { acme: { type: "http", url: "http://127.0.0.1:1/", headersHelper } } }),
  );
  assertMatch((await at.list()).stderr, /is ignored until you have run: codex-auto trust/);
  assertMatch((await runBinary(["login", "acme"], at)).stderr, /no MCP server acme is configured/);
  assertEquals(Array.from(Deno.readDirSync(at.home.path)).filter(({ name }) => name === "helped"), []);
});
