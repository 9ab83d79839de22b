import { Buffer } from "node:buffer";
import { Readable, Writable } from "node:stream";
import type { ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, Server } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { AutoToolsError } from "../contract/error_codes.ts";
import { VERSION } from "../contract/version.ts";
import { ignoreError } from "../settings/attempt.ts";
import { isRecord, textAt } from "../settings/json.ts";
import type { World } from "../settings/world.ts";
import { send } from "../tools/local_socket.ts";
import { fitting, indexText } from "./catalog/index_text.ts";
import type { Gateway } from "./gateway.ts";
import { clientCaller } from "./relay/client_caller.ts";
import type { ServedClient } from "./relay/client_side.ts";
import { relayedCapabilities, relayRequests } from "./relay/relay.ts";
import { type Ask, rounds } from "./relay/rounds.ts";
import { CONTEXT_TOOLS } from "./tools/context_tools.ts";
import { FIND_PLACES, FIND_TOOLS } from "./tools/find.ts";
import { GET_TOOL_DETAILS } from "./tools/get_tool_details.ts";
import { type GatewayClient, wrongArguments } from "./tools/own_tool.ts";
import { RUN_TOOL_BATCH } from "./tools/run_tool_batch.ts";

/** ms that a client waits for our first word: below what clients give a server to start. */
const DISCOVERY_MS = 6000;
/** ms that Codex waits for a tool where its configuration says nothing, and ms for a batch of anybody else. */
const CODEX_WAITS_MS = 60_000;
const OTHERS_WAIT_MS = 280_000;
/** ms, but at most a quarter, that a batch ends before its client stops waiting, so that what was done is not lost. */
const MARGIN_MS = 5000;
/** UTF-16 units of new names; a client keeps 4,096 of a whole description. */
const MAX_NEWS = 3000;

const TOOLS = [RUN_TOOL_BATCH, GET_TOOL_DETAILS, FIND_TOOLS, FIND_PLACES, ...CONTEXT_TOOLS];

/** Serves a gateway over a connection, or our stdin and stdout where there is none, until the client has gone. `session` is the conversation of a client that names none; `codexWaitsMs` how long Codex waits for a tool of ours. */
export function serveGateway(
  gateway: Gateway,
  client: ServedClient,
  session: string,
  codexWaitsMs = CODEX_WAITS_MS,
  connection?: Deno.UnixConn,
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const names = () => gateway.upstreams.groups().flatMap(({ tools }) => tools.map(({ name }) => name));
  const run = rounds(gateway.world);
  let current: Server | undefined;

  async function make(): Promise<Server> {
    await gateway.upstreams.discover(DISCOVERY_MS);
    const server = new Server({ name: "auto-tools", title: "auto-tools gateway", version: VERSION }, {
      capabilities: { tools: { listChanged: true }, ...relayedCapabilities(gateway) },
      instructions: indexText(gateway.upstreams.groups()),
    });
    // A client reads the instructions once; what is new since is told with this tool.
    const given = new Set(names());
    server.setRequestHandler("tools/list", async () => {
      await gateway.refresh();
      const news = names().filter((name) => !given.has(name));
      const more = news.length > 0 ? `\nNew since the list was given: ${fitting(news, ", ", MAX_NEWS)}` : "";
      const { definition: details } = GET_TOOL_DETAILS;
      const told = { ...details, description: `${details.description}${more}` };
      return { tools: TOOLS.map(({ definition }) => definition === details ? told : definition) };
    });
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }, ctx) => {
      try {
        await gateway.refresh();
        const tool = TOOLS.find(({ definition }) => definition.name === name);
        if (tool === undefined) {
          throw wrongArguments("no such tool; servers' tools go through run_tool_batch");
        }
        return await run(ctx, (ask, signal) => tool.call(args, clientOf(ctx, ask, signal), gateway));
      } catch (error) {
        if (!(error instanceof AutoToolsError)) throw error;
        return { content: [{ type: "text", text: `${name}: ${error.message}` }], isError: true };
      }
    });
    relayRequests(server, run, clientOf, gateway);
    client.serve(server, gateway);
    current = server;
    return server;
  }

  function clientOf(ctx: ServerContext, ask: Ask, signal: AbortSignal): GatewayClient {
    const envelope: Record<string, unknown> = ctx.mcpReq.envelope ?? {};
    const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? current?.getClientCapabilities();
    const capabilities = isRecord(declared) ? declared : {};
    const name = textAt(envelope[CLIENT_INFO_META_KEY] ?? current?.getClientVersion(), "name");
    const { progressToken } = ctx.mcpReq._meta ?? {};
    return {
      name: name.slice(0, 60) || "unknown",
      capabilities,
      signal,
      ask,
      caller: (notes) => clientCaller(ctx, capabilities, ask, notes),
      conversation: conversationOf(ctx.mcpReq._meta, gateway.world) ?? session,
      progress(step) {
        if (progressToken === undefined) return;
        const params = { ...step, progressToken };
        // A client that has gone is told by its connection.
        ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(ignoreError);
      },
      waitsMs: /codex/i.test(name) ? codexWaitsMs - Math.min(MARGIN_MS, codexWaitsMs / 4) : OTHERS_WAIT_MS,
    };
  }

  const transport = new StdioServerTransport(...streamsOf(connection));
  serveStdio(make, { transport });
  const { onclose: wireClosed, onmessage: wireMessage } = transport;
  // Servers start before the client has its first answer, and are told what it can.
  transport.onmessage = (message) => {
    client.see(message);
    wireMessage?.(message);
  };
  transport.onclose = () => {
    wireClosed?.();
    resolve();
  };
  return closed;
}

/** A connection as Node's streams: its own would close it as a whole where the other side has said all. */
function streamsOf(connection: Deno.UnixConn | undefined): [Readable?, Writable?] {
  if (connection === undefined) return [];
  const said = async function* () {
    const buffer = new Uint8Array(64 * 1024);
    for (let read = await connection.read(buffer); read !== null; read = await connection.read(buffer)) {
      yield Buffer.from(buffer.subarray(0, read));
    }
  };
  const write = (bytes: Uint8Array, _: unknown, done: (error?: Error | null) => void) =>
    void send(connection, bytes).then(() => done(), done);
  const streams: [Readable, Writable] = [Readable.from(said()), new Writable({ write })];
  // Whoever was there has gone, which is the end of what it says.
  for (const stream of streams) stream.on("error", ignoreError);
  return streams;
}

/** The client's own id of the conversation, if any: Codex names it with each call, Claude Code in our environment. */
export function conversationOf(meta: Readonly<Record<string, unknown>> = {}, world: World) {
  const turn = meta["x-codex-turn-metadata"];
  return textAt(turn, "thread_id") || textAt(turn, "session_id") || textAt(meta, "threadId") ||
    world.env("CLAUDE_CODE_SESSION_ID") || undefined;
}
