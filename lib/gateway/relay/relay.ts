import { Buffer } from "node:buffer";
import type { Result, Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "../../settings/json.ts";
import { isBinary } from "../../tools/clean_value.ts";
import { textIn } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { cleanText } from "../output/clean_text.ts";
import type { Presenter, StoredCall } from "../output/kept_output.ts";
import { present, withLimits } from "../output/present.ts";
import type { GatewayClient } from "../tools/own_tool.ts";
import { ABOUT_ONE, askServer } from "./ask_server.ts";
import type { Ask, Rounds } from "./rounds.ts";
import { shownTo } from "./places.ts";

/** ms that a client waits for a list; what a server that starts later offers is told then. */
const LIST_MS = 6000;

/** A client that asks for one prompt or resource takes as much as a tool's whole answer. */
const MAX_TEXT = { chars: MAX_ANSWER_BYTES, bytes: MAX_ANSWER_BYTES };

/** What the servers behind us have besides tools; one that is not known yet may have all of it. */
export function relayedCapabilities({ upstreams }: Gateway): ServerCapabilities {
  const all = [...upstreams.listed().values()];
  const has = (name: string) =>
    all.some((listed) => listed === undefined || listed.capabilities.includes(name));
  return {
    ...has("prompts") && { prompts: { listChanged: true } },
    ...has("resources") && { resources: { listChanged: true, subscribe: has("subscribe") } },
    ...has("completions") && { completions: {} },
    ...has("logging") && { logging: {} },
  };
}

/** Answers for the servers behind us what they have besides tools: lists of all, and each request by the server that it is about. */
export function relayRequests(
  server: Server,
  run: Rounds,
  clientOf: (ctx: ServerContext, ask: Ask, signal: AbortSignal) => GatewayClient,
  gateway: Gateway,
): void {
  const { upstreams } = gateway;
  const { prompts, resources, completions } = server.getCapabilities();
  const listed = async () => {
    await gateway.refresh();
    await upstreams.discover(LIST_MS);
    return upstreams.listed();
  };
  const lists = {
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
  } as const;
  for (const [method, kind] of Object.entries(lists)) {
    if (!(kind === "prompts" ? prompts : resources)) continue;
    server.setRequestHandler(
      method as keyof typeof lists,
      (async () => ({ [kind]: shownTo(await listed(), kind) })) as never,
    );
  }
  const needs = { prompts, resources, completion: completions };
  const methods = ABOUT_ONE.filter((method) => needs[method.split("/")[0] as keyof typeof needs]);
  for (const method of methods) {
    server.setRequestHandler(
      method,
      // The client checks what the server has answered.
      (async ({ params }: { params: Record<string, unknown> }, ctx: ServerContext) =>
        await run(ctx, (...how) => relayed(method, params, clientOf(ctx, ...how), gateway))) as never,
    );
  }
}

async function relayed(
  method: string,
  { _meta: _, ...params }: Record<string, unknown>,
  client: GatewayClient,
  gateway: Gateway,
): Promise<Result> {
  const how = { onprogress: client.progress };
  const { call, named, own, result } = await askServer(method, params, client, gateway, how);
  const presenter = { gateway, client, room: new AnswerRoom(MAX_ANSWER_BYTES), most: MAX_TEXT };
  return await cleanResult(result, call, presenter, { own, named }) as Result;
}

/** A server's result with clean texts, of which those that are too long are kept as context files, each its own; bytes stay as they are. `own`: a URI of the server's that the client knows as `named`. */
async function cleanResult(
  result: unknown,
  call: StoredCall,
  presenter: Presenter,
  { own, named }: { own: string; named: string },
): Promise<unknown> {
  let texts = 0;
  const textOf = async (text: string) => {
    const one = { ...call, id: `${call.id}-${++texts}` };
    return withLimits(await present(one, { text, attachments: [], links: [], isError: false }, presenter));
  };
  const clean = async (value: unknown, key = ""): Promise<unknown> => {
    // One after another: they share the room of one answer.
    if (Array.isArray(value)) return await Array.fromAsync(value, (item) => clean(item));
    if (isRecord(value)) {
      const cleaned = async ([name, item]: [string, unknown]) => [name, await clean(item, name)];
      return Object.fromEntries(await Array.fromAsync(Object.entries(value), cleaned));
    }
    if (typeof value !== "string") return value;
    if (key === "uri" && value === own) return named;
    if (key === "text") return await textOf(value);
    if (isBinary(key, value)) return value;
    const hidden = key === "blob" || key === "data" ? textIn(value) : undefined;
    const shown = hidden && await textOf(hidden);
    if (shown !== undefined && shown !== hidden) return Buffer.from(shown).toString("base64");
    return (await cleanText(value, presenter.gateway.isolate, presenter.client.signal)).text;
  };
  return await clean(result);
}
