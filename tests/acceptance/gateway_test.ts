/** CONTRACT 2.1 to 2.4 with real servers: index, details, batches, outputs as files. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { configure, connect, type Connected, gatewayTest, oddServer, realServer } from "./gateway_client.ts";
import { makeFolder, makeHome, makeRepo, placeProgram, runBinary } from "./harness.ts";
import { typed } from "./terminal.ts";

const LOG = Array.from({ length: 60_000 }, (_, at) => {
  if (at % 10_000 === 9999) return `line ${at} ERROR 日本語 😀`;
  return `line ${at} of a log that is as long as logs are${at % 100 === 0 ? ", with 日本語 and 😀" : ""}`;
}).join("\n");

async function realServers(folder: string): Promise<Record<string, object>> {
  const [everything, filesystem, memory] = await Promise.all([
    realServer("everything"),
    realServer("filesystem"),
    realServer("memory"),
  ]);
  return {
    everything: { command: "node", args: [everything], startup_timeout_sec: 20 },
    files: { command: "node", args: [filesystem, folder], startup_timeout_sec: 20 },
    memory: {
      command: "node",
      args: [memory],
      env: { MEMORY_FILE_PATH: `${folder}/memory.jsonl` },
      startup_timeout_sec: 20,
    },
  };
}

for (const modern of [false, true]) {
  gatewayTest(`real servers behind one gateway, by the protocol of ${modern ? 2026 : 2025}`, async () => {
    await using folder = await makeFolder({ "log.txt": LOG, "small.txt": "a small file\n" });
    await using home = await makeHome();
    configure(home, {
      mcp_servers: { ...await realServers(folder.path), broken: { command: "/nowhere/at/all" } },
    });
    // On a busy machine a server may take longer to start than a client waits for the index; then this has listed it before.
    const { code, stdout } = await runBinary(["mcp", "--list"], {
      cwd: folder.path,
      home,
      timeoutMs: 60_000,
    });
    assertEquals([code, stdout.match(/^(?:ok|failed)/gm)], [0, ["ok", "ok", "ok", "failed"]]);
    await using gateway = await connect(home, { cwd: folder.path, modern });

    assertStringIncludes(gateway.instructions, "everything/echo r ");
    assertStringIncludes(gateway.instructions, "files/write_file w ");
    assertStringIncludes(
      gateway.instructions,
      "broken: unavailable (cannot be started: /nowhere/at/all not found)",
    );
    const { tools } = await gateway.client.listTools();
    assertEquals(tools.map(({ name }) => name), [
      "run_tool_batch",
      "get_tool_details",
      "context_list",
      "context_read",
      "context_tail",
      "context_grep",
    ]);
    assert(tools.every(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true));

    const details = await gateway.call("get_tool_details", {
      names: ["everything/get-sum", "no/such", "memory/*"],
    });
    const [sum] = details["tools"] as { name: string; parameters: { required: string[] } }[];
    assertEquals([sum?.name, sum?.parameters.required], ["everything/get-sum", ["a", "b"]]);
    assertEquals(details["missing"], ["no/such"]);
    assertStringIncludes(JSON.stringify(details["index"]), '"memory/read_graph"');

    const { summary, results } = await gateway.batch([
      ["everything/get-sum", { a: 2, b: 3 }],
      ["files/read_text_file", { path: `${folder.path}/small.txt` }],
      ["memory/read_graph"],
      ["everything/get-tiny-image"],
      ["broken/anything"],
    ]);
    assertMatch(summary, /^5 calls: 4 ok, 1 error/);
    assertMatch(results[0]?.text ?? "", /2 and 3 is 5/);
    assertStringIncludes(results[1]?.text ?? "", "a small file");
    assertEquals(results[3]?.attachments?.[0]?.mimeType, "image/png");
    assertStringIncludes(results[4]?.text ?? "", "cannot be started");
    assertEquals(gateway.types(), ["text", "image"]);

    await pagesThroughLog(gateway, folder.path);
  });
}

/** A 4 MB output: its answer is small, and all of it can be read on. */
async function pagesThroughLog(gateway: Connected, folder: string): Promise<void> {
  const { results: [read] } = await gateway.batch([["files/read_text_file", { path: `${folder}/log.txt` }]]);
  const id = read?.ref?.id ?? "";
  assertEquals(read?.ref?.byteSize, new TextEncoder().encode(LOG).length);
  assert((read?.text?.length ?? 0) < 9000, `${read?.text?.length}`);
  for (
    const part of [
      "line 0 of",
      "line 59999 ERROR",
      "--- error lines",
      "10000: line 9999 ERROR",
      "context_read",
    ]
  ) {
    assertStringIncludes(read?.text ?? "", part);
  }
  assertStringIncludes(JSON.stringify(await gateway.call("context_list")), id);

  let offset: number | undefined = 0;
  let text = "";
  for (let pages = 0; offset !== undefined && text.length < 100_000; pages++) {
    const page: Record<string, unknown> = await gateway.call("context_read", {
      id,
      offset,
      limit: 20_001 + pages,
    });
    text += page["text"];
    offset = page["next_offset"] as number | undefined;
    assertEquals(page["total_chars"], LOG.length);
    assert((page["text"] as string).isWellFormed());
  }
  assertEquals(text, LOG.slice(0, text.length));
  assertEquals(
    (await gateway.call("context_tail", { id, lines: 2 }))["text"],
    LOG.split("\n").slice(-2).join("\n"),
  );
  const found = await gateway.call("context_grep", { id, pattern: "line \\d+9 ERROR", before: 1, limit: 2 });
  assertEquals([found["matches"], String(found["text"]).split("\n").length], [6, 4]);
  assertStringIncludes((await gateway.call("context_read", { id: "another" })).error ?? "", "no ref another");
}

