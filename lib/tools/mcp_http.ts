import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { attempt, ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { isRecord } from "../settings/json.ts";
import type { HttpTarget } from "../settings/mcp_servers/configured_server.ts";
import type { World } from "../settings/world.ts";
import type { Fail, McpConnection, ServerLogin } from "./mcp_stdio.ts";
import { outputOf } from "./run_program.ts";

/** `login` counts where the headers have no `Authorization`; `env` is that of the `headersHelper`, which does not run without it. */
export type HttpServer = HttpTarget & { login?: ServerLogin; env?: Record<string, string> };

/** ms that Claude Code gives a `headersHelper`. */
const HELPER_MS = 10_000;

/** ms that a server has to hear that its session is over. */
const GOODBYE_MS = 1000;
const INTERNAL_ERROR = -32603;

/** The headers for a new connection, with those that Claude Code would have from a `headersHelper`. Throws `TypeError`. */
export async function withHelpedHeaders(server: HttpServer, name: string, cwd: string, world: World) {
  const { headersHelper, url } = server;
  if (headersHelper === undefined || server.env === undefined) return server;
  const env = { ...server.env, CLAUDE_CODE_MCP_SERVER_NAME: name, CLAUDE_CODE_MCP_SERVER_URL: url };
  const program = { command: "/bin/sh", args: ["-c", headersHelper], env, cwd, totalMs: HELPER_MS };
  const text = await outputOf(program, world) ?? "";
  const helped: unknown = attempt(() => JSON.parse(text));
  if (!isRecord(helped) || !Object.values(helped).every((value) => typeof value === "string")) {
    throw new TypeError(`its headersHelper does not print headers as a JSON object in ${HELPER_MS / 1000} s`);
  }
  const headers = new Headers(server.headers);
  for (const [key, value] of Object.entries(helped)) headers.set(key, String(value));
  return { ...server, headers: Object.fromEntries(headers) };
}

/** Connects to an MCP server over streamable HTTP, or over SSE; a message of more than `messageBytes` ends it. Redirects are followed within its origin only: the headers may hold a key. */
export function connectHttp(
  { url, headers, sse = false, login }: HttpServer,
  messageBytes: number,
  fail: Fail,
  sdk: typeof import("@modelcontextprotocol/client"),
): McpConnection {
  const authProvider = new Headers(headers).has("authorization") ? undefined : login;
  const options = { requestInit: { headers }, fetch, ...(authProvider && { authProvider }) };
  const streamable = sse ? undefined : new sdk.StreamableHTTPClientTransport(new URL(url), options);
  const transport = streamable ?? new sdk.SSEClientTransport(new URL(url), options);
  // The SDK waits for ever for the stream of a transport that is closed before it is there.
  const start = transport.start.bind(transport);
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(ignoreError);
  transport.start = () => Promise.race([start(), gone.promise]);
  let isOpen = false;
  // The SDK would open another stream, whose server knows nothing of this one.
  const onLost = (error: Error) => void (isOpen && error instanceof sdk.SseError && fail("ended its stream"));
  if (streamable === undefined) transport.onerror = onLost;
  else answerLost(streamable);

  async function fetch(input: string | URL, init?: object): Promise<Response> {
    try {
      const response = await globalThis.fetch(input, init as RequestInit);
      isOpen ||= response.ok;
      const tooLarge = () => fail(`sent a message of more than ${messageBytes} bytes`);
      return bounded(response, messageBytes, tooLarge);
    } catch (error) {
      // Where nobody listens any more, nothing that still waits will be answered.
      if (error instanceof TypeError) fail(`cannot be reached: ${error.message}`);
      throw error;
    }
  }

  async function close(): Promise<void> {
    gone.reject(new Error("the connection was closed"));
    if (streamable) await inTime(streamable.terminateSession().catch(ignoreError), GOODBYE_MS);
    await transport.close().catch(ignoreError);
  }

  return { transport, close, ...(authProvider && { login: authProvider }) };
}

/** A response whose body fails beyond `max` bytes without an empty line: one JSON answer, or one event of a stream. */
export function bounded(response: Response, max: number, tooLarge: () => void): Response {
  if (response.body === null) return response;
  const bytewise = new TextDecoder("latin1");
  let since = 0;
  let tail = "";
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        // The line breaks around an empty line may come in several pieces.
        const text = tail + bytewise.decode(bytes);
        since = /\n\r?\n/.test(text) ? 0 : since + bytes.length;
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

/** Answers a request whose stream has ended, for good, before its answer. The SDK's client would wait until the request's time is over. */
function answerLost(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        if (!("id" in message) || message.id === undefined) return;
        const error = { code: INTERNAL_ERROR, message: "the connection ended before the answer" };
        // Of a request that has its answer the client knows nothing any more.
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
      },
    });
  };
}
