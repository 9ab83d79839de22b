/** A task that needs six tools of three servers, as a model has to do it in each setting. */
import type { Repo } from "../../acceptance/harness.ts";
import type { Client } from "../../e2e/clients.ts";
import type { ModelTurn, Script, ToolUse } from "../../e2e/mock_model.ts";
import { CLIENTS, session, type Setting, settingName, SETTINGS } from "./clients.ts";
import { table } from "../table.ts";

const SERVERS = ["filesystem", "memory", "everything"];

interface Call {
  server: string;
  tool: string;
  args: Record<string, unknown>;
  /** Stands in the result where the call has worked. */
  proof: string;
}

function sixCalls({ path }: Repo): Call[] {
  return [
    { server: "filesystem", tool: "list_directory", args: { path }, proof: "a.txt" },
    { server: "filesystem", tool: "read_text_file", args: { path: `${path}/a.txt` }, proof: "alpha" },
    { server: "filesystem", tool: "get_file_info", args: { path: `${path}/a.txt` }, proof: "size" },
    { server: "memory", tool: "read_graph", args: {}, proof: "entities" },
    { server: "everything", tool: "echo", args: { message: "one" }, proof: "Echo: one" },
    { server: "everything", tool: "get-sum", args: { a: 2, b: 3 }, proof: "5" },
  ];
}

/** How a model goes about calls that do not need one another. */
const HABITS = ["one call at a time", "side by side"] as const;

export async function task(): Promise<void> {
  for (const client of CLIENTS) {
    const rows: string[][] = [];
    for (const habit of HABITS) {
      const trips: string[] = [];
      for (const setting of SETTINGS) {
        const sent = await session({
          client,
          setting,
          servers: SERVERS,
          script: ({ client, repo }) => scriptOf(client, setting, habit === "side by side", sixCalls(repo)),
        });
        const kilobytes = sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
        trips.push(`${sent.length} (${Math.round(kilobytes)})`);
      }
      rows.push([habit, ...trips]);
    }
    console.log(
      `\n${client}: calls of the model for six tools, the last one's answer included (kB sent to it in all)\n`,
    );
    console.log(table(["the model calls", ...SETTINGS.map(settingName)], rows));
  }
}

/** What the setting makes necessary: schemas that are not there are asked for first, all at once. */
function scriptOf(
  { name: client, own }: Client,
  { way, gateway }: Setting,
  together: boolean,
  calls: readonly Call[],
): Script {
  const deferred = way === "client's deferral";
  const turns: ToolUse[][] = [];
  const proofs: Call[][] = [];
  const then = (uses: ToolUse[], proven: Call[] = []) => {
    turns.push(uses);
    proofs.push(proven);
  };
  if (gateway) {
    // Claude Code always loads the gateway's tools.
    if (client === "Codex" && deferred) then([search("auto-tools run_tool_batch get_tool_details")]);
    then([own("get_tool_details", { names: calls.map(({ server, tool }) => `${server}/${tool}`) })]);
    const list = calls.map(({ server, tool, args }) => ({ name: `${server}/${tool}`, arguments: args }));
    then([own("run_tool_batch", { calls: list })], [...calls]);
  } else {
    if (deferred) {
      const query = `select:${calls.map(claudeName).join(",")}`;
      then(
        client === "Codex" ? searches(calls) : [{ name: "ToolSearch", input: { query, max_results: 10 } }],
      );
    }
    const uses = calls.map((call) => theirs(client, call));
    if (together) then(uses, [...calls]);
    else for (const [at, use] of uses.entries()) then([use], calls.slice(at, at + 1));
  }
  let at = 0;
  return ({ results }: ModelTurn) => {
    const text = results.join("\n");
    for (const { tool, proof } of proofs[at - 1] ?? []) {
      if (!text.includes(proof)) throw new Error(`${tool} did not give ${proof}: ${text.slice(0, 500)}`);
    }
    return turns[at++] ?? "done";
  };
}

function claudeName({ server, tool }: Pick<Call, "server" | "tool">): string {
  return `mcp__${server}__${tool}`;
}

/** A call of a server that the client itself has. */
export function theirs(client: string, call: Omit<Call, "proof">): ToolUse {
  const { server, tool, args } = call;
  return client === "Codex"
    ? { name: tool.replaceAll("-", "_"), namespace: `mcp__${server}`, input: args }
    : { name: claudeName(call), input: args };
}

function search(query: string): ToolUse {
  return { name: "tool_search", input: { query } };
}

/** Codex finds by words, eight tools at a time: one search for each server, in one turn. */
function searches(calls: readonly Call[]): ToolUse[] {
  return [...new Set(calls.map(({ server }) => server))].map((server) =>
    search([server, ...calls.filter((call) => call.server === server).map(({ tool }) => tool)].join(" "))
  );
}
