import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cleanFailure } from "../../lib/tools/clean_output.ts";
import { createMcpProvider } from "../../lib/tools/mcp_provider.ts";
import { readDocument } from "../../lib/settings/config.ts";
import type { McpServerConfig } from "../../lib/settings/config_schema.ts";
import type { ToolOutcome, ToolProvider } from "../../lib/tools/protocol.ts";
import { assertAtOnce, endsBy } from "./clockless.ts";
import { childrenEnded, living, remaining } from "./living.ts";

const FIXTURE = new URL("../fixtures/mcp/server.mjs", import.meta.url).pathname;
const LOOSE = new URL("../fixtures/mcp/loose_server.mjs", import.meta.url).pathname;
const ROOT = "/srv/repository";
const TIME = "2026-01-02T03:04:05.000Z";
/** ms that a call is given in the tests of overruns; enough for a server to start on a busy machine. */
const TIMEOUT_MS = 1500;
/** ms of a call that is to end before its time is over, by whatever is wrong. */
const LONG_MS = 60_000;
const MAPPING = {
  items: "results",
  path: "file",
  title: "title",
  summary: "text",
  confidence: "score",
  symbol: "symbol",
  line: "line",
  end_line: "end_line",
  snippet: "code",
};

interface Setting {
  provider: ToolProvider;
  /** Stands in the environment of the server and of all it starts. */
  sign: string;
}

/** A provider for one tool `docs_search` of one server that behaves as `mode` says, as the user's file would configure it. */
function provide(
  mode: string,
  settings: { server?: Partial<McpServerConfig>; result?: Record<string, string> } = {},
): Setting {
  const sign = `sign-${crypto.randomUUID()}`;
  const config = readDocument("", "auto-tools.yaml", {
    mcp_servers: {
      docs: { command: "node", args: [FIXTURE, mode, ROOT], env: { SIGN: sign }, ...settings.server },
    },
    tools: [
      { name: "docs_search", server: "docs", tool: "search", result: settings.result ?? MAPPING },
      { name: "docs_again", server: "docs", tool: "search", result: settings.result ?? MAPPING },
      { name: "docs_missing", server: "docs", tool: "no_such_tool" },
      { name: "docs_nowhere", server: "nobody", tool: "search" },
      { name: "ci_search", timeout_ms: 1000 },
    ],
  }).values;
  const origin = { root: ROOT, commit: "abc123", time: TIME, exclude: ["fixtures/**"] };
  return { provider: createMcpProvider(config.tools, config.mcp_servers, origin), sign };
}

async function called(
  { provider }: Pick<Setting, "provider">,
  timeoutMs = LONG_MS,
  tool = "docs_search",
): Promise<ToolOutcome> {
  return await provider.call({ tool, args: { query: "retry", limit: 10 }, timeoutMs });
}

/** Calls once, closes, and makes sure that nothing of the server lives on. */
async function callOnce(
  mode: string,
  timeoutMs?: number,
  settings?: Parameters<typeof provide>[1],
): Promise<ToolOutcome> {
  const setting = provide(mode, settings);
  try {
    return await called(setting, timeoutMs);
  } finally {
    setting.provider.close();
    assertEquals(await remaining(setting.sign), [], `${mode}: processes left behind`);
  }
}

function assertError(outcome: ToolOutcome, message: string, code = "E_TOOL_UNAVAILABLE"): void {
  assert(outcome.status === "error", JSON.stringify(outcome));
  assertEquals(outcome.code, code, outcome.message);
  assertStringIncludes(outcome.message, message);
}

/** The findings and limits of one call that has to work. */
async function outputOnce(mode: string, result?: Record<string, string>) {
  const outcome = await callOnce(mode, undefined, result && { result });
  assert(outcome.status === "ok", JSON.stringify(outcome));
  return outcome.output;
}

Deno.test("a read-only tool's results become findings with provenance, paths only inside the repository", async () => {
  const { findings, truncated } = await outputOnce("good");
  const common = { tool: "docs_search", source: { tool: "docs/search", version: "abc123", time: TIME } };
  assertEquals(findings, [
    {
      ...common,
      path: "src/retry.ts",
      symbol: "retry",
      title: "retry",
      summary: "Retries with back-off",
      lines: { start: 3, end: 5 },
      snippet: { startLine: 3, text: "a\nb" },
      confidence: 0.9,
    },
    { ...common, path: "src/queue.ts", title: "queue", summary: "A queue", confidence: 0.4 },
    { ...common, title: "outside", summary: "Not in the repository", confidence: 0.2 },
  ]);
  assertEquals(truncated, false);
});

Deno.test("the server gets the arguments, the repository as its root and its own environment, and does not run in the repository", async () => {
  Deno.env.set("A_SECRET_OF_OURS", "hunter2");
  try {
    assertEquals((await outputOnce("echo", { title: "cwd" })).findings[0]?.title, Deno.env.get("HOME"));
    const echoed = (await outputOnce("echo", {})).findings[0]?.summary ?? "";
    assertStringIncludes(echoed, '"args":{"query":"retry","limit":10}');
    assert(!echoed.includes("hunter2"));
    assertStringIncludes((await outputOnce("call-back", {})).findings[0]?.summary ?? "", `file://${ROOT}`);
  } finally {
    Deno.env.delete("A_SECRET_OF_OURS");
  }
});

