/** What the gateway adds to a call, beside the same server spoken to directly, in turn within one run. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Home, makeHome, makeRepo } from "../../acceptance/harness.ts";
import { GATEWAY_ENTRY, type ServerEntry } from "../../e2e/clients.ts";
import { configureServers, serverEntries } from "../../e2e/mcp_servers.ts";
import { nodeProgram } from "../../e2e/npm.ts";
import { inTurn, median, quantile } from "../statistics.ts";
import { table } from "../table.ts";

const MANY = new URL("../../fixtures/mcp/many_tools.mjs", import.meta.url).pathname;
const TOOLS = 4000;
/** s that each of the reads of a batch takes. */
const READ_SEC = 1;
const READS = 10;
const CALL_MS = 60_000;

export async function calls(rounds: number): Promise<void> {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.txt": "alpha\n" });
  const node = await nodeProgram();
  const real = ["everything", "filesystem"];
  const entries = await serverEntries({ scratch: home.path, repo: repo.path }, real);
  await configureServers(home, repo, real, {
    mcp_servers: {
      many: { command: node, args: [MANY, String(TOOLS)] },
      few: { command: node, args: [MANY, "10"] },
    },
  });
  const ours = await connected({ ...GATEWAY_ENTRY() }, home, repo.path);
  const direct = await connected(entries["everything"], home, repo.path);
  const files = await connected(entries["filesystem"], home, repo.path);
  try {
    const path = `${repo.path}/a.txt`;
    const pairs: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "echo",
        () => call(direct, "echo", { message: "x" }),
        () => batch(ours, [["everything/echo", { message: "x" }]]),
      ],
      [
        "read of a file",
        () => call(files, "read_text_file", { path }),
        () => batch(ours, [["filesystem/read_text_file", { path }]]),
      ],
    ];
    const rows: string[][] = [];
    for (const [name, alone, behind] of pairs) rows.push([name, ...await compared(alone, behind, rounds)]);
    console.log(`\nOne call, ms, ${rounds} of each in turn\n`);
    const head = ["call", "direct p50 / p95", "gateway p50 / p95", "added p50 / p95"];
    console.log(table(head, rows));

    const look = (name: string) => () =>
      ours.callTool({ name: "get_tool_details", arguments: { names: [name] } });
    const lookup = await compared(look("few/tool_7"), look(`many/tool_${TOOLS - 1}`), rounds);
    console.log(`\nDetails of one tool by its exact name, ms\n`);
    console.log(
      table(["", "10 tools p50 / p95", `${TOOLS} tools p50 / p95`, "added p50 / p95"], [[
        "lookup",
        ...lookup,
      ]]),
    );

    const wait = { duration: READ_SEC, steps: 1 };
    const reads = Array.from(
      { length: READS },
      () => ["everything/trigger-long-running-operation", wait] as const,
    );
    const times = {
      slowest: await timed(() => call(direct, "trigger-long-running-operation", wait)),
      four: await timed(() => batch(ours, reads)),
      ten: await timed(() => batch(ours, reads, READS)),
    };
    console.log(`\n${READS} reads of ${READ_SEC} s, ms\n`);
    console.log(table(["one alone, direct", "batch, 4 at once (default)", `batch, parallelLimit ${READS}`], [
      Object.values(times).map((ms) => ms.toFixed(0)),
    ]));
  } finally {
    for (const client of [ours, direct, files]) await client.close();
  }
}

async function connected(entry: ServerEntry | undefined, home: Home, cwd: string): Promise<Client> {
  if (entry === undefined) throw new Error("no such server");
  const client = new Client({ name: "bench", version: "1" });
  const env = { ...home.env, ...entry.env };
  await client.connect(
    new StdioClientTransport({ command: entry.command, args: entry.args, env, cwd, stderr: "ignore" }),
  );
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name, arguments: args }, { timeout: CALL_MS });
  if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result)}`);
}

async function batch(
  client: Client,
  list: readonly (readonly [name: string, args: Record<string, unknown>])[],
  parallelLimit = 4,
): Promise<void> {
  const calls = list.map(([name, args]) => ({ name, arguments: args }));
  const result = await client.callTool({ name: "run_tool_batch", arguments: { calls, parallelLimit } }, {
    timeout: CALL_MS,
  });
  if (!JSON.stringify(result).includes(`${list.length} ok`)) {
    throw new Error(JSON.stringify(result).slice(0, 1000));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** p50 / p95 of the one, of the other, and of their differences within a round. */
async function compared(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds: number,
): Promise<string[]> {
  const warm = 2;
  const [alone = [], behind = []] = (await inTurn(
    [one, other].map((work) => ({ rounds: warm + rounds, run: () => timed(work) })),
  )).map((times) => times.slice(warm));
  const both = (values: number[]) => `${median(values).toFixed(2)} / ${quantile(values, 0.95).toFixed(2)}`;
  return [alone, behind, behind.map((ms, at) => ms - (alone[at] ?? NaN))].map(both);
}
