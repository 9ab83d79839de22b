/** CONTRACT 2.5: while a gateway runs for a project, prompts reach its MCP servers through it instead of starting them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findProgram, systemWorld } from "../../lib/settings/world.ts";
import { PATIENT, PROMPT, toolSetting } from "./configured_tools.ts";
import { contextOnce, type ContextRun, payloadOf } from "./context_runs.ts";
import { gatewayTest, webServer } from "./gateway_client.ts";
import { binary, namesIn, runProgram, runtimeFolder, textOf, until } from "./harness.ts";

const STRACE = findProgram("strace", systemWorld());

/** A setting with one tool, whose server writes a line with each start. */
async function warmSetting(settings: Record<string, unknown> = {}) {
  const at = await toolSetting({ docs_search: { mode: "good" } }, settings);
  const runtime = at.home.env["XDG_RUNTIME_DIR"] = runtimeFolder();
  const file = `${at.home.path}/.config/auto-tools/auto-tools.yaml`;
  /** Changes how the server is configured. */
  const reconfigure = (change: (server: Record<string, unknown>) => Record<string, unknown>) => {
    const config = JSON.parse(Deno.readTextFileSync(file));
    config.mcp_servers.docs_search = change(config.mcp_servers.docs_search);
    Deno.writeTextFileSync(file, JSON.stringify(config));
  };
  const log = `${at.home.path}/starts`;
  if (settings["mcp_servers"] === undefined) {
    reconfigure(({ command, args, ...more }) => ({
      ...more,
      command: "/bin/sh",
      args: ["-c", `echo start >> '${log}'; exec "$@"`, "sh", command, ...args as string[]],
    }));
  }
  return {
    ...at,
    reconfigure,
    starts: () => (textOf(log) ?? "").split("\n").length - 1,
    gateway: () => runningGateway(at, `${runtime}/auto-tools`),
  };
}

/** A gateway whose client says nothing; `folder` is that of the sockets. */
async function runningGateway(at: { cwd: string; home: { env: Record<string, string> } }, folder: string) {
  const child = new Deno.Command(binary(), {
    args: ["mcp"],
    cwd: at.cwd,
    clearEnv: true,
    env: at.home.env,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const modeOf = (path: string) => Deno.statSync(path).mode! & 0o777;
  const sockets = () => namesIn(folder).filter((name) => name.endsWith(".sock"));
  // A socket gets its mode a moment after its name; the folder keeps others out from the start.
  await until(
    () => sockets().some((name) => modeOf(`${folder}/${name}`) === 0o600),
    "the gateway opens its door",
  );
  assertEquals(modeOf(folder), 0o700);
  return {
    folder,
    sockets,
    kill: (signal: Deno.Signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await child.status;
    },
  };
}

function status({ envelope }: ContextRun) {
  return envelope.tool_results.find(({ tool }) => tool === "docs_search")?.status;
}

Deno.test("a prompt uses the server that a running gateway keeps, and its own where none runs", async () => {
  await using at = await warmSetting();
  const running = await at.gateway();
  {
    await using _running = running;
    for (const _prompt of [1, 2, 3]) assertEquals(status(await contextOnce(at, PROMPT)), "ok");
    // On a busy machine a gateway may be too slow for a prompt, which then starts a server of its own.
    assert(at.starts() < 4, "the gateway answered none");
  }
  assertEquals(running.sockets(), [], "it leaves no door behind");
  const before = at.starts();
  const run = await contextOnce(at, PROMPT);
  assertEquals([status(run), at.starts()], ["ok", before + 1]);
});

Deno.test("a prompt goes on without a gateway that was killed or stopped", async () => {
  await using at = await warmSetting();
  const running = await at.gateway();
  running.kill("SIGSTOP");
  assertEquals([status(await contextOnce(at, PROMPT)), at.starts()], ["ok", 1]);
  running.kill("SIGKILL");
  await running[Symbol.asyncDispose]();
  assertEquals([status(await contextOnce(at, PROMPT)), at.starts()], ["ok", 2]);
  // The next gateway clears up.
  await using next = await at.gateway();
  assertEquals(status(await contextOnce(at, PROMPT)), "ok");
  assertEquals(next.sockets().length, 1);
});

Deno.test("a server that is configured otherwise since the gateway started is the prompt's to start", async () => {
  await using at = await warmSetting();
  await using _running = await at.gateway();
  at.reconfigure(({ env, ...more }) => ({ ...more, env: { ...env as object, MORE: "1" } }));
  assertEquals([status(await contextOnce(at, PROMPT)), at.starts()], ["ok", 1]);
});

Deno.test("what the user's rules do not let run unasked does not run through the gateway either", async () => {
  await using at = await warmSetting({ permissions: { ask: ["docs_search/*"] } });
  await using _running = await at.gateway();
  assertEquals([status(await contextOnce(at, PROMPT)), at.starts()], ["error", 1]);
});

Deno.test(
  "a prompt that asks a gateway opens no network connection",
  { ignore: STRACE === undefined },
  async () => {
    await using at = await warmSetting();
    await using running = await at.gateway();
    const trace = `${at.home.path}/trace`;
    const traced = ["-f", "-qq", "-e", "trace=socket,connect", "-o", trace, binary(), "hook"];
    const { code, stdout } = await runProgram(STRACE ?? "", traced, {
      cwd: at.cwd,
      env: { ...at.home.env, ...PATIENT },
      stdin: payloadOf(at.cwd, { prompt: PROMPT }),
    });
    const lines = (textOf(trace) ?? "").split("\n");
    assertEquals(code, 0);
    assertStringIncludes(stdout, "retry");
    assert(lines.some((line) => line.includes(`${running.folder}/`)), "it asked the gateway");
    assertEquals(lines.filter((line) => /AF_INET6?\b/.test(line)), []);
  },
);

gatewayTest("a server over HTTP is to be had through the gateway alone", async () => {
  await using web = await webServer();
  const tool = { name: "docs_search", tier: 1, server: "web", tool: "say", timeout_ms: 15_000 };
  await using at = await warmSetting({
    mcp_servers: { web: { url: web.url } },
    tools: [{ ...tool, args: { message: "retryWithBackoff in {{prompt}}" } }],
  });
  assertEquals(status(await contextOnce(at, PROMPT)), "error");
  await using _running = await at.gateway();
  const run = await contextOnce(at, PROMPT);
  assertEquals(status(run), "ok", run.limits);
  assertStringIncludes(JSON.stringify(run.envelope.fused_context), "said: retryWithBackoff");
});
