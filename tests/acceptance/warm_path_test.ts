/** CONTRACT 2.5: while a gateway runs for a project, prompts reach its MCP servers through it instead of starting them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findProgram } from "../../lib/settings/find_program.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { FILES, homeWithTools, orchestrated, PATIENT, type ToolHome } from "./configured_tools.ts";
import { gatewayTest, realServer } from "./gateway_client.ts";
import { appears, binary, makeRepo, type Repo, runProgram } from "./harness.ts";

const STRACE = findProgram("strace", systemWorld());

interface RunningGateway extends AsyncDisposable {
  /** Folder of the sockets. */
  folder: string;
  pid: number;
  /** What it has left in its folder, once it has ended. */
  doorsLeft: string[];
}

/** With a short name: the path of a socket may not have more than some hundred bytes. */
const RUNTIME = Deno.makeTempDirSync({ dir: "/tmp", prefix: "run-" });
addEventListener("unload", () => Deno.removeSync(RUNTIME, { recursive: true }));

/** The runtime folder of a home. */
function runtimeOf({ path, env }: ToolHome): string {
  const folder = `${RUNTIME}/${path.slice(-6)}`;
  Deno.mkdirSync(folder, { recursive: true });
  return env["XDG_RUNTIME_DIR"] = folder;
}

