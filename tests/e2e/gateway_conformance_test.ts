/** The protocol's own conformance suite against the gateway, with a server behind it that has what the suite asks for. */
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals } from "@std/assert";
import { configure } from "../acceptance/gateway_client.ts";
import { binary, makeHome, makeRepo, runProgram } from "../acceptance/harness.ts";
import { E2E } from "./clients.ts";
import { installed } from "./npm.ts";

const SUITE = { name: "@modelcontextprotocol/conformance", version: "0.1.16" };
const SERVER = new URL("../fixtures/mcp/conformance_server.mjs", import.meta.url).pathname;

const BATCH = "calls a tool of the server by its name; behind a gateway that is run_tool_batch";
const HTTP = "is about servers on the network; a gateway is a program on stdio";
/** Scenarios that do not apply to a gateway, and why. */
const OTHERS: Record<string, string> = {
  "tools-call-simple-text": BATCH,
  "tools-call-image": BATCH,
  "tools-call-audio": BATCH,
  "tools-call-embedded-resource": BATCH,
  "tools-call-mixed-content": BATCH,
  "tools-call-with-logging": BATCH,
  "tools-call-error": BATCH,
  "tools-call-with-progress": BATCH,
  "tools-call-sampling": BATCH,
  "tools-call-elicitation": BATCH,
  "elicitation-sep1034-defaults": BATCH,
  "elicitation-sep1330-enums": BATCH,
  "server-sse-multiple-streams": HTTP,
  "dns-rebinding-protection": HTTP,
};

interface Check {
  status: string;
  errorMessage?: string;
}

interface Message {
  jsonrpc: "2.0";
  id: number;
  method: string;
  params?: { name?: string; ref?: { name?: string } };
}

/** A gateway over HTTP, for one session after the other: messages pass as they are, but for the server's name before a prompt's. */
async function overHttp(options: { cwd: string; env: Record<string, string> }) {
  const gateway = new StdioClientTransport({
    ...options,
    command: binary(),
    args: ["mcp"],
    stderr: "ignore",
  });
  const waiting = new Map<unknown, (answer: unknown) => void>();
  gateway.onmessage = (message) => "id" in message && waiting.get(message.id)?.(message);
  await gateway.start();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message: Message = await request.json();
    const prompt = message.method === "prompts/get" ? message.params : undefined;
    for (const named of [message.params?.ref, prompt]) {
      if (named?.name !== undefined) named.name = `reference__${named.name}`;
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(message.id, resolve);
    await gateway.send(message);
    const headers = { "mcp-session-id": "the-one" };
    return message.id === undefined
      ? new Response(null, { status: 202, headers })
      : Response.json(await promise, { headers });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await server.shutdown();
    },
  };
}

Deno.test({
  name: "the protocol's conformance suite: every scenario that applies passes through the gateway",
  ignore: !E2E,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using home = await makeHome();
    await using repo = await makeRepo({});
    configure(home, {
      mcp_servers: { reference: { command: "node", args: [SERVER], startup_timeout_sec: 60 } },
    });
    const options = { cwd: repo.path, env: home.env };
    // What the server has is known from now on.
    await runProgram(binary(), ["mcp", "--list"], { ...options, timeoutMs: 60_000 });
    await using at = await overHttp(options);
    const folder = await installed(SUITE);
    const results = `${home.path}/results`;
    const program = `${folder}/node_modules/${SUITE.name}/dist/index.js`;
    // Its own node is newer than some that we run on.
    const ran = await runProgram(Deno.execPath(), [
      ..."run --quiet --node-modules-dir=manual --allow-all".split(" "),
      ...[program, "server", "--url", at.url, "--output-dir", results],
    ], { cwd: folder, env: { ...Deno.env.toObject() }, timeoutMs: 400_000 });
    const wrong = new Map(
      Array.from(Deno.readDirSync(results), ({ name }) => {
        const checks: Check[] = JSON.parse(Deno.readTextFileSync(`${results}/${name}/checks.json`));
        const failed = checks.filter(({ status }) => status === "FAILURE").map((check) => check.errorMessage);
        return [name.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, ""), failed.join("; ")] as const;
      }),
    );
    const applying = [...wrong].filter(([scenario]) => !(scenario in OTHERS));
    assertEquals(applying.filter(([, failed]) => failed !== ""), [], ran.stdout + ran.stderr);
    assertEquals(applying.length, 16, "the suite has as many scenarios as before");
    assertEquals(Object.keys(OTHERS).filter((each) => !wrong.has(each)), [], "what is named is there");
  },
});
