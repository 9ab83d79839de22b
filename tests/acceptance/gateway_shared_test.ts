/** One process has the gateways of all clients of a user. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { living } from "../tools/living.ts";
import type { Connected, GatewaySetting } from "./gateway_client.ts";
import { gatewaySetting, gatewayTest as test } from "./gateway_client.ts";
import { makeFolder, makeRepo, textOf, until } from "./harness.ts";

/** ms: without a client the process ends after ten seconds. */
const GONE_MS = 20_000;

/** Ids of the processes that hold gateways of this home. */
function daemons({ home }: GatewaySetting): number[] {
  return living(`HOME=${home.path}`).filter((pid) => commandLine(pid).endsWith("\0daemon\0"));
}

const commandLine = (pid: number) => textOf(`/proc/${pid}/cmdline`) ?? "";

function socketOf({ home }: GatewaySetting): string {
  const folder = `${home.env["XDG_RUNTIME_DIR"]}/auto-tools`;
  const sockets = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) =>
    name.endsWith("-mcp.daemon")
  );
  assertEquals(sockets.length, 1);
  return `${folder}/${sockets[0]}`;
}

test("clients share one process, each with its own project, environment and servers; it ends when all have gone", async () => {
  await using at = await gatewaySetting({ odd: "fine" });
  await using other = await makeRepo({ "elsewhere.ts": "export function elsewhere() {}\n" });
  const one = await at.connect({ env: { DISPLAY: ":1" } });
  const two = await at.connect({ cwd: other.path, modern: true, env: { DISPLAY: ":2" } });
  const [daemon, ...more] = daemons(at);
  assertEquals([typeof daemon, more], ["number", []]);
  const display = async (client: Connected) =>
    JSON.parse((await client.batch([["odd/env"]])).results[0]?.text ?? "").DISPLAY;
  assertEquals([await display(one), await display(two)], [":1", ":2"]);
  const places = { name: "find_places", arguments: { question: "elsewhere" } };
  const [none, found] = await Promise.all(
    [one, two].map(async ({ client }) => JSON.stringify(await client.callTool(places))),
  );
  assertStringIncludes(found ?? "", "elsewhere.ts");
  assertStringIncludes(none ?? "", "No place");
  await one[Symbol.asyncDispose]();
  // What each has started goes with it, and with nobody else.
  assertEquals(living("DISPLAY=:1").filter((pid) => commandLine(pid).includes("odd_server")), []);
  assertEquals(await display(two), ":2");
  await two[Symbol.asyncDispose]();
  await until(() => daemons(at).length === 0, "the process has ended", GONE_MS);
});

test("a process that is killed takes no client's next session with it, and what is not to be shared is not", async () => {
  await using at = await gatewaySetting({ odd: "fine" });
  const gateway = await at.connect();
  const [daemon = 0] = daemons(at);
  const lost = gateway.batch([["odd/hang"], ["odd/log", { line: "late" }]]).then(String, () => "lost");
  const log = `${at.home.path}/.local/state/auto-tools/gateway/calls.jsonl`;
  await until(() => /odd\/hang.*begun/.test(textOf(log) ?? ""), "a call that runs is logged");
  Deno.kill(daemon, "SIGKILL");
  await until(() => gateway.stderr() !== "", "it is said");
  assertMatch(gateway.stderr(), /the process with the gateways of all clients has ended/);
  assertEquals([await lost, at.journal()], ["lost", ""]);
  await using next = await at.connect();
  assertEquals((await next.batch([["odd/text", { bytes: 6 }]])).results[0]?.text, "A line");
  // Whoever can connect, and no more, is not served.
  const connection = await Deno.connect({ transport: "unix", path: socketOf(at) });
  const buffer = new Uint8Array(1000);
  const named = new TextDecoder().decode(buffer.subarray(0, await connection.read(buffer) ?? 0));
  assertMatch(named, /^\{"name":"[0-9a-f]{32}"\}\n$/);
  const joining = { cwd: at.cwd, environment: { HOME: at.home.path, PATH: Deno.env.get("PATH") } };
  await connection.write(new TextEncoder().encode(`${JSON.stringify(joining)}\n`));
  assertEquals(await connection.read(buffer), null);
  connection.close();
});

test("where no process can be shared a client has a gateway of its own, and is told", async () => {
  await using at = await gatewaySetting({ odd: "fine" });
  await using folder = await makeFolder();
  const XDG_RUNTIME_DIR = `${folder.path}/${"deep/".repeat(20)}`;
  await using gateway = await at.connect({ env: { XDG_RUNTIME_DIR } });
  assertEquals((await gateway.batch([["odd/text", { bytes: 6 }]])).results[0]?.text, "A line");
  assertMatch(gateway.stderr(), /has a gateway of its own.*its path is too long/);
  assertEquals(daemons(at), []);
});
