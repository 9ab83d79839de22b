import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isRecord } from "../settings/mcp_servers/configured_server.ts";
import type { McpSdk } from "./mcp_connection.ts";

/** The SDK's parser of one message; it throws for what is none. */
export type ParseMessage = McpSdk["deserializeMessage"];

/** What a first answer says is not nested deeper. */
const MAX_DEPTH = 4;
/** JSON-RPC's own code for what went wrong inside. */
const INTERNAL_ERROR = -32603;

/**
 * A line that a server sent, as a message. `stray`: it is none, and can be passed over; `broken`: it began as one, and somebody may wait for it. What is almost a
 * message is read as the one that it means: a `null` says nothing, and so does a member that does not belong there.
 */
export function readMessage(line: string, parse: ParseMessage): JSONRPCMessage | "stray" | "broken" {
  const message = attempt(() => parse(line));
  if (message !== undefined) return message;
  const value = attempt((): unknown => JSON.parse(line.replace(/^\ufeff/, "")));
  if (value === undefined) return /^\s{0,100}\{\s{0,100}"jsonrpc"/.test(line) ? "broken" : "stray";
  const meant = meaningOf(value);
  return meant === undefined ? "stray" : attempt(() => parse(JSON.stringify(meant))) ?? "stray";
}

/** Undefined for what is nothing that somebody waits for. */
function meaningOf(value: unknown): object | undefined {
  if (!isRecord(value) || value["jsonrpc"] !== "2.0") return undefined;
  const { jsonrpc, id, method, params, result, error } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  if (typeof method === "string") {
    return { jsonrpc, ...(hasId ? { id } : {}), method, ...(isRecord(params) ? { params } : {}) };
  }
  if (!hasId) return undefined;
  if (isRecord(result)) return { jsonrpc, id, result };
  return { jsonrpc, id, error: errorOf(error) };
}

function errorOf(error: unknown): object {
  const { code, message, data } = isRecord(error) ? error : {};
  const words = [message, error].find((text) => typeof text === "string");
  return {
    code: Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: words ?? "its answer is neither a result nor an error",
    ...(data === undefined ? {} : { data }),
  };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Takes out of a server's first answer what it does not say by `null`: the SDK would refuse to know the server. */
export function tolerateNulls(transport: Transport): Transport {
  const before = transport.onmessage;
  // The SDK's client hands every message on to who was there before it, and reads it then.
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if ("result" in message && "protocolVersion" in message.result) dropNulls(message.result, 0);
  };
  return transport;
}

function dropNulls(value: object, depth: number): void {
  for (const [key, item] of Object.entries(value)) {
    if (item === null) Reflect.deleteProperty(value, key);
    else if (isRecord(item) && depth < MAX_DEPTH) dropNulls(item, depth + 1);
  }
}
