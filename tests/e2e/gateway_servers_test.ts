/** Twenty real servers from npm behind the gateway. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect } from "../acceptance/gateway_client.ts";
import { type Home, makeHome, makeRepo, type Repo, runBinary } from "../acceptance/harness.ts";
import { E2E } from "./clients.ts";
import { REAL_SERVERS, serverEntries } from "./mcp_servers.ts";

/** ms for twenty servers to start on a busy machine. */
const PATIENCE_MS = 120_000;
/** UTF-16 units of a server's instructions that Claude Code keeps. */
const MAX_INSTRUCTIONS = 4096;

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
}

async function place(): Promise<Place> {
  const [home, repo] = [await makeHome(), await makeRepo({ "a.txt": "alpha\n" })];
  const entries = await serverEntries({ scratch: home.path, repo: repo.path });
  const patient = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, { ...entry, startup_timeout_sec: 60 }]),
  );
  await Deno.mkdir(`${home.path}/.config/auto-tools`, { recursive: true });
  // JSON is YAML.
  const text = JSON.stringify({ mcp_servers: patient, permissions: { allow: ["*"] } });
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