gatewayTest(
  "servers and tools are called by their names in any script, and outputs are read on",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    configure(home, { mcp_servers: { 数据库: oddServer() } });
    await using gateway = await connect(home, { cwd: folder.path });
    assertStringIncludes(gateway.instructions, "\n数据库/查询-数据 r 查询数据\n");
    assertStringIncludes(gateway.instructions, "\n数据库: 1 tool left out: not safe to name");
    const { results } = await gateway.batch([
      ["数据库/查询-数据"],
      ["数据库/查询 数据"],
      ["数据库/two-words"],
      ["数据库/text", { bytes: 20_000 }],
    ]);
    assertEquals(results.slice(0, 3).map(({ text }) => text), [
      "called 查询 数据",
      "called 查询 数据",
      "called two words",
    ]);
    const id = results[3]?.ref?.id ?? "";
    assertMatch(id, /^text-[0-9a-f]{6}$/);
    assertEquals((await gateway.call("context_read", { id }))["offset"], 0);
  },
);

gatewayTest("a batch: reads side by side up to the limit, the rest alone and in order", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  const journal = `${folder.path}/journal`;
  configure(home, {
    mcp_servers: { odd: oddServer("fine", journal) },
    permissions: { allow: ["odd/log", "odd/sleep"] },
  });
  await using gateway = await connect(home, { cwd: folder.path });
  await gateway.batch([["odd/sleep", { ms: 1 }]]);
  const sleeps = Array.from({ length: 10 }, (): [string, object] => ["odd/sleep", { ms: 400 }]) as [
    string,
    Record<string, unknown>,
  ][];
  for (const limit of [10, 2]) {
    const { results } = await gateway.batch(sleeps, { limit });
    assertEquals(results.length, 10);
    assertStringIncludes(results.at(-1)?.text ?? "", `at most ${limit} at once`);
  }
  const { results } = await gateway.batch([
    ["odd/log", { line: "one" }],
    ["odd/sleep", { ms: 10 }],
    ["odd/log", { line: "two" }],
    ["odd/log", { line: "three" }],
  ]);
  assertEquals(results.map(({ status }) => status), ["ok", "ok", "ok", "ok"]);
  assertEquals(Deno.readTextFileSync(journal), "one\ntwo\nthree\n");
});

gatewayTest(
  "nothing is changed by a batch with a call that is wrong, and reads run all the same",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    const journal = `${folder.path}/journal`;
    configure(home, {
      mcp_servers: { odd: oddServer("fine", journal) },
      permissions: { allow: ["odd/log", "odd/sleep"] },
    });
    await using gateway = await connect(home, { cwd: folder.path });
    const { results } = await gateway.batch([
      ["odd/log", { line: "one" }],
      ["odd/sleep", { ms: 1 }],
      ["odd/log", { line: 7 }],
      ["odd/lag", { line: "x" }],
    ]);
    assertEquals(results.map(({ status }) => status), ["error", "ok", "error", "error"]);
    assertStringIncludes(results[0]?.text ?? "", "not run: call 3");
    assertStringIncludes(results[2]?.text ?? "", "invalid arguments: line:");
    assertStringIncludes(results[3]?.text ?? "", "similar: odd/log");
    assertEquals([...Deno.readDirSync(folder.path)].length, 0);
  },
);

