/** How the servers behind a gateway start: a few at a time, each on its own clock, and within what the client waits. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gatewaySetting, gatewayTest as test } from "./gateway_client.ts";
import { assertInTime } from "./in_time.ts";
import { write } from "../fixtures/tree.ts";

/** So many servers of one kind. */
function many(count: number, behaviour: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, behaviour]));
}

test("many servers start a few at a time, and a slow one has time that nobody configured", async () => {
  // The last one longer than a prompt would wait for it.
  await using at = await gatewaySetting({ ...many(6, "slow 300"), slow: "slow 5500" });
  const { code, stdout } = await at.list();
  assertEquals([code, stdout.match(/^ok +s(?:\d|low)/gm)?.length], [0, 7], stdout);
  let starting = 0;
  let most = 0;
  for (const line of at.journal().trim().split("\n")) {
    starting += line === "begins" ? 1 : -1;
    most = Math.max(most, starting);
  }
  assert(most >= 2 && most <= 4, `${most} at once`);
});

test("servers that never start hold up no other, and a batch ends within what Codex's user lets the gateway's tools take, starts of servers included", async () => {
  await using at = await gatewaySetting({ ...many(4, "mute"), good: "fine", mute: "mute" });
  write(
    `${at.home.path}/.codex/config.toml`,
    '[mcp_servers.auto-tools]\ncommand = "codex-auto"\nargs = ["mcp"]\ntool_timeout_sec = 8\n',
  );
  await using gateway = await at.connect({ name: "codex-mcp-client" });
  assertStringIncludes(gateway.instructions, "good/sleep");
  const before = performance.now();
  assertEquals((await gateway.call("find_tools", { query: "good/sleep" }))["more"], undefined);
  await assertInTime(performance.now() - before, 1000);
  const { results, ms } = await gateway.batch([
    ["good/sleep", { ms: 1 }],
    ["mute/sleep", { ms: 1 }],
    ["good/sleep", { ms: 20_000 }],
  ]);
  assertEquals(results.map(({ status }) => status), ["ok", "error", "error"]);
  assertStringIncludes(results[1]?.text ?? "", "still starting");
  assertStringIncludes(results[2]?.text ?? "", "longer than 6 s");
  await assertInTime(ms, 8000);
});

test("a running gateway follows its configuration, and ends no server that stands there as before", async () => {
  await using at = await gatewaySetting({ one: "fine", old: "fine" });
  await using gateway = await at.connect();
  let told = 0;
  gateway.client.setNotificationHandler("notifications/tools/list_changed", () => void told++);
  await gateway.batch([["one/change"], ["old/sleep", { ms: 1 }]]);
  /** Whether the server is the one that was told to change. */
  const isSame = async () => {
    const details = await gateway.call("get_tool_details", { names: ["one/act"] });
    return JSON.stringify(details["tools"]).includes("Acts, and tells its maker.");
  };
  while (!await isSame() || told === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const servers = { one: "fine", added: "fine" };
  /** What comes of a call once the configuration has been read anew. */
  const becomes = async (name: string, what: RegExp) => {
    let said = "";
    for (let tries = 0; tries < 100; tries++) {
      const { results: [result] } = await gateway.batch([[name, { ms: 1 }]]);
      said = `${result?.status} ${result?.text}`;
      if (what.test(said)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${name} never was ${what}: ${said}`);
  };
  at.configure(servers);
  await becomes("added/sleep", /^ok/);
  await becomes("old/sleep", /^error no tool old/);
  await gateway.batch([["one/sleep", { ms: 1 }]]);
  assert(await isSame());

  at.configure(servers, { permissions: { allow: ["*"], deny: ["added/*"] } });
  await becomes("added/sleep", /denied by the user's configuration/);
  // Half a file is what it looks like while somebody writes it.
  Deno.writeTextFileSync(`${at.home.path}/.config/auto-tools/auto-tools.yaml`, "mcp_servers: {one: [");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await becomes("added/sleep", /denied by the user's configuration/);
  const { summary, results: [result] } = await gateway.batch([["one/sleep", { ms: 1 }]]);
  assertEquals(result?.status, "ok");
  assertMatch(summary, /has changed and cannot be used; the one before holds\. \/\S+:1: invalid YAML/);
});
