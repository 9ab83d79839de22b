import { isRecord } from "../../settings/mcp_servers/configured_server.ts";

/** The gateway's name among a client's servers. */
export const GATEWAY_SERVER = "auto-tools";

/** A server as a client's configuration has it. */
export interface WrittenServer {
  name: string;
  /** Its value, whatever that is. */
  entry: unknown;
}

/**
 * How a client's configuration holds MCP servers. Every edit goes from text to text and leaves alone, byte for byte, what it is not about; a server
 * that is taken from one text to another keeps its own words. Everything throws `SetupError` for a text that cannot be read.
 */
export interface ServerFormat {
  /** The key below which the servers stand. */
  key: "mcpServers" | "mcp_servers";
  values(text: string, file: string): Record<string, unknown>;
  without(text: string, names: readonly string[], file: string): string;
  /** A text with these servers and nothing else. */
  only(text: string, names: readonly string[], file: string): string;
  /** With all servers of `from`, none of which may be there, as the last ones. */
  withServers(text: string, from: string, file: string): string;
  /** With the gateway as the last server; `moved` are those that it will start. */
  withGateway(text: string, program: string, moved: readonly WrittenServer[], file: string): string;
  /** Values in the client's language, for showing. */
  stringify(values: Record<string, unknown>): string;
}

/** The user's servers, in their order. */
export function serversIn(format: ServerFormat, text: string, file: string): WrittenServer[] {
  const all = format.values(text, file)[format.key];
  return isRecord(all) ? Object.entries(all).map(([name, entry]) => ({ name, entry })) : [];
}

/** Whether two values that were read from JSON or TOML say the same; the order of keys says nothing. */
export function sameValue(some: unknown, other: unknown): boolean {
  if (Object.is(some, other)) return true;
  if (typeof some !== "object" || typeof other !== "object" || some === null || other === null) return false;
  if (some instanceof Date || other instanceof Date) {
    return some instanceof Date && other instanceof Date && JSON.stringify(some) === JSON.stringify(other);
  }
  if (Array.isArray(some) !== Array.isArray(other)) return false;
  const keys = Object.keys(some);
  return keys.length === Object.keys(other).length &&
    keys.every((key) =>
      Object.hasOwn(other, key) && sameValue(Reflect.get(some, key), Reflect.get(other, key))
    );
}