gatewayTest("the index is there at once at the next start, before any server has started", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  configure(home, { mcp_servers: { odd: oddServer() } });
  {
    await using first = await connect(home, { cwd: folder.path });
    assertStringIncludes(first.instructions, "odd/sleep r ");
  }
  const node = `${home.bin}/node`;
  home.install("node", "#!/bin/sh\nexit 9\n");
  await using second = await connect(home, { cwd: folder.path });
  assertStringIncludes(second.instructions, "odd/sleep r ");
  Deno.removeSync(node);
  assertEquals((await second.batch([["odd/sleep", { ms: 1 }]])).results[0]?.status, "ok");
});

gatewayTest("a server whose tools change tells the client, which is told of new ones", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  configure(home, { mcp_servers: { odd: oddServer() } });
  await using gateway = await connect(home, { cwd: folder.path });
  const changed = Promise.withResolvers<void>();
  gateway.client.setNotificationHandler("notifications/tools/list_changed", () => changed.resolve());
  const described = async () =>
    JSON.stringify(await gateway.call("get_tool_details", { names: ["odd/act"] }));
  assertStringIncludes(await described(), '"Acts."');
  await gateway.batch([["odd/change"]]);
  await changed.promise;
  assertStringIncludes(await described(), "tells its maker");
});

gatewayTest("progress and cancellation pass through", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  const journal = `${folder.path}/journal`;
  configure(home, { mcp_servers: { odd: oddServer("fine", journal) } });
  await using gateway = await connect(home, { cwd: folder.path });
  const told: string[] = [];
  await gateway.batch([["odd/sleep", { ms: 50 }]], { onprogress: ({ message }) => told.push(message ?? "") });
  assertEquals(told[0], "odd/sleep: half");
  const stop = new AbortController();
  const batch = gateway.batch([["odd/sleep", { ms: 60_000 }]], { signal: stop.signal }).then(
    () => "answered",
    () => "ended",
  );
  setTimeout(() => stop.abort(), 300);
  assertEquals(await batch, "ended");
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    try {
      if (Deno.readTextFileSync(journal).includes("cancelled")) break;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  assertEquals(Deno.readTextFileSync(journal), "cancelled\n");
});

gatewayTest("a server over HTTP, and one that is this gateway itself", async () => {
  await using folder = await makeFolder();
  await using home = await makeHome();
  const everything = await realServer("everything");
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  const serve = () =>
    new Deno.Command("node", {
      args: [everything, "streamableHttp"],
      env: { PORT: String(port) },
      stdout: "null",
      stderr: "null",
    }).spawn();
  let server = serve();
  try {
    await listens(port);
    configure(home, {
      mcp_servers: {
        web: { url: `http://127.0.0.1:${port}/mcp`, headers: { "X-Key": "k" }, startup_timeout_sec: 20 },
        gone: { url: "http://127.0.0.1:9/mcp" },
        self: { command: "codex-auto", args: ["mcp"] },
      },
    });
    await using gateway = await connect(home, { cwd: folder.path });
    assertMatch(gateway.instructions, /^\d+ tools of 2 MCP servers \(web, gone\)/);
    const { results } = await gateway.batch([["web/echo", { message: "over HTTP" }], ["gone/x"]]);
    assertEquals(results[0]?.text, "Echo: over HTTP");
    assertEquals(results[1]?.status, "error");

    // One that has been started anew knows nothing of us: the call that meets this is an error, the next one works.
    server.kill("SIGKILL");
    await server.status;
    server = serve();
    await listens(port);
    const again = async () => (await gateway.batch([["web/echo", { message: "again" }]])).results[0]?.text;
    if (await again() !== "Echo: again") assertEquals(await again(), "Echo: again");
  } finally {
    server.kill("SIGKILL");
    await server.status;
  }
});

