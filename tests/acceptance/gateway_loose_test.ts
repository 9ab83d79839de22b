/** Servers that are not quite as the protocol wants them: what can be used is used, and what cannot is told. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gatewaySetting, gatewayTest as test } from "./gateway_client.ts";
import { assertHas } from "./harness.ts";

const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;

/** How the server of `tests/fixtures/mcp/loose_server.mjs` is configured. */
const looseServer = (...args: string[]) => ({ command: "node", args: [LOOSE, ...args] });

test("a tool that is not as it has to be spoils no other, and is told by name with what it lacks; where a list of tools is cut it is said, and one that comes back to itself is whole", async () => {
  await using at = await gatewaySetting({
    loose: looseServer("mixed"),
    none: looseServer("none"),
    twenty: looseServer("pages", "20"),
    more: looseServer("pages", "21"),
    circle: looseServer("circle"),
    empty: looseServer("empty"),
  });
  const { code, stdout } = await at.list("--tools");
  assertEquals(code, 0);
  const missing = [
    "bare left out: has no inputSchema",
    "word left out: takes no object",
    "pit left out: has an inputSchema that is nested too deeply",
    "tool 9 left out: has no name",
    "tool 10 left out: is no object",
  ];
  const cut = "only the first 20 pages of its tools were read";
  assertStringIncludes(stdout, `ok      loose  5 tools, ${missing.join(", ")}, `);
  assertEquals(stdout.match(/^ok {6}(?!loose).*(?=, version)/gm), [
    "ok      twenty  20 tools",
    `ok      more  20 tools, ${cut}`,
    "ok      circle  1 tool",
    "ok      empty  1 tool",
  ]);
  assertMatch(stdout, /^failed {2}none {2}gave an answer that is no result/m);
  // A hint that is none says nothing.
  const risks = { good: "read", silent: "read", unsure: "unknown", open: "read", array: "read" };
  assertEquals(
    stdout.match(/^loose\/\S+ {2}\w+/gm),
    Object.entries(risks).map(([name, risk]) => `loose/${name}  ${risk}`),
  );
  // It knows this from the start before.
  await using gateway = await at.connect();
  assertHas(
    gateway.instructions,
    `\nloose: ${missing[0]}; ${missing[1]}`,
    `\nmore: ${cut}`,
    "\nempty/asked_for_all r ",
  );
  assert(!/ignore all previous/i.test(gateway.instructions), gateway.instructions);
  const { index, trouble } = await gateway.call("get_tool_details", { names: ["loose/*"] });
  assertEquals((index as unknown[]).length, 5);
  assertStringIncludes(String(trouble), `loose: ${missing.join("; ")}`);
  const pages = await gateway.call("get_tool_details", { names: ["more/*", "twenty/*"] });
  assertEquals(pages["trouble"], [`more: ${cut}`]);
  const { results } = await gateway.batch([["loose/good"], ["loose/silent"], ["loose/bare"], [
    "more/tool_20",
  ]]);
  assertEquals(results.map(({ status }) => status), ["ok", "ok", "error", "error"]);
  assertStringIncludes(results[2]?.text ?? "", missing[0] ?? "");
  assertStringIncludes(results[3]?.text ?? "", cut);
});

/** Servers whose answers are not by the protocol, each with its tools and what is given of their answers, without blanks. */
const ANSWERS: [server: string, answers: Record<string, [status: string, text: string]>][] = [
  ["results", {
    nothing: ["ok", ""],
    nulls: ["ok", "said"],
    structured: ["ok", '{"a":1}'],
    list: ["ok", "[1,2]"],
    strange: ["ok", '{"type":"json","json":{"a":1}}said'],
    important: ["ok", "said"],
    unlike: ["error", "MCPserverresultsgaveananswerthatisnoresult"],
    deep: ["error", "MCPserverresultsgaveananswerthatisnestedtoodeeply"],
  }],
  // This one writes logs and odd messages between its answers, and serves on.
  ["talk", {
    both: ["ok", '{"type":"json","json":{"a":1}}said'],
    more: ["ok", '{"type":"json","json":{"a":1}}said'],
    words: ["error", "MCPservertalkfailed:itbroke坏了"],
    data: ["error", `MCPservertalkfailed:${"no".repeat(400)}{"status":404}`],
    number: ["error", "MCPservertalkfailed:itsanswerisneitheraresultnoranerror"],
  }],
];

test("of an answer that is not quite by the protocol all that can be read is given", async () => {
  const names = ANSWERS.map(([server]) => server);
  await using at = await gatewaySetting({
    ...Object.fromEntries(names.map((server) => [server, looseServer(server)])),
    pages: looseServer("pages"),
  });
  await using gateway = await at.connect();
  for (const [server, answers] of [...ANSWERS, ...ANSWERS]) {
    const { results } = await gateway.batch(Object.keys(answers).map((name) => [`${server}/${name}`]));
    const given = results.map(({ status, text = "" }) => [status, text.replace(/\s+/g, "")]);
    assertEquals(given, Object.values(answers));
  }

  // A call with its arguments in the wrong place is refused, and not made without them.
  const name = "pages/tool_0";
  for (const wrong of [{ args: { path: "a.txt" } }, { path: "a.txt" }]) {
    const { error } = await gateway.call("run_tool_batch", { calls: [{ name }, { name, ...wrong }] });
    assertHas(error ?? "", "calls.1: has more beside its name");
  }
  const twins = await gateway.call("run_tool_batch", { calls: [{ id: "a", name }, { id: "a", name }] });
  assertHas(twins.error ?? "", "calls: two calls have the same id");
  const deep = JSON.parse(`${"[".repeat(600)}${"]".repeat(600)}`);
  const { error } = await gateway.call("run_tool_batch", { calls: [{ name, arguments: { deep } }] });
  assertHas(error ?? "", "nested too deeply");
});
