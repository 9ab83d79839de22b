/** CONTRACT 2.1 to 2.4 with real servers: index, details, batches, outputs as files. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gatewaySetting, gatewayTest as test, oddServer, realServer, webServer } from "./gateway_client.ts";
import { assertHas, placeProgram, runBinary, until } from "./harness.ts";
import { typed } from "./terminal.ts";
import { write } from "../fixtures/tree.ts";

/** A server of npm, in node. */
async function real(name: Parameters<typeof realServer>[0], args: string[] = [], env = {}) {
  return { command: "node", args: [await realServer(name), ...args], env, startup_timeout_sec: 20 };
}

test("real servers behind one gateway: index, details, a batch, and the log of its calls", async () => {
  await using at = await gatewaySetting({}, {}, {
    "own/small.txt": "a small file\n",
    "own/team.json": `{"lead": "ada"}`,
  });
  at.configure({
    everything: await real("everything"),
    files: await real("filesystem", [`${at.cwd}/own`]),
    memory: await real("memory", [], { MEMORY_FILE_PATH: `${at.cwd}/memory.jsonl` }),
    broken: { command: "/nowhere/at/all" },
  });
  // On a busy machine a server may take longer to start than a client waits for the index; then this has listed it before.
  const { code, stdout } = await at.list();
  assertEquals([code, stdout.match(/^(?:ok|failed)/gm)], [0, ["ok", "ok", "ok", "failed"]]);
  await using gateway = await at.connect();
  assertHas(
    gateway.instructions,
    "everything/echo(message) r ",
    "files/write_file(path,content) w ",
    "broken: unavailable (cannot be started: /nowhere/at/all not found)",
  );
  const { tools } = await gateway.client.listTools();
  const ours =
    "run_tool_batch get_tool_details find_tools find_places context_list context_read context_tail context_grep";
  assertEquals(tools.map(({ name }) => name).join(" "), ours);
  assert(tools.every(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true));

  const names = ["everything/get-sum", "no/such", "memory/*"];
  const details = await gateway.call("get_tool_details", { names });
  const [sum] = details["tools"] as { name: string; parameters: { required: string[] } }[];
  assertEquals([sum?.name, sum?.parameters.required], ["everything/get-sum", ["a", "b"]]);
  assertEquals(details["missing"], ["no/such"]);
  assertStringIncludes(JSON.stringify(details["index"]), '"memory/read_graph"');
  assertEquals(Object.keys(details["instructions"] ?? {}), ["everything"]);
  const found = await gateway.call("find_tools", { query: "read the graph" });
  assertStringIncludes(JSON.stringify(found["tools"]).slice(0, 60), '"memory/read_graph"');

  const { summary, results } = await gateway.batch([
    ["everything/get-sum", { a: 2, b: 3 }],
    ["files/read_text_file", { path: `${at.cwd}/own/small.txt` }],
    ["everything/get-tiny-image"],
    ["broken/anything"],
    ["files/read_text_file", { path: `${at.cwd}/other.txt` }],
  ]);
  assertMatch(summary, /^5 calls: 3 ok, 2 error/);
  assertMatch(results[0]?.text ?? "", /2 and 3 is 5/);
  assertStringIncludes(results[1]?.text ?? "", "a small file");
  assertEquals(results[2]?.attachments?.[0]?.mimeType, "image/png");
  assertStringIncludes(results[3]?.text ?? "", "cannot be started");
  // Its client has no roots, so it keeps to what its arguments say.
  assertStringIncludes(results[4]?.text ?? "", "Access denied");
  assertEquals(gateway.types(), ["text", "image"]);
  const log = await runBinary(["mcp", "--log", "--format", "json"], at);
  const calls = log.stdout.trim().split("\n").map((line) => JSON.parse(line));
  const both = (tool: string) => [`${tool} rule begun`, `${tool} rule ok`];
  const came = calls.map(({ tool, word, result }) => `${tool} ${word} ${result}`);
  assertEquals([...came].sort(), [
    "broken/anything none error",
    ...["get-sum", "get-tiny-image"].flatMap((name) => both(`everything/${name}`)),
    ...["begun", "begun", "error", "ok"].map((result) => `files/read_text_file rule ${result}`),
  ]);
  assert(
    calls.every(({ client, argumentsSha256 }) =>
      client === "acceptance" && /^[0-9a-f]{64}$/.test(argumentsSha256)
    ),
  );

  // What calls gave is used by later ones: a reference, a call for every item, and a part of each result as the answer.
  const people = ["ada", "bob", "eve"].map((name, at) => ({
    name,
    entityType: at === 1 ? "team" : "person",
    observations: [`${name} likes tea`],
  }));
  const answer = await gateway.call("run_tool_batch", {
    calls: [
      { name: "memory/create_entities", arguments: { entities: people } },
      { id: "all", name: "memory/read_graph", pick: { path: "entities", count: true } },
      {
        id: "each",
        name: "memory/open_nodes",
        each: { $from: "all", path: "entities", filter: '@.entityType == "person"' },
        arguments: { names: [{ $item: "name" }] },
        pick: { path: "entities[0].observations[0]" },
      },
      { name: "memory/open_nodes", each: { $from: "all", path: "entities[?@.none]" }, arguments: {} },
      {
        name: "memory/search_nodes",
        arguments: { query: { $from: "each", path: "[1].entities[0].name" } },
        pick: { path: "entities[*].name" },
      },
      { name: "memory/open_nodes", arguments: { names: { $from: "nobody" } } },
      { name: "files/read_text_file", arguments: { path: "team.json" }, pick: { path: "lead" } },
    ],
  });
  const given = answer["results"] as { status: string; text: string }[];
  assertEquals(given.map(({ status }) => status), ["ok", "ok", "ok", "ok", "ok", "ok", "error", "ok"]);
  assertEquals(given[7]?.text, '"ada"');
  assertEquals(given.slice(1, 6).map(({ text }) => text), [
    "3",
    '"ada likes tea"',
    '"eve likes tea"',
    "ran for 0 items",
    '["eve"]',
  ]);
  assertStringIncludes(given[6]?.text ?? "", "no earlier call of this batch has the id nobody");
});