Deno.test("one server serves all its tools, and an answered call leaves it running until close", async () => {
  const setting = provide("good");
  const [first, second] = await Promise.all([called(setting), called(setting, undefined, "docs_again")]);
  assertEquals([first.status, second.status], ["ok", "ok"]);
  assertEquals(living(setting.sign).length, 1);
  await assertAtOnce("close", () => {
    setting.provider.close();
    setting.provider.close();
  });
  assertEquals(await remaining(setting.sign), []);
  assertError(await called(setting), "the prompt is over");
});

Deno.test("a server that never lists its tools is a timeout at the call's timeout, and dead", async () => {
  const setting = provide("never-list");
  assertEquals(await endsBy(TIMEOUT_MS, called(setting, TIMEOUT_MS)), { status: "timeout" });
  assertEquals(await remaining(setting.sign), [], "ended without close");
  setting.provider.close();
});

const loose = (...args: string[]) => ({ args: [LOOSE, ...args] });

/** It would be a timeout if the call's time were waited for. */
const FAILING: [mode: string, told: string, server?: Partial<McpServerConfig>, code?: string][] = [
  ["refuse", "query is required"],
  ["no-tools", "has no tool search"],
  ["no-annotation", "read-only"],
  ["both-hints", "read-only"],
  ["wrong-result", "no result", {}, "E_PARSE"],
  ["never-initialize", "did not start within 0.4 s", { startup_timeout_sec: 0.4 }],
  ["many pages", "has no tool search (only the first 20 pages of its tools were read)", loose("pages", "21")],
  ["unusable", "has no tool search (search left out: has no inputSchema)", loose("unusable")],
  ["no program", "no-such-program", { command: "no-such-program" }],
];

for (const [mode, told, server = {}, code] of FAILING) {
  Deno.test(`a server in mode ${mode} is told of with the reason`, async () => {
    assertError(await callOnce(mode, undefined, { server }), told, code);
  });
}

for (const mode of ["banner", "exit-after", "endless-list", "lying-schema"]) {
  Deno.test(`a server in mode ${mode} still serves`, async () => {
    assertEquals((await outputOnce(mode)).findings.length, 3);
  });
}

Deno.test("results that name private or excluded files are left out, and it is said", async () => {
  const { findings, limits } = await outputOnce("private");
  assertEquals(findings.map(({ path }) => path), ["src/a.ts"]);
  assertEquals(limits, ["docs_search: 3 results name private files and were left out"]);
});

Deno.test("a server that never started is not tried again in the same prompt", async () => {
  const starts = await Deno.makeTempFile();
  const script = `echo started >>"${starts}"; exit 5`;
  const setting = provide("", { server: { command: "/bin/sh", args: ["-c", script] } });
  for (let call = 0; call < 2; call++) assertError(await called(setting), "exited with code 5");
  setting.provider.close();
  assertEquals(await remaining(setting.sign), []);
  assertEquals(await Deno.readTextFile(starts), "started\n");
  await Deno.remove(starts);
});

Deno.test("an unknown server, an unknown tool and a server on the network are unavailable", async () => {
  const setting = provide("good");
  assertError(await called(setting, undefined, "docs_nowhere"), "mcp_servers");
  assertError(await called(setting, undefined, "docs_missing"), "no tool no_such_tool");
  setting.provider.close();
  assertEquals(await remaining(setting.sign), []);
  const config = readDocument("", "auto-tools.yaml", {
    mcp_servers: { docs: { url: "http://127.0.0.1:9/mcp" } },
    tools: [{ name: "docs_search", server: "docs" }],
  }).values;
  const provider = createMcpProvider(config.tools, config.mcp_servers, { root: ROOT, time: TIME });
  assertError(await called({ provider }), "network");
  provider.close();
});

/** A server's program that answers what it is asked for with an error, in its own words. */
const erring = (words: string) => `
process.stdin.on("data", (text) => {
  for (const line of String(text).split("\\n").filter(Boolean)) {
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    const answer = method === "initialize"
      ? { result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "a", version: "1" } } }
      : { error: { code: -32000, message: ${JSON.stringify(words)} } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }
});`;

Deno.test("wherever a secret stands in a server's words for its failure, no part of it is told", async () => {
  const secret = `gh${"p_aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5"}`;
  const ending = (words: string) => `process.stderr.write(${JSON.stringify(words)}); process.exitCode = 3;`;
  const programs = [
    ...[264, 276, 286].map((before) => erring(`${"x ".repeat(before / 2)}${secret}`)),
    ...[276, 290].map((before) => ending(`${"x ".repeat(before / 2)}${secret}\n`)),
    ...[2022, 8160, 8166, 8172].map((after) => ending(`failed with ${secret}${" y".repeat(after / 2)}\n`)),
  ];
  for (const program of programs) {
    const { provider } = provide("good", { server: { command: "node", args: ["-e", program] } });
    const outcome = await called({ provider });
    provider.close();
    assert(outcome.status === "error");
    const told = cleanFailure(outcome);
    assert(told.status === "error");
    const left = Array.from(secret, (_, at) => secret.slice(at, at + 8)).filter((part) =>
      part.length === 8 && told.message.includes(part)
    );
    assertEquals(left, [], told.message);
  }
  await childrenEnded();
});
