import type { Result, Server, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { ignoreError } from "../../settings/attempt.ts";
import type { Gateway } from "../gateway.ts";
import { outputId } from "../batch/run_batch.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { outputStore } from "../output/kept_output.ts";
import type { GatewayClient } from "../tools/own_tool.ts";
import { ABOUT_ONE, askServer } from "./ask_server.ts";
import { cleanResult, MAX_TEXT } from "./clean_result.ts";
import type { Ask, Rounds } from "./rounds.ts";
import { shownPrompts, shownResources, shownTemplates } from "./places.ts";

/** ms that a client waits for a list; what a server that starts later offers is told then. */
const LIST_MS = 6000;

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
        await run(ctx, (...how) => relayed(method, params, ctx, clientOf(ctx, ...how), gateway))) as never,
    );
  }
}

async function relayed(
  method: string,
  { _meta: _, ...params }: Record<string, unknown>,
  ctx: ServerContext,
  client: GatewayClient,
  gateway: Gateway,
): Promise<Result> {
  const { signal } = client;
  const { progressToken } = ctx.mcpReq._meta ?? {};
  const { serverName, named, own, result } = await askServer(method, params, client, gateway, {
    onprogress(progress) {
      if (progressToken === undefined) return;
      ctx.mcpReq.notify({ method: "notifications/progress", params: { ...progress, progressToken } })
        .catch(ignoreError);
    },
  });
  const call = {
    id: outputId(`${serverName}/${method}`, gateway.world.nonce(3)),
    tool: `${serverName}/${method} ${named}`,
  };
  const presenter = {
    room: new AnswerRoom(MAX_ANSWER_BYTES),
    store: outputStore(gateway, client.conversation),
    isolate: gateway.isolate,
    signal,
    most: MAX_TEXT,
  };
  return await cleanResult(result, call, presenter, (uri) => uri === own ? named : uri) as Result;
}