test("a batch: names in any script, reads side by side up to the limit, the rest alone and in order, nothing where a call is wrong; progress and cancellation pass through", async () => {
  await using at = await gatewaySetting({ odd: "fine", 数据库: "fine" }, {
    permissions: { allow: ["odd/log", "odd/sleep", "数据库/*"] },
  });
  await using gateway = await at.connect();
  assertHas(
    gateway.instructions,
    "\n数据库/查询-数据 r 查询数据\n",
    "\n数据库: 1 tool left out: not safe to name",
  );
  const called = await gateway.batch([
    ["数据库/查询-数据"],
    ["数据库/查询 数据"],
    ["数据库/two-words"],
    ["数据库/text", { bytes: 20_000 }],
  ]);
  assertEquals(called.results.slice(0, 3).map(({ text }) => text), [
    "called 查询 数据",
    "called 查询 数据",
    "called two words",
  ]);
  const id = called.results[3]?.ref?.id ?? "";
  assertMatch(id, /^text-[0-9a-f]{6}$/);
  assertEquals((await gateway.call("context_read", { id }))["offset"], 0);

  const sleeps = Array.from({ length: 10 }, () => ["odd/sleep", { ms: 400 }] as [string, { ms: number }]);
  for (const limit of [10, 2]) {
    const { results } = await gateway.batch(sleeps, { limit });
    assertEquals(results.length, 10);
    assertStringIncludes(results.at(-1)?.text ?? "", `at most ${limit} at once`);
  }
  const wrong = await gateway.batch([
    ["odd/log", { line: "zero" }],
    ["odd/sleep", { ms: 1 }],
    ["odd/log", { line: 7 }],
    ["odd/lag", { line: "x" }],
  ]);
  assertEquals(wrong.results.map(({ status }) => status), ["error", "ok", "error", "error"]);
  assertStringIncludes(wrong.results[0]?.text ?? "", "not run: call 3");
  assertStringIncludes(wrong.results[2]?.text ?? "", "invalid arguments: line:");
  assertStringIncludes(wrong.results[3]?.text ?? "", "similar: odd/log");
  const { results } = await gateway.batch([
    ["odd/log", { line: "one" }],
    ["odd/sleep", { ms: 10 }],
    ["odd/log", { line: "two" }],
    ["odd/log", { line: "three" }],
  ]);
  assertEquals(results.map(({ status }) => status), Array(4).fill("ok"));
  assertEquals(at.journal(), "one\ntwo\nthree\n");

  const told: string[] = [];
  await gateway.batch([["odd/sleep", { ms: 50 }]], { onprogress: ({ message }) => told.push(message ?? "") });
  assertEquals(told[0], "odd/sleep: half");
  const stop = new AbortController();
  // Half of it is over when it is stopped: the server has the call.
  const options = { signal: stop.signal, onprogress: () => stop.abort() };
  const batch = gateway.batch([["odd/sleep", { ms: 4000 }], ["odd/log", { line: "late" }]], options);
  assertEquals(await batch.then(() => "answered", () => "ended"), "ended");
  await until(() => at.journal().endsWith("cancelled\n"), "the server is told");
  const log = (await runBinary(["mcp", "--log"], at)).stdout;
  assertEquals([log.match(/ begun {7}odd\/log /g)?.length, at.journal().includes("late")], [3, false], log);
});

