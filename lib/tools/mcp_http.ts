import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ConnectionFailure, McpConnection, MessageLimits } from "./mcp_connection.ts";

export interface HttpServer extends Pick<MessageLimits, "messageBytes"> {
  url: string;
  headers: Record<string, string>;
}

/** The stream of an answer has ended, for good, before the answer. */
export class LostAnswer extends Error {}

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
export function connectHttp({ url, headers, messageBytes }: HttpServer): McpConnection {
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
    const tooLarge = () => fail(`sent a message of more than ${messageBytes} bytes`);
    return bounded(response, messageBytes, tooLarge);
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
    async transport() {
      const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
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
  const bytewise = new TextDecoder("latin1");
  let since = 0;
  let tail = "";
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        // The line breaks around an empty line may come in several pieces.
        const text = tail + bytewise.decode(bytes);
        const end = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\n\r\n"));
        since = end < 0 ? since + bytes.length : text.length - end;
        tail = text.slice(-2);
        if (since <= max) return controller.enqueue(bytes);
        tooLarge();
        controller.error(new Error("the message is too large"));
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}

/** Makes a request fail when the stream of its answer is lost. The SDK's client is not told of that, and would wait until the request's time is over. */
function failLostAnswers(transport: StreamableHTTPClientTransport): void {
  const open = new Set<string | number>();
  const send = transport.send.bind(transport);
  // The SDK's client hands every message on to who was there before it.
  transport.onmessage = (message) => {
    if (!("method" in message) && message.id !== undefined) open.delete(message.id);
  };
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !("method" in message && "id" in message)) {
      return await send(message, options);
    }
    const { id } = message;
    const lost = Promise.withResolvers<void>();
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if (open.delete(id)) lost.reject(new LostAnswer("the connection ended before the answer"));
    };
    open.add(id);
    // Of a request the client only wants to know that it failed, so where all is well this may wait for ever.
    await Promise.all([send(message, { ...options, onRequestStreamEnd }), lost.promise]);
  };
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
