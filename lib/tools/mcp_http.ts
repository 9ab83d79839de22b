import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ConnectionFailure, McpConnection } from "./mcp_connection.ts";

export interface HttpServer {
  url: string;
  headers: Record<string, string>;
  /** Bytes of one message. */
  maxMessageBytes: number;
}

/** ms between tries to open a stream of notifications anew; a server that is gone is met by the next call. */
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

/** `fetch`, for a `RequestInit` as the SDK's types know it, which differs from the runtime's in name only. */
const web: { fetch(url: string | URL, init?: object): Promise<Response> } = globalThis;

/** Connects to an MCP server over streamable HTTP. Redirects are followed within its origin only: the headers may hold a key. */
export function connectHttp({ url, headers, maxMessageBytes }: HttpServer): McpConnection {
  let failure: ConnectionFailure | undefined;
  let made: StreamableHTTPClientTransport | undefined;
  const tooLarge = () => {
    failure = { code: "E_TOOL_UNAVAILABLE", reason: `sent a message of more than ${maxMessageBytes} bytes` };
    close();
  };

  function close(): void {
    // A server that keeps sessions is told that this one is over; one that does not answer is not waited for.
    made?.terminateSession().catch(ignoreGone);
    made?.close().catch(ignoreGone);
    made = undefined;
  }

  return {
    transport({ StreamableHTTPClientTransport }) {
      made = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers },
        reconnectionOptions: RECONNECTION,
        fetch: async (input, init) => bounded(await web.fetch(input, init), maxMessageBytes, tooLarge),
      });
      return made;
    },
    failure: () => failure,
    close,
  };
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