test("the index is there at once at the next start, before any server has started; a gateway goes on while its program's file is replaced, threads and all", async () => {
  await using at = await gatewaySetting({ odd: "fine" });
  assertEquals((await at.list()).code, 0);
  at.home.install("node", "#!/bin/sh\nexit 9\n");
  const program = `${at.home.bin}/codex-auto`;
  await placeProgram(program);
  await using second = await at.connect({ program });
  assertStringIncludes(second.instructions, "odd/sleep(ms?) r ");
  Deno.removeSync(`${at.home.bin}/node`);
  // As an update puts it there.
  Deno.writeTextFileSync(`${program}.new`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  Deno.renameSync(`${program}.new`, program);
  const { results: [read] } = await second.batch([["odd/text", { bytes: 400_000 }]]);
  assertEquals(read?.status, "ok", JSON.stringify(read));
  const found = await second.call("context_grep", { id: read?.ref?.id, pattern: "^A line" });
  assert(Number(found["matches"]) >= 1, JSON.stringify(found));
});

test("a server over HTTP, and one that is this gateway itself", async () => {
  await using web = await webServer();
  await using at = await gatewaySetting({
    web: { url: web.url, headers: { "X-Key": "k" } },
    gone: { url: "http://127.0.0.1:9/mcp" },
    self: { command: "codex-auto", args: ["mcp"] },
  });
  await using gateway = await at.connect();
  assertMatch(gateway.instructions, /^\d+ tools of 2 MCP servers \(web, gone\)/);
  const { results } = await gateway.batch([["web/say", { message: "over HTTP" }], ["gone/x"]]);
  assertEquals([results[0]?.text, results[1]?.status], ["said: over HTTP", "error"]);
});

test("--list says how each server is, for people and for programs, and 40 where none works", async () => {
  await using web = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response("no", { status: 401 }),
  );
  const locked = { url: `http://127.0.0.1:${web.addr.port}/mcp?api_key=sk-live-0123456789abcdefghijklmnop` };
  await using at = await gatewaySetting({ locked, odd: "fine" }, {
    permissions: { deny: ["odd/act", "odd/resources/read", "locked/x", "mcp__odd__act", "odd/[ab]ct"] },
    risk: { read: ["odd/act"] },
    nonsense: 1,
  });
  const text = await at.list("--tools");
  // For the key that nobody knows.
  assertEquals(text.code, 20);
  assertMatch(text.stdout, /^failed {2}locked {2}needs a login; run: codex-auto login locked/m);
  assertMatch(
    text.stdout,
    /^ok {6}odd {2}19 tools, 1 tool left out: not safe to name, .* {2}\(.*auto-tools\.yaml\)$/m,
  );
  assertMatch(text.stdout, /^odd\/act {2}read {2}Acts$/m);
  const idle = "permissions.deny: 2 without effect: no tool of these servers has such a name";
  assertHas(text.stderr, "nonsense: unknown key", `${idle} (mcp__odd__act, odd/[ab]ct)`);
  assert(!`${text.stdout}${text.stderr}`.includes("sk-live-0123"));
  const outside = await runBinary(["mcp", "--list"], { home: at.home, cwd: at.home.path });
  assertMatch(outside.stderr, /^\[Limits\] no-git-root/m);
  const { servers, tools: [sleep] } = JSON.parse((await at.list("--tools", "--format", "json")).stdout);
  assertEquals(servers.map(({ state }: { state: string }) => state), ["failed", "ready"]);
  const { short, ...rest } = sleep;
  assertEquals(rest, { name: "odd/sleep", serverName: "odd", kind: "mcp", risk: "read" });
  assert(short.length > 0 && short.length <= 80);
  at.configure({ locked });
  assertEquals((await at.list()).code, 40);
});

