import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { attempt } from "../settings/attempt.ts";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";

/** Why a connection ended by itself. `E_PARSE`: the server speaks the protocol, but not correctly. */
export interface ConnectionFailure {
  code: "E_TOOL_UNAVAILABLE" | "E_PARSE";
  reason: string;
}

/** A way to an MCP server that is open before the SDK is there. */
export interface McpConnection {
  /** For the SDK's client; asked for once. */
  transport(): Promise<Transport>;
  /** Undefined while the connection stands, or when we ended it. */
  failure(): ConnectionFailure | undefined;
  /** Ends the connection, and a program with all it has started at once. Settles when a server that keeps sessions has been told, within a second. */
  close(): Promise<void>;
}

/** JSON-RPC's own code for what went wrong inside. */
const INTERNAL_ERROR = -32603;

/**
 * A line that a server sent, as a message. `stray`: it is none, and can be passed over; `broken`: it began as one, and somebody may wait for it. What is almost
 * a message is read as the one that it means: a `null` says nothing, and so does a member that does not belong there.
 */
export function readMessage(line: string): JSONRPCMessage | "stray" | "broken" {
  const value = attempt((): unknown => JSON.parse(line.replace(/^\ufeff/, "")));
  if (value === undefined) return /^\s{0,100}\{\s{0,100}"jsonrpc"/.test(line) ? "broken" : "stray";
  if (!isRecord(value) || value["jsonrpc"] !== "2.0") return "stray";
  const { jsonrpc, id, method, params, result, error } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  const message = typeof method === "string"
    ? { jsonrpc, ...(hasId ? { id } : {}), method, ...(isRecord(params) ? { params } : {}) }
    : !hasId
    ? "stray"
    : isRecord(result)
    ? { jsonrpc, id, result }
    : { jsonrpc, id, error: errorOf(error) };
  return message as JSONRPCMessage | "stray";
}

function errorOf(error: unknown): object {
  const { code, message, data } = isRecord(error) ? error : { code: undefined, message: error };
  return {
    code: Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "its answer is neither a result nor an error",
    ...(data === undefined ? {} : { data }),
  };
}

/** Takes out of a server's first answer what it does not say by `null`: the SDK would refuse to know the server. */
export function tolerateNulls(transport: Transport): Transport {
  const before = transport.onmessage;
  // The SDK's client hands every message on to who was there before it, and reads it then.
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if (!("result" in message) || !("protocolVersion" in message.result)) return;
    const said = JSON.stringify(message.result, (_, value) => value === null ? undefined : value);
    message.result = JSON.parse(said);
  };
  return transport;
}