/** Settles once something listens on a port of this machine. */
async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      (await Deno.connect({ port, hostname: "127.0.0.1" })).close();
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nothing listens on ${port}`);
}

gatewayTest(
  "--list says how each server is, for people and for programs, and 40 where none works",
  async () => {
    await using folder = await makeFolder();
    await using home = await makeHome();
    const web = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response("no", { status: 401 }),
    );
    try {
      const locked = {
        url: `http://127.0.0.1:${web.addr.port}/mcp?api_key=sk-live-0123456789abcdefghijklmnop`,
      };
      configure(home, {
        mcp_servers: { locked, odd: oddServer() },
        risk: { read: ["odd/act"] },
        nonsense: 1,
      });
      const run = async (...args: string[]) =>
        await runBinary(["mcp", "--list", ...args], { cwd: folder.path, home });
      const text = await run("--tools");
      // For the key that nobody knows.
      assertEquals(text.code, 20);
      assertMatch(text.stdout, /^failed {2}locked {2}wants other credentials .*\(HTTP 401\)/m);
      assertMatch(
        text.stdout,
        /^ok {6}odd {2}20 tools, 1 tool left out: not safe to name {2}\(.*auto-tools\.yaml\)$/m,
      );
      assertMatch(text.stdout, /^odd\/act {2}read {2}Acts$/m);
      assertStringIncludes(text.stderr, "nonsense: unknown key");
      assert(!`${text.stdout}${text.stderr}`.includes("sk-live-0123"));
      const { servers, tools } = JSON.parse((await run("--tools", "--format", "json")).stdout);
      assertEquals(
        servers.map(({ state }: { state: string }) => state),
        ["failed", "ready"],
      );
      assertEquals(tools[0], {
        name: "odd/sleep",
        serverName: "odd",
        kind: "mcp",
        risk: "read",
        short: tools[0].short,
      });
      configure(home, { mcp_servers: { locked, odd: oddServer() } });
      assertEquals((await run()).code, 0);
      configure(home, { mcp_servers: { locked } });
      assertEquals((await run()).code, 40);
      assertEquals((await run("--nope")).code, 2);
      const { code, stdout } = await runBinary(["mcp", "--help"], { cwd: folder.path, home });
      assertEquals([code, stdout.startsWith("Usage: codex-auto mcp")], [0, true]);
    } finally {
      await web.shutdown();
    }
  },
);

gatewayTest(
  "servers of the project start only once exactly its .mcp.json is trusted; those of the clients at once",
  async () => {
    await using repo = await makeRepo({
      ".mcp.json": JSON.stringify({ mcpServers: { project: oddServer() } }),
    });
    await using home = await makeHome();
    Deno.writeTextFileSync(
      `${home.path}/.claude.json`,
      JSON.stringify({ mcpServers: { claude: { type: "stdio", ...oddServer() } } }),
    );
    Deno.mkdirSync(`${home.path}/.codex`);
    const [command, ...args] = [oddServer().command, ...oddServer().args];
    Deno.writeTextFileSync(
      `${home.path}/.codex/config.toml`,
      `[mcp_servers.codex]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    );
    const list = async () => await runBinary(["mcp", "--list"], { cwd: repo.path, home });
    const servers = ({ stdout }: { stdout: string }) => stdout.match(/(?<=^ok {6})\w+/gm);
    const before = await list();
    assertEquals(servers(before), ["claude", "codex"]);
    assertStringIncludes(before.stderr, "is ignored until you have run: codex-auto trust .mcp.json");
    assertEquals(
      (await typed(["trust", ".mcp.json", "--yes"], [], { cwd: repo.path, env: home.env })).code,
      0,
    );
    assertEquals(servers(await list()), ["claude", "codex", "project"]);
    repo.write(".mcp.json", JSON.stringify({ mcpServers: { project: oddServer(), more: oddServer() } }));
    assertEquals(servers(await list()), ["claude", "codex"]);
  },
);

gatewayTest("a gateway goes on while its program's file is replaced, threads and all", async () => {
  await using folder = await makeFolder({ "log.txt": LOG });
  await using home = await makeHome();
  configure(home, {
    mcp_servers: {
      files: {
        command: "node",
        args: [await realServer("filesystem"), folder.path],
        startup_timeout_sec: 20,
      },
    },
  });
  const program = `${home.bin}/codex-auto`;
  await placeProgram(program);
  await using gateway = await connect(home, { cwd: folder.path, program });
  // As an update puts it there.
  Deno.writeTextFileSync(`${program}.new`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  Deno.renameSync(`${program}.new`, program);
  const { results: [read] } = await gateway.batch([["files/read_text_file", {
    path: `${folder.path}/log.txt`,
  }]]);
  assertEquals(read?.status, "ok", JSON.stringify(read));
  const id = read?.ref?.id ?? "";
  const found = await gateway.call("context_grep", { id, pattern: "line 9999 ERROR" });
  assertEquals(found["matches"], 1, JSON.stringify(found));
});