test("servers of the project start only once exactly its .mcp.json is trusted; those of the clients at once", async () => {
  const project = (more = {}) => JSON.stringify({ mcpServers: { project: oddServer(), ...more } });
  await using at = await gatewaySetting({}, {}, { ".mcp.json": project() });
  const claude = { mcpServers: { claude: { type: "stdio", ...oddServer() } } };
  Deno.writeTextFileSync(`${at.home.path}/.claude.json`, JSON.stringify(claude));
  const { command, args } = oddServer();
  write(
    `${at.home.path}/.codex/config.toml`,
    `[mcp_servers.codex]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  );
  const named = (text: string) => text.match(/(?<=^ok {6})\w+/gm);
  const servers = async () => named((await at.list()).stdout);
  const { stdout, stderr } = await at.list();
  assertEquals(named(stdout), ["claude", "codex"]);
  assertStringIncludes(stderr, "is ignored until you have run: codex-auto trust .mcp.json");
  const trust = await typed(["trust", ".mcp.json", "--yes"], [], { cwd: at.cwd, env: at.home.env });
  assertEquals(trust.code, 0, trust.screen);
  assertEquals(await servers(), ["claude", "codex", "project"]);
  at.write(".mcp.json", project({ more: oddServer() }));
  assertEquals(await servers(), ["claude", "codex"]);
});

test("find_places answers from the repository with no server behind the gateway, redacted and within a client's size", async () => {
  await using at = await gatewaySetting({}, {}, {
    "src/lantern.ts": `export function lightLantern() {\n  return "AKIAIOSFODNN7EXAMPLE";\n}\n`,
    "src/other.ts": "export const other = 1;\n",
    ".env": "LANTERN=secret\n",
  });
  await using gateway = await at.connect();
  const find = async (args: Record<string, unknown>) => {
    const called = await gateway.client.callTool({ name: "find_places", arguments: args });
    const { content: [first], isError } = called;
    return { text: first?.type === "text" ? first.text : "", isError: isError === true };
  };
  const { text } = await find({ question: "where is the lantern lit?", paths: ["src"] });
  for (const part of ["src/lantern.ts", "lightLantern", "run_id ", "AKIA<redacted>"]) {
    assertStringIncludes(text, part);
  }
  assert(text.length <= 9500 && !text.includes("secret") && !text.includes("IOSFODNN7"), text);
  assertEquals((await find({ question: "how is the weather in Lisbon?" })).text.includes("src/"), false);
  assertEquals((await find({ question: 7 })).isError, true);
});
