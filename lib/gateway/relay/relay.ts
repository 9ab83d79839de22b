import type { Result, Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "../../settings/json.ts";
import { isBinary } from "../../tools/clean_value.ts";
import { isTextType, textIn } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import { outputId } from "../batch/run_batch.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { cleanText } from "../output/clean_text.ts";
import type { StoredCall } from "../output/kept_output.ts";
import { present, type Presenter, presenterFor, withLimits } from "../output/present.ts";
import type { GatewayClient } from "../tools/own_tool.ts";
import { ABOUT_ONE, askServer } from "./ask_server.ts";
import type { Ask, Rounds } from "./rounds.ts";
import { shownPrompts, shownResources, shownTemplates } from "./places.ts";

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
  if (prompts) {
    server.setRequestHandler("prompts/list", async () => ({ prompts: shownPrompts(await listed()) }));
  }
  if (resources) {
    server.setRequestHandler("resources/list", async () => ({ resources: shownResources(await listed()) }));
    server.setRequestHandler(
      "resources/templates/list",
      async () => ({ resourceTemplates: shownTemplates(await listed()) }),
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
  const { serverName, named, own, result } = await askServer(method, params, client, gateway, how);
  const call = {
    id: outputId(`${serverName}/${method}`, gateway.world.nonce(3)),
    tool: `${serverName}/${method} ${named}`,
  };
  const presenter = presenterFor(gateway, client, new AnswerRoom(MAX_ANSWER_BYTES));
  return await cleanResult(
    result,
    call,
    { ...presenter, most: MAX_TEXT },
    (uri) => uri === own ? named : uri,
  ) as Result;
}

/**
 * A server's result fit to be handed on: its texts clean, and those that are too long kept as context files, with a summary in their place; pictures, sound and
 * binary data as they are. `renamed`: what stands for a URI of the server's.
 */
async function cleanResult(
  value: unknown,
  call: StoredCall,
  presenter: Presenter,
  renamed: (uri: string) => string,
): Promise<unknown> {
  const walk = (item: unknown) => cleanResult(item, call, presenter, renamed);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    // One after another: they share the room of one answer.
    for (const item of value) items.push(await walk(item));
    return items;
  }
  if (typeof value === "string") return (await cleanText(value, presenter.isolate, presenter.signal)).text;
  if (!isRecord(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== "string") entries.push([key, await walk(item)]);
    else if (key === "uri") entries.push([key, renamed(item)]);
    else if (key === "text") entries.push([key, await textOf(item, call, presenter)]);
    else if (key === "blob" && isTextType(value["mimeType"])) {
      const hidden = textIn(item);
      const clean = hidden === undefined ? undefined : await textOf(hidden, call, presenter);
      entries.push([key, clean === undefined || clean === hidden ? item : base64Of(clean)]);
    } else entries.push([key, isBinary(key, item) ? item : await walk(item)]);
  }
  return Object.fromEntries(entries);
}

function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

async function textOf(text: string, call: StoredCall, presenter: Presenter): Promise<string> {
  const shown = await present(call, { text, attachments: [], links: [], isError: false }, presenter);
  return withLimits(shown);
}
