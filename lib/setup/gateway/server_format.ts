import { isRecord, recordAt } from "../../settings/json.ts";
import type { Client } from "../../settings/mcp_servers/client_places.ts";
import { parseConfiguration, SERVERS_KEY } from "../../settings/mcp_servers/written_servers.ts";
import { readable } from "../setup_error.ts";

export const GATEWAY_SERVER = "auto-tools";

export interface WrittenServer {
  name: string;
  entry: unknown;
}

/** How a client's configuration holds MCP servers. Every edit goes from one text that can be read to another. */
export interface ServerFormat {
  client: Client;
  without(text: string, names: readonly string[]): string;
  /** A text with these servers and nothing else. */
  only(text: string, names: readonly string[]): string;
  /** With all servers of `from`, none of which may be there, as the last ones. Throws `SetupError` where none can be added. */
  withServers(text: string, from: string, file: string): string;
  /** A text with the gateway alone; `moved` are the servers that it will start. */
  gateway(program: string, moved: readonly WrittenServer[]): string;
  /** Ends our file of servers, so that one that was cut off is told; empty where a text that was cut off cannot be read at all. */
  end: string;
}

/** What a client's text says. Throws `SetupError`. */
export function valuesOf({ client }: ServerFormat, text: string, file: string): Record<string, unknown> {
  return readable(file, () => parseConfiguration(client, text));
}

/** Throws `SetupError`. */
export function serversIn(format: ServerFormat, text: string, file: string): WrittenServer[] {
  const all = recordAt(valuesOf(format, text, file), SERVERS_KEY[format.client]);
  return Object.entries(all).map(([name, entry]) => ({ name, entry }));
}

/** Whether two values that were read from JSON or TOML say the same; the order of keys says nothing. */
export function sameValue(some: unknown, other: unknown): boolean {
  const ordered = (_key: string, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort()) : each;
  return JSON.stringify(some, ordered) === JSON.stringify(other, ordered);
}

/** Claude Code's: `mcpServers` at the top of `.claude.json`, which the client writes as plain JSON, and so do we. `alwaysLoad` in the gateway's entry would hold up every start of the client. */
export const CLAUDE_FORMAT: ServerFormat = {
  client: "claude",
  without: (text, names) => edited(text, (all) => all.filter(([name]) => !names.includes(name))),
  only: (text, names) => written({}, claudeServers(text).filter(([name]) => names.includes(name))),
  withServers: (text, from) => edited(text, (all) => [...all, ...claudeServers(from)]),
  gateway: (program) =>
    written({}, [[GATEWAY_SERVER, { type: "stdio", command: program, args: ["mcp"], env: {} }]]),
  end: "",
};

type Entries = [name: string, entry: unknown][];

function claudeServers(text: string): Entries {
  return Object.entries(recordAt(parseConfiguration("claude", text), SERVERS_KEY.claude));
}

function edited(text: string, edit: (servers: Entries) => Entries): string {
  const before = claudeServers(text);
  const after = edit(before);
  return after.length === before.length ? text : written(parseConfiguration("claude", text), after);
}

function written(all: Record<string, unknown>, servers: Entries): string {
  return JSON.stringify({ ...all, [SERVERS_KEY.claude]: Object.fromEntries(servers) }, null, 2) + "\n";
}
