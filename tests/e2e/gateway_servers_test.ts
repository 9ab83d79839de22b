/** Twenty real servers from npm behind the gateway, and the official tools in front of it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { connect } from "../acceptance/gateway_client.ts";
import { type Home, makeHome, makeRepo, type Repo, runBinary, runProgram } from "../acceptance/harness.ts";
import { E2E, installed, nodeProgram } from "./clients.ts";
import { gatewayEntry } from "./gateway_place.ts";
import { REAL_SERVERS, serverEntries, type ServerEntry } from "./mcp_servers.ts";

const INSPECTOR = { name: "@modelcontextprotocol/inspector", version: "2.12.0" };
/** The official SDK of the protocol's earlier revisions. */
const SDK = { name: "@modelcontextprotocol/sdk", version: "1.32.2" };
/** ms for twenty servers to start on a busy machine. */
const PATIENCE_MS = 120_000;
/** UTF-16 units of a server's instructions that Claude Code keeps. */
const MAX_INSTRUCTIONS = 4096;

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
}

async function place(which?: readonly string[], more: Record<string, unknown> = {}): Promise<Place> {
  const [home, repo] = [await makeHome(), await makeRepo({ "a.txt": "alpha\n" })];
  const entries = await serverEntries({ scratch: home.path, repo: repo.path }, which);
  const patient = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, { ...entry, startup_timeout_sec: 60 }]),
  );
  await Deno.mkdir(`${home.path}/.config/auto-tools`, { recursive: true });
  // JSON is YAML.
  const text = JSON.stringify({ mcp_servers: { ...patient, ...more }, permissions: { allow: ["*"] } });
  await Deno.writeTextFile(`${home.path}/.config/auto-tools/auto-tools.yaml`, text);
  return {
    home,
    repo,
    async [Symbol.asyncDispose]() {
      await repo[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function e2e(name: string, fn: () => Promise<void>): void {
  // The SDK's transport leaves a timer behind when it closes.
  const sanitize = { sanitizeOps: false, sanitizeResources: false };
  Deno.test({ name: `real servers and tools: ${name}`, ignore: !E2E, ...sanitize, fn });
}

e2e(
  "twenty servers with hundreds of tools stand behind one gateway, each tool with its whole schema",
  async () => {
    await using at = await place();
    const options = { cwd: at.repo.path, home: at.home, timeoutMs: PATIENCE_MS };
    const { code, stdout } = await runBinary(["mcp", "--list", "--tools", "--format", "json"], options);
    assertEquals(code, 0);
    const { servers, tools }: { servers: { state: string }[]; tools: { name: string }[] } = JSON.parse(
      stdout,
    );
    assertEquals(servers.map(({ state }) => state), REAL_SERVERS.map(() => "ready"), stdout.slice(0, 2000));
    assert(tools.length >= 200, `${tools.length} tools`);

    await using ours = await connect(at.home, { cwd: at.repo.path });
    assert(ours.instructions.length <= MAX_INSTRUCTIONS, `${ours.instructions.length} units`);
    assertStringIncludes(ours.instructions, `${tools.length} tools of ${REAL_SERVERS.length} MCP servers`);
    for (const { server } of REAL_SERVERS) assertStringIncludes(ours.instructions, server);
    // Every tool is found by its exact name; each schema is its server's.
    const names = tools.map(({ name }) => name);
    let whole = 0;
    for (let from = 0; from < names.length; from += 20) {
      const wanted = names.slice(from, from + 20);
      const { tools: found, missing } = await details(ours, wanted);
      assertEquals([found.map(({ name }) => name), missing], [wanted, []]);
      for (const { name, parameters } of found) {
        // Twenty long ones do not fit one answer; each for itself does.
        const { tools: [alone] } = parameters === undefined
          ? await details(ours, [name])
          : { tools: [{ name, parameters }] };
        assertEquals(alone?.parameters?.type, "object", name);
        whole++;
      }
    }
    assertEquals(whole, tools.length);
  },
);

interface Details {
  tools: { name: string; parameters?: { type?: string } }[];
  missing: string[];
}

async function details(ours: Awaited<ReturnType<typeof connect>>, names: string[]): Promise<Details> {
  const { tools, missing } = await ours.call("get_tool_details", { names });
  return JSON.parse(JSON.stringify({ tools, missing }));
}

e2e("the Inspector's command line lists the tools and calls one", async () => {
  await using at = await place(["everything"]);
  const inspector = `${await installed(INSPECTOR)}/node_modules/.bin/mcp-inspector`;
  const node = (await nodeProgram()).replace(/\/[^/]*$/, "");
  const { command, args } = gatewayEntry();
  const inspect = async (...more: string[]) => {
    // The options come first: what follows the program is the program's.
    const result = await runProgram(inspector, ["--cli", command, ...args, ...more], {
      cwd: at.repo.path,
      env: { ...at.home.env, PATH: `${node}:${at.home.env["PATH"]}` },
      timeoutMs: PATIENCE_MS,
    });
    assertEquals(result.code, 0, `${result.stdout}\n${result.stderr}`);
    return result.stdout;
  };
  assertStringIncludes(await inspect("--method", "tools/list"), "run_tool_batch");
  const calls = JSON.stringify([{ name: "everything/echo", arguments: { message: "你好" } }]);
  const called = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    "run_tool_batch",
    "--tool-arg",
    `calls=${calls}`,
  );
  assertStringIncludes(called, "Echo: 你好");
});

e2e("the official SDK of the earlier protocol talks to it, with progress", async () => {
  await using at = await place(["everything"]);
  const folder = await installed(SDK);
  const script = `${at.home.path}/client.mjs`;
  const { command, args } = gatewayEntry();
  const call = { name: "everything/trigger-long-running-operation", arguments: { duration: 2, steps: 4 } };
  await Deno.writeTextFile(
    script,
    `import { Client } from "${folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js";
import { StdioClientTransport } from "${folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js";
const client = new Client({ name: "old", version: "1" });
await client.connect(new StdioClientTransport({ command: ${JSON.stringify(command)}, args: ${
      JSON.stringify(args)
    }, env: process.env, cwd: ${JSON.stringify(at.repo.path)}, stderr: "ignore" }));
const { tools } = await client.listTools();
const told = [];
const batch = { name: "run_tool_batch", arguments: { calls: [${JSON.stringify(call)}] } };
const result = await client.callTool(batch, undefined, { onprogress: ({ progress }) => told.push(progress) });
console.log(JSON.stringify({ tools: tools.length, told, text: result.content[0].text }));
await client.close();
`,
  );
  const { code, stdout, stderr } = await runProgram(await nodeProgram(), [script], {
    cwd: at.repo.path,
    env: at.home.env,
    timeoutMs: PATIENCE_MS,
  });
  assertEquals(code, 0, stderr);
  const { tools, told, text } = JSON.parse(stdout);
  assertEquals(tools, 6);
  assertMatch(text, /1 call: 1 ok/);
  // How many is a matter of time: what comes at once is told once, and this client drops what it reads together with the answer.
  assert(told[0] < 1, `the first of ${told.length} notices tells of a call that is not done`);
  assertEquals(told, told.toSorted((a: number, b: number) => a - b), "progress never goes back");
});

e2e("a server over streamable HTTP stands behind it like one over stdio", async () => {
  const [port, stop] = await httpServer();
  try {
    await using at = await place([], { web: { url: `http://127.0.0.1:${port}/mcp` } });
    await using ours = await connect(at.home, { cwd: at.repo.path });
    const calls: [string, Record<string, unknown>][] = [
      ["web/echo", { message: "over HTTP" }],
      ["web/get-sum", { a: 2, b: 40 }],
    ];
    const { summary, results: [echo, sum] } = await ours.batch(calls);
    assertMatch(summary, /2 calls: 2 ok/);
    assertEquals(echo?.text, "Echo: over HTTP");
    assertStringIncludes(sum?.text ?? "", "42");
  } finally {
    await stop();
  }
});

/** server-everything on a free port of 127.0.0.1. */
async function httpServer(): Promise<[port: number, stop: () => Promise<void>]> {
  const entries: Record<string, ServerEntry> = await serverEntries({ scratch: "/", repo: "/" }, [
    "everything",
  ]);
  const { command = "", args = [] } = entries["everything"] ?? {};
  const probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = probe.addr;
  probe.close();
  const child = new Deno.Command(command, {
    args: [...args, "streamableHttp"],
    env: { PORT: String(port) },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    child.kill("SIGKILL");
    await child.status;
  };
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return [port, stop];
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await stop();
  throw new Error("server-everything does not listen");
}
