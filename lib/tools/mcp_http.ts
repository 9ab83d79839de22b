import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ConnectionFailure, McpConnection } from "./mcp_connection.ts";
import { failLostAnswers } from "./mcp_lost_answer.ts";

export interface HttpServer {
  url: string;
  headers: Record<string, string>;
  /** Bytes of one message. */
  maxMessageBytes: number;
}

/** ms between tries to open a stream anew. */
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

/** ms that a server has to hear that its session is over. */
const GOODBYE_MS = 1000;

/** What is read of what the SDK asks for. */
interface Sent {
  method?: string | undefined;
  headers?: unknown;
}

/** `fetch`, for a `RequestInit` as the SDK's types know it, which differs from the runtime's in name only. */
const web: { fetch(url: string | URL, init?: object): Promise<Response> } = globalThis;

/** Connects to an MCP server over streamable HTTP. Redirects are followed within its origin only: the headers may hold a key. */
export function connectHttp({ url, headers, maxMessageBytes }: HttpServer): McpConnection {
  let failure: ConnectionFailure | undefined;
  let made: StreamableHTTPClientTransport | undefined;
  /** Whether the server has opened a stream of notifications. */
  let notifies = false;

  function fail(reason: string): void {
    if (made === undefined) return;
    failure = { code: "E_TOOL_UNAVAILABLE", reason };
    close();
  }

  async function answered(input: string | URL, init: Sent = {}): Promise<Response> {
    const response = await reached(input, init);
    const { method, headers } = init;
    if (method === "GET") {
      const isReopened = notifies || headers instanceof Headers && headers.has("last-event-id");
      // A server that has no such stream may say 404 to the first try to open one.
      if (response.status === 404 && isReopened) fail("has forgotten this session (HTTP 404)");
      notifies ||= response.ok;
    }
    const tooLarge = () => fail(`sent a message of more than ${maxMessageBytes} bytes`);
    return bounded(response, maxMessageBytes, tooLarge);
  }

  /** Where nobody listens any more, nothing that still waits will be answered. */
  async function reached(input: string | URL, init: Sent): Promise<Response> {
    try {
      return await web.fetch(input, init);
    } catch (error) {
      if (error instanceof TypeError) fail(`cannot be reached: ${error.message}`);
      throw error;
    }
  }

  async function close(): Promise<void> {
    if (made === undefined) return;
    const { sessionId, protocolVersion } = made;
    made.close().catch(ignoreGone);
    made = undefined;
    if (sessionId === undefined) return;
    // The SDK's own word of it would be taken back by the end of its connection.
    const version = protocolVersion === undefined ? {} : { "mcp-protocol-version": protocolVersion };
    await endSession(url, { ...headers, ...version, "mcp-session-id": sessionId });
  }

  return {
    transport({ StreamableHTTPClientTransport }) {
      made = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers },
        reconnectionOptions: RECONNECTION,
        fetch: answered,
      });
      failLostAnswers(made);
      return made;
    },
    failure: () => failure,
    close,
  };
}

/** Tells a server that a session is over; one that does not care, or has gone, is left alone. */
async function endSession(url: string, headers: Record<string, string>): Promise<void> {
  try {
    const signal = AbortSignal.timeout(GOODBYE_MS);
    const response = await web.fetch(url, { method: "DELETE", redirect: "manual", headers, signal });
    await response.body?.cancel();
  } catch (error) {
    ignoreGone(error);
  }
}

/** A response whose body fails beyond `max` bytes without an empty line: one JSON answer, or one event of a stream. */
function bounded(response: Response, max: number, tooLarge: () => void): Response {
  if (response.body === null) return response;
  let since = 0;
  let lineIsEmpty = false;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const end = lastEmptyLine(bytes, lineIsEmpty);
        since = end < 0 ? since + bytes.length : bytes.length - end;
        const last = bytes.at(-1) === CR ? bytes.at(-2) : bytes.at(-1);
        if (last !== undefined) lineIsEmpty = last === LF;
        if (since <= max) return controller.enqueue(bytes);
        tooLarge();
        controller.error(new Error("the message is too large"));
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}

const LF = 10;
const CR = 13;

/** Where the last empty line ends; -1 where there is none. Its two line breaks may come in two pieces: `lineIsEmpty` tells that the one before ended with the first. */
function lastEmptyLine(bytes: Uint8Array, lineIsEmpty: boolean): number {
  for (let at = bytes.lastIndexOf(LF); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(LF, at - 1)) {
    const before = bytes[at - 1] === CR ? at - 2 : at - 1;
    if (before < 0 ? lineIsEmpty : bytes[before] === LF) return at;
  }
  return -1;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
