/** Servers that are not quite as the protocol wants them: what can be used is used, and what cannot is told. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { configure, connect, gatewayTest } from "./gateway_client.ts";
import { makeFolder, makeHome, runBinary } from "./harness.ts";

const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;

/** How the server of `tests/fixtures/mcp/loose_server.mjs` is configured. */
const looseServer = (...args: string[]) => ({ command: "node", args: [LOOSE, ...args] });

gatewayTest(
  "a tool that is not as it has to be spoils no other, and is told by name with what it lacks",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    configure(home, { mcp_servers: { loose: looseServer("mixed"), none: looseServer("none") } });
    const { code, stdout } = await runBinary(["mcp", "--list", "--tools"], { cwd: folder.path, home });
    assertEquals(code, 0);
    const missing = [
      "bare left out: has no inputSchema",
      "word left out: takes no object",
      "pit left out: has an inputSchema that is nested too deeply",
      "tool 9 left out: has no name",
      "tool 10 left out: is no object",
    ];
    assertStringIncludes(stdout, `ok      loose  5 tools, ${missing.join("; ")}; `);
    assertMatch(stdout, /^failed {2}none {2}gave an answer that is no result/m);
    assertEquals(stdout.match(/^loose\/\S+ {2}\w+/gm), [
      "loose/good  read",
      "loose/silent  read",
      // A hint that is none says nothing.
      "loose/unsure  unknown",
      "loose/open  read",
      "loose/array  read",
    ]);
    // The second start knows it from the first.
    for (let start = 0; start < 2; start++) {
      await using gateway = await connect(home, { cwd: folder.path });
      assertStringIncludes(gateway.instructions, `\nloose: ${missing[0]}; ${missing[1]}`);
      assert(!/ignore all previous/i.test(gateway.instructions), gateway.instructions);
      const { index, trouble } = await gateway.call("get_tool_details", { names: ["loose/*"] });
      assertEquals((index as unknown[]).length, 5);
      assertStringIncludes(String(trouble), `loose: ${missing.join("; ")}`);
      const { results } = await gateway.batch([["loose/good"], ["loose/silent"], ["loose/bare"]]);
      assertEquals(results.map(({ status }) => status), ["ok", "ok", "error"]);
      assertStringIncludes(results[2]?.text ?? "", missing[0] ?? "");
    }
  },
);

gatewayTest(
  "where a list of tools is cut it is said, and one that comes back to itself is whole",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    configure(home, {
      mcp_servers: {
        twenty: looseServer("pages", "20"),
        more: looseServer("pages", "21"),
        circle: looseServer("circle"),
        empty: looseServer("empty"),
      },
    });
    const { stdout } = await runBinary(["mcp", "--list"], { cwd: folder.path, home });
    const cut = "only the first 20 pages of its tool list were read";
    assertEquals(stdout.match(/^ok.*(?= {2}\()/gm), [
      "ok      twenty  20 tools",
      `ok      more  20 tools, ${cut}`,
      "ok      circle  1 tool",
      "ok      empty  1 tool",
    ]);
    for (let start = 0; start < 2; start++) {
      await using gateway = await connect(home, { cwd: folder.path });
      assertEquals(gateway.instructions.split("\n").at(-1), `more: ${cut}`);
      assertStringIncludes(gateway.instructions, "\nempty/asked_for_all r ");
      const { trouble } = await gateway.call("get_tool_details", { names: ["more/*", "twenty/*"] });
      assertEquals(trouble, [`more: ${cut}`]);
      const { results } = await gateway.batch([["more/tool_20"]]);
      assertStringIncludes(results[0]?.text ?? "", cut);
    }
  },
);

gatewayTest("of an answer that is not quite by the protocol all that can be read is given", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  configure(home, { mcp_servers: { loose: looseServer("results") } });
  await using gateway = await connect(home, { cwd: folder.path });
  const names = ["nothing", "nulls", "structured", "list", "strange", "important", "unlike"];
  const { results } = await gateway.batch(names.map((name) => [`loose/${name}`]));
  assertEquals(results.map(({ status, text = "" }) => [status, text.replace(/\s+/g, "")]), [
    ["ok", ""],
    ["ok", "said"],
    ["ok", '{"a":1}'],
    ["ok", "[1,2]"],
    ["ok", '{"type":"json","json":{"a":1}}said'],
    ["ok", "said"],
    ["error", "MCPserverloosegaveananswerthatisnoresult"],
  ]);
});

gatewayTest("a server that writes logs and odd messages between its answers serves on", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  configure(home, { mcp_servers: { loose: looseServer("talk") } });
  await using gateway = await connect(home, { cwd: folder.path });
  const said = '{"type":"json","json":{"a":1}}said';
  for (let round = 0; round < 3; round++) {
    const { results } = await gateway.batch([["loose/both"], ["loose/more"], ["loose/words"], [
      "loose/number",
    ]]);
    assertEquals(results.map(({ status, text = "" }) => [status, text.replace(/\s+/g, "")]), [
      ["ok", said],
      ["ok", said],
      ["error", "MCPserverloosefailed:itbroke坏了"],
      ["error", "MCPserverloosefailed:itsanswerisneitheraresultnoranerror"],
    ]);
  }
});

gatewayTest(
  "a call with its arguments in the wrong place is refused, and not made without them",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    configure(home, { mcp_servers: { loose: looseServer("pages") } });
    await using gateway = await connect(home, { cwd: folder.path });
    for (const wrong of [{ args: { path: "a.txt" } }, { path: "a.txt" }]) {
      const calls = [{ name: "loose/tool_0" }, { name: "loose/tool_0", ...wrong }];
      const { error } = await gateway.call("run_tool_batch", { calls });
      assertStringIncludes(error ?? "", "calls.1: has more beside its name");
    }
    const { summary } = await gateway.call("run_tool_batch", { calls: [{ name: "loose/tool_0" }] });
    assertMatch(String(summary), /^1 call: 1 ok/);
  },
);
