import { isRecord, recordAt } from "../../settings/json.ts";

export const GATEWAY_SERVER = "auto-tools";

export interface WrittenServer {
  name: string;
  entry: unknown;
}

/** How a client's configuration holds MCP servers. Every edit goes from text to text. Everything throws `SetupError` for a text that cannot be read. */
export interface ServerFormat {
  key: "mcpServers" | "mcp_servers";
  values(text: string, file: string): Record<string, unknown>;
  without(text: string, names: readonly string[], file: string): string;
  /** A text with these servers and nothing else. */
  only(text: string, names: readonly string[], file: string): string;
  /** With all servers of `from`, none of which may be there, as the last ones. */
  withServers(text: string, from: string, file: string): string;
  /** A text with the gateway alone; `moved` are the servers that it will start. */
  gateway(program: string, moved: readonly WrittenServer[]): string;
  /** Ends our file of servers, so that one that was cut off is told; empty where a text that was cut off cannot be read at all. */
  end: string;
}

export function serversIn(format: ServerFormat, text: string, file: string): WrittenServer[] {
  const all = recordAt(format.values(text, file), format.key);
  return Object.entries(all).map(([name, entry]) => ({ name, entry }));
}

/** Whether two values that were read from JSON or TOML say the same; the order of keys says nothing. */
export function sameValue(some: unknown, other: unknown): boolean {
  const ordered = (_key: string, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort()) : each;
  return JSON.stringify(some, ordered) === JSON.stringify(other, ordered);
}
