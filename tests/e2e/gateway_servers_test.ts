/** Real servers from npm behind the gateway. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect } from "../acceptance/gateway_client.ts";
import { makeHome, makeRepo, runBinary } from "../acceptance/harness.ts";
import { E2E } from "./clients.ts";
import { configureServers, REAL_SERVERS } from "./mcp_servers.ts";

/** Those that are met most, among them GitLab's with more than a hundred tools, without those that take seconds to start. */
const SLOW = ["context7", "chrome-devtools", "firecrawl", "git"];
const SERVERS = REAL_SERVERS.filter((name) => !SLOW.includes(name)).slice(0, 10);

/** ms for the servers to start on a busy machine. */
const PATIENCE_MS = 120_000;
/** UTF-16 units of a server's instructions that Claude Code keeps. */
const MAX_INSTRUCTIONS = 4096;

interface Details {
  tools: { name: string; parameters?: { type?: string } }[];
  missing: string[];
}

Deno.test({
  name: "ten servers with hundreds of tools stand behind one gateway, each tool with its whole schema",
  ignore: !E2E,
  // The SDK's transport leaves a timer behind when it closes.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using home = await makeHome();
    await using repo = await makeRepo({ "a.txt": "alpha\n" });
    await configureServers(home, repo, SERVERS);
    const options = { cwd: repo.path, home, timeoutMs: PATIENCE_MS };
    const { code, stdout } = await runBinary(["mcp", "--list", "--tools", "--format", "json"], options);
    assertEquals(code, 0);
    const { servers, tools }: { servers: { state: string }[]; tools: { name: string }[] } = JSON.parse(
      stdout,
    );
    assertEquals(servers.map(({ state }) => state), SERVERS.map(() => "ready"), stdout.slice(0, 2000));
    assert(tools.length >= 200, `${tools.length} tools`);

    await using ours = await connect(home, { cwd: repo.path });
    const details = async (names: string[]): Promise<Details> =>
      JSON.parse(JSON.stringify(await ours.call("get_tool_details", { names })));
    assert(ours.instructions.length <= MAX_INSTRUCTIONS, `${ours.instructions.length} units`);
    assertStringIncludes(ours.instructions, `${tools.length} tools of ${SERVERS.length} MCP servers`);
    for (const server of SERVERS) assertStringIncludes(ours.instructions, server);
    // Every tool is found by its exact name; each schema is its server's.
    const names = tools.map(({ name }) => name);
    for (let from = 0; from < names.length; from += 20) {
      const wanted = names.slice(from, from + 20);
      const { tools: found, missing } = await details(wanted);
      assertEquals([found.map(({ name }) => name), missing], [wanted, []]);
      for (const { name, parameters } of found) {
        // Twenty long ones do not fit one answer; each for itself does.
        const schema = parameters ?? (await details([name])).tools[0]?.parameters;
        assertEquals(schema?.type, "object", name);
      }
    }
  },
});