/** A gateway whose client says nothing. */
async function gateway(home: ToolHome, repo: Repo): Promise<RunningGateway> {
  const runtime = runtimeOf(home);
  const child = new Deno.Command(binary(), {
    args: ["mcp"],
    cwd: repo.path,
    clearEnv: true,
    env: home.env,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const folder = `${runtime}/auto-tools`;
  await appears(folder);
  for (const end = performance.now() + 60_000; sockets(folder).length === 0;) {
    assert(performance.now() < end, "the gateway opened no socket");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const doorsLeft: string[] = [];
  return {
    folder,
    pid: child.pid,
    doorsLeft,
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await child.status;
      doorsLeft.push(...sockets(folder));
    },
  };
}

function sockets(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name.endsWith(".sock"));
}

/** A home with one tool, whose server writes a line with each start. */
async function homeWithTool(
  settings: Record<string, unknown> = {},
): Promise<{ home: ToolHome; starts(): number }> {
  const home = await homeWithTools({ docs_search: { mode: "good" } }, settings);
  const file = `${home.path}/.config/auto-tools/auto-tools.yaml`;
  const config = JSON.parse(Deno.readTextFileSync(file));
  const log = `${home.path}/starts`;
  const { command, args } = config.mcp_servers.docs_search;
  config.mcp_servers.docs_search = {
    ...config.mcp_servers.docs_search,
    command: "/bin/sh",
    args: ["-c", `echo start >> '${log}'; exec "$@"`, "sh", command, ...args],
  };
  Deno.writeTextFileSync(file, JSON.stringify(config));
  return {
    home,
    starts() {
      try {
        return Deno.readTextFileSync(log).split("\n").length - 1;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return 0;
        throw error;
      }
    },
  };
}

type Envelope = Awaited<ReturnType<typeof orchestrated>>["envelope"];

function limits({ fused_context }: Envelope): string {
  return fused_context.for_user.limits_text;
}

function status({ tool_results }: Envelope) {
  return tool_results.find(({ tool }) => tool === "docs_search")?.status;
}

Deno.test("a prompt uses the server that a running gateway keeps, and its own where none runs", async () => {
  const { home, starts } = await homeWithTool();
  await using _home = home;
  await using repo = await makeRepo(FILES);
  const running = await gateway(home, repo);
  {
    await using _running = running;
    assertEquals(Deno.statSync(running.folder).mode! & 0o777, 0o700);
    // A socket gets its mode a moment after its name; the folder keeps others out from the start.
    for (const name of sockets(running.folder)) {
      const mode = () => Deno.statSync(`${running.folder}/${name}`).mode! & 0o777;
      for (let tries = 500; mode() !== 0o600 && tries > 0; tries--) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assertEquals(mode(), 0o600);
    }
    let late = 0;
    for (const _prompt of [1, 2, 3]) {
      const { envelope } = await orchestrated(home, repo);
      assertEquals(status(envelope), "ok", limits(envelope));
      // On a busy machine a gateway may be too slow for a prompt, which then says so and starts a server of its own.
      if (/gateway .*did not answer in time/.test(limits(envelope))) late++;
      else assert(!limits(envelope).includes("gateway"), limits(envelope));
    }
    assertEquals(starts(), 1 + late, "all prompts used one server");
    assert(late < 3, "the gateway answered none");
  }
  assertEquals(running.doorsLeft, [], "it leaves no door behind");
  const { envelope } = await orchestrated(home, repo);
  assertEquals([status(envelope), starts()], ["ok", 2]);
  assert(!limits(envelope).includes("gateway"), limits(envelope));
});

Deno.test("a prompt goes on without a gateway that was killed or stopped, and says so", async () => {
  const { home, starts } = await homeWithTool();
  await using _home = home;
  await using repo = await makeRepo(FILES);
  const running = await gateway(home, repo);
  Deno.kill(running.pid, "SIGSTOP");
  const stopped = await orchestrated(home, repo);
  assertEquals(status(stopped.envelope), "ok", limits(stopped.envelope));
  assertStringIncludes(limits(stopped.envelope), "did not answer in time");
  Deno.kill(running.pid, "SIGKILL");
  await running[Symbol.asyncDispose]();
  const killed = await orchestrated(home, repo);
  assertEquals(status(killed.envelope), "ok", limits(killed.envelope));
  assertStringIncludes(limits(killed.envelope), "nobody listens there any more");
  const before = starts();
  // The next gateway clears up, and is used.
  await using next = await gateway(home, repo);
  const after = await orchestrated(home, repo);
  assertEquals([status(after.envelope), starts()], ["ok", before + 1]);
  assertEquals(sockets(next.folder).length, 1);
});

Deno.test("a server that is configured otherwise since the gateway started is the prompt's to start", async () => {
  const { home } = await homeWithTool();
  await using _home = home;
  await using repo = await makeRepo(FILES);
  await using _running = await gateway(home, repo);
  const file = `${home.path}/.config/auto-tools/auto-tools.yaml`;
  const config = JSON.parse(Deno.readTextFileSync(file));
  config.mcp_servers.docs_search.env.MORE = "1";
  Deno.writeTextFileSync(file, JSON.stringify(config));
  const { envelope } = await orchestrated(home, repo);
  assertEquals(status(envelope), "ok", limits(envelope));
  assertStringIncludes(limits(envelope), "as it is configured now");
});

Deno.test("what the user's rules do not let run unasked does not run through the gateway either", async () => {
  const { home, starts } = await homeWithTool({ permissions: { ask: ["docs_search/*"] } });
  await using _home = home;
  await using repo = await makeRepo(FILES);
  await using _running = await gateway(home, repo);
  const { envelope } = await orchestrated(home, repo);
  assertEquals([status(envelope), starts()], ["error", 1]);
});

Deno.test({
  name: "a prompt that asks a gateway opens no network connection",
  ignore: STRACE === undefined,
  async fn() {
    const { home } = await homeWithTool();
    await using _home = home;
    await using repo = await makeRepo(FILES);
    await using running = await gateway(home, repo);
    const trace = `${home.path}/trace`;
    const payload = { prompt: "where is retryWithBackoff called in the code?", cwd: repo.path };
    const traced = ["-f", "-qq", "-e", "trace=socket,connect", "-o", trace, binary(), "hook"];
    const { code, stdout } = await runProgram(STRACE ?? "", traced, {
      cwd: repo.path,
      env: { ...home.env, ...PATIENT },
      stdin: JSON.stringify({ ...payload, hook_event_name: "UserPromptSubmit" }),
    });
    const lines = Deno.readTextFileSync(trace).split("\n");
    assertEquals(code, 0);
    assertStringIncludes(stdout, "retry");
    assert(lines.some((line) => line.includes(`${running.folder}/`)), "it asked the gateway");
    assertEquals(lines.filter((line) => /AF_INET6?\b/.test(line)), []);
  },
});

gatewayTest("a server over HTTP is to be had through the gateway alone", async () => {
  const probe = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = probe.addr;
  probe.close();
  const server = new Deno.Command("node", {
    args: [await realServer("everything"), "streamableHttp"],
    env: { PORT: String(port) },
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    await using home = await homeWithTools({}, {
      mcp_servers: { web: { url: `http://127.0.0.1:${port}/mcp`, startup_timeout_sec: 30 } },
      tools: [{
        name: "docs_search",
        tier: 1,
        server: "web",
        tool: "echo",
        timeout_ms: 15_000,
        args: { message: "retryWithBackoff in {{prompt}}" },
      }],
    });
    await using repo = await makeRepo(FILES);
    await listens(port);
    const alone = await orchestrated(home, repo);
    assertEquals(status(alone.envelope), "error");
    await using _running = await gateway(home, repo);
    const { envelope } = await orchestrated(home, repo);
    assertEquals(status(envelope), "ok", limits(envelope));
    assertStringIncludes(JSON.stringify(envelope.fused_context), "Echo: retryWithBackoff");
  } finally {
    server.kill("SIGKILL");
    await server.status;
  }
});

async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    try {
      return (await Deno.connect({ port, hostname: "127.0.0.1" })).close();
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }
  throw new Error("the server does not listen");
}
