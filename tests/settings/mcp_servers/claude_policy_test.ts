import { assertEquals } from "@std/assert";
import { policyAgainst } from "../../../lib/settings/mcp_servers/client_rules.ts";

const PROGRAM = { command: "node", args: ["a.mjs"], env: {} };
const WEB = { url: "http://localhost:9/x/y", headers: {} };

/** Each as Claude Code 2.1.330 was seen to take it (`claude mcp list`). */
Deno.test("a server is denied by its name, its whole command, or its address", () => {
  const denied = (entry: unknown, name: string, target: typeof PROGRAM | typeof WEB) =>
    policyAgainst([{ deniedMcpServers: [7, null, entry] }], name, target) === "deniedMcpServers";
  assertEquals(denied({ serverName: "two words" }, "two words", PROGRAM), true);
  assertEquals(denied({ serverName: "two_words" }, "two words", PROGRAM), false);
  assertEquals(denied({ serverCommand: ["node", "a.mjs"] }, "one", PROGRAM), true);
  assertEquals(denied({ serverCommand: ["node"] }, "one", PROGRAM), false);
  assertEquals(denied({ serverUrl: "http://localhost*" }, "web", WEB), true);
  assertEquals(denied({ serverUrl: "http://localhost" }, "web", WEB), false);
  assertEquals(policyAgainst([{ deniedMcpServers: "all" }], "web", WEB), undefined);
});

Deno.test("where servers are allowed by command or address, a name alone is not enough for one of that kind", () => {
  const against = (allowed: unknown[], name: string, target: typeof PROGRAM | typeof WEB) =>
    policyAgainst([{ allowedMcpServers: allowed }], name, target);
  assertEquals(against([], "one", PROGRAM), "allowedMcpServers");
  assertEquals(against([{ serverName: 7 }, { serverName: "one" }], "one", PROGRAM), undefined);
  assertEquals(against([{ serverName: "one" }], "web", WEB), "allowedMcpServers");
  const command = [{ serverName: "one" }, { serverCommand: ["node", "z"] }];
  assertEquals(against(command, "one", PROGRAM), "allowedMcpServers");
  assertEquals(against([{ serverCommand: ["node", "a.mjs"] }], "one", PROGRAM), undefined);
  const address = [{ serverUrl: "http://localhost:*/*" }, { serverName: "one" }, { serverName: "else" }];
  assertEquals(against(address, "one", PROGRAM), undefined);
  assertEquals(against(address, "else", { ...WEB, url: "http://127.0.0.1:9/mcp" }), "allowedMcpServers");
  assertEquals(against(address, "web", WEB), undefined);
  assertEquals(against([{ serverUrl: "*://localhost:9/X/*" }], "web", WEB), "allowedMcpServers");
});

Deno.test("the lists of the organisation and the user count together, unless the organisation's alone are to", () => {
  const organisation = { allowedMcpServers: [{ serverName: "one" }] };
  const user = { allowedMcpServers: [{ serverName: "two" }], deniedMcpServers: [{ serverName: "three" }] };
  const against = (name: string, more = {}) =>
    policyAgainst([{ ...organisation, ...more }, user], name, PROGRAM);
  assertEquals(["one", "two", "three", "four"].map((name) => against(name)), [
    undefined,
    undefined,
    "deniedMcpServers",
    "allowedMcpServers",
  ]);
  assertEquals(against("two", { allowManagedMcpServersOnly: true }), "allowedMcpServers");
});
