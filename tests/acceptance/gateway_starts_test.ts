/** How the servers behind a gateway start: a few at a time, each on its own clock, and within what the client waits. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { configure, connect, gatewayTest, oddServer } from "./gateway_client.ts";
import { makeFolder, makeHome, runBinary } from "./harness.ts";

gatewayTest(
  "many servers start a few at a time, and a slow one has time that nobody configured",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    const journal = `${folder.path}/journal`;
    const many = Array.from({ length: 10 }, (_, at) => [`s${at}`, oddServer("slow 300", journal)] as const);
    // Longer than a prompt would wait for it.
    const slow = oddServer("slow 5500");
    configure(home, { mcp_servers: { ...Object.fromEntries(many), slow } });
    const { code, stdout } = await runBinary(["mcp", "--list"], {
      cwd: folder.path,
      home,
      timeoutMs: 60_000,
    });
    assertEquals(code, 0, stdout);
    assertEquals(stdout.match(/^ok +s\d/gm)?.length, 10, stdout);
    assertMatch(stdout, /^ok +slow/m);
    let starting = 0;
    let most = 0;
    for (const line of Deno.readTextFileSync(journal).trim().split("\n")) {
      starting += line === "begins" ? 1 : -1;
      most = Math.max(most, starting);
    }
    assert(most >= 2 && most <= 4, `${most} at once`);
  },
);

gatewayTest("servers that never start hold up no other", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  const mute = Array.from({ length: 5 }, (_, at) => [`mute${at}`, oddServer("mute")] as const);
  configure(home, { mcp_servers: { ...Object.fromEntries(mute), good: oddServer() } });
  await using gateway = await connect(home, { cwd: folder.path });
  assertStringIncludes(gateway.instructions, "good/sleep");
  const { summary } = await gateway.batch([["good/sleep", { ms: 1 }]]);
  assertMatch(summary, /^1 call: 1 ok/);
});

gatewayTest(
  "a batch ends within what Codex's user lets the gateway's tools take, starts of servers included",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    configure(home, { mcp_servers: { good: oddServer(), mute: oddServer("mute") } });
    Deno.mkdirSync(`${home.path}/.codex`);
    Deno.writeTextFileSync(
      `${home.path}/.codex/config.toml`,
      '[mcp_servers.auto-tools]\ncommand = "codex-auto"\nargs = ["mcp"]\ntool_timeout_sec = 8\n',
    );
    await using gateway = await connect(home, { cwd: folder.path, name: "codex-mcp-client" });
    const { results, ms } = await gateway.batch([
      ["good/sleep", { ms: 1 }],
      ["mute/sleep", { ms: 1 }],
      ["good/sleep", { ms: 20_000 }],
    ]);
    assertEquals(results.map(({ status }) => status), ["ok", "error", "error"]);
    assertStringIncludes(results[1]?.text ?? "", "still starting");
    assertStringIncludes(results[2]?.text ?? "", "longer than 6 s");
    assert(ms < 8000, `${ms}`);
  },
);
