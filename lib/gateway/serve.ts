import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  isInputRequiredResult,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { AutoToolsError } from "../contract/error_codes.ts";
import { VERSION } from "../contract/version.ts";
import { indexText } from "./catalog/index_text.ts";
import { conversationOf } from "./conversation.ts";
import type { Gateway } from "./gateway.ts";
import { isRecord, WrongArguments } from "./tools/arguments.ts";
import type { OpenQuestions } from "./tools/ask_user.ts";
import { CONTEXT_TOOLS } from "./tools/context_tools.ts";
import { toolDefinitions } from "./tools/definitions.ts";
import { getToolDetails } from "./tools/get_tool_details.ts";
import { newTools } from "./tools/new_tools.ts";
import { type BatchClient, runToolBatch } from "./tools/run_tool_batch.ts";

/** ms that a client waits for our first word: below what clients give a server to start. */
const DISCOVERY_MS = 6000;
/** ms that Codex waits for a tool where its configuration says nothing, and ms for a batch of anybody else. */
const CODEX_WAITS_MS = 60_000;
const OTHERS_WAIT_MS = 280_000;
/** ms, but at most a quarter, that a batch ends before its client stops waiting, so that what was done is not lost. */
const MARGIN_MS = 5000;

export interface Serving {
  /** Settles when the client has gone. */
  closed: Promise<void>;
  /** The list of tools is another one now. */
  toolsChanged(): void;
}

/**
 * Serves a gateway over our stdin and stdout, in the protocol's revision that the client speaks.
 *
 * @param session stands for the conversation of a client that names none.
 * @param codexWaitsMs how long Codex waits for one of our tools, where its user has said so.
 */
export function serveGateway(gateway: Gateway, session: string, codexWaitsMs = CODEX_WAITS_MS): Serving {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const questions: OpenQuestions = new Map();
  let current: Server | undefined;
  /** Names in the instructions, which a client reads once. */
  let given: ReadonlySet<string> = new Set();

  async function make(): Promise<Server> {
    await gateway.upstreams.discover(DISCOVERY_MS);
    const groups = gateway.upstreams.groups();
    given = new Set(groups.flatMap(({ tools }) => tools.map(({ name }) => name)));
    const server = new Server({ name: "auto-tools", title: "auto-tools gateway", version: VERSION }, {
      capabilities: { tools: { listChanged: true } },
      instructions: indexText(groups),
    });
    server.setRequestHandler(
      "tools/list",
      () => ({ tools: toolDefinitions(newTools(gateway.upstreams.groups(), given)) }),
    );
    server.setRequestHandler(
      "tools/call",
      ({ params }, ctx) => answered(params.name, params.arguments ?? {}, ctx, server),
    );
    current = server;
    // The thread is there when the first call comes; where it cannot be started, that call says so.
    gateway.validation.run("validate", { schema: {}, value: {} }, DISCOVERY_MS).catch((error) => {
      if (!(error instanceof AutoToolsError)) throw error;
    });
    return server;
  }

  async function answered(
    name: string,
    args: Record<string, unknown>,
    ctx: ServerContext,
    server: Server,
  ): Promise<CallToolResult | InputRequiredResult> {
    try {
      return await call(name, args, ctx, clientOf(ctx, server));
    } catch (error) {
      if (!(error instanceof WrongArguments || error instanceof AutoToolsError)) throw error;
      return { content: [{ type: "text", text: `${name}: ${error.message}` }], isError: true };
    }
  }

  async function call(
    name: string,
    args: Record<string, unknown>,
    ctx: ServerContext,
    client: BatchClient,
  ): Promise<CallToolResult | InputRequiredResult> {
    if (name === "get_tool_details") return json(await getToolDetails(args, client, gateway));
    if (name === "run_tool_batch") {
      const outcome = await runToolBatch(args, ctx, client, questions, gateway);
      if (isInputRequiredResult(outcome)) return outcome;
      const { images, summary, results } = outcome;
      const pictures = images.map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
      return { content: [...json({ summary, results }).content, ...pictures] };
    }
    const tool = Object.hasOwn(CONTEXT_TOOLS, name) ? CONTEXT_TOOLS[name] : undefined;
    if (tool === undefined) {
      throw new WrongArguments("no such tool; call the tools of other servers through run_tool_batch");
    }
    return json(await tool(args, client.conversation, gateway));
  }

  function clientOf(ctx: ServerContext, server: Server): BatchClient {
    const envelope: Record<string, unknown> = ctx.mcpReq.envelope ?? {};
    const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
    const info = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
    const name = isRecord(info) ? String(info["name"]) : "";
    const elicitation = isRecord(capabilities) ? capabilities["elicitation"] : undefined;
    return {
      conversation: conversationOf(ctx.mcpReq._meta, gateway.world) ?? session,
      waitsMs: /codex/i.test(name) ? codexWaitsMs - Math.min(MARGIN_MS, codexWaitsMs / 4) : OTHERS_WAIT_MS,
      asksUser: isRecord(elicitation) && (Object.keys(elicitation).length === 0 || "form" in elicitation),
    };
  }

  const transport = new StdioServerTransport();
  serveStdio(make, { transport });
  const wireClosed = transport.onclose;
  transport.onclose = () => {
    wireClosed?.();
    resolve();
  };
  return {
    closed,
    toolsChanged() {
      // Before there is a client nobody has a list that could be old, and one that has gone needs none.
      current?.sendToolListChanged().catch((error) => {
        if (!(error instanceof Error)) throw error;
      });
    },
  };
}

function json(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}
