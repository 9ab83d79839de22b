import { isInputRequiredResult, type ServerContext } from "@modelcontextprotocol/server";
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { planBatch, type RequestedCall, settleBatch } from "../batch/plan_batch.ts";
import { batchSummary, progressReport, runBatch } from "../batch/run_batch.ts";
import { hashOf } from "../catalog/hash.ts";
import type { Gateway } from "../gateway.ts";
import { ask, hold, takeAnswers, takeWords, wordNow } from "./ask_user.ts";
import {
  count,
  definitionOf,
  type GatewayClient,
  jsonResult,
  type OwnTool,
  readArguments,
  START_SHARE,
  unpacked,
} from "./own_tool.ts";

const MAX_CALLS = 50;
const MAX_PARALLEL = 16;

/** A call must not be made without arguments that it has in the wrong place. */
const call = z.looseObject({
  name: z.string(),
  arguments: z.preprocess((value) => unpacked(value ?? {}), z.looseObject({})),
}).refine(
  ({ name: _, arguments: args, ...more }) => Object.keys(more).length === 0 || Object.keys(args).length > 0,
  "has more beside its name: what a tool is given goes into arguments",
);

const parameters = z.object({
  calls: z.preprocess(
    (value) => [unpacked(value)].flat().map(unpacked),
    z.array(call).min(1).max(MAX_CALLS),
  ),
  parallelLimit: count({ fallback: 4, least: 1, most: MAX_PARALLEL }, "reads at once; 4"),
});

export const RUN_TOOL_BATCH: OwnTool = {
  definition: definitionOf(
    "run_tool_batch",
    'Calls tools by "SERVER/TOOL", several at once: reads side by side, the rest alone and in order. Long outputs are kept as files; their ref is read with context_read, context_grep, context_tail. Status permission: the user has to approve first, as the text says.',
    parameters,
    { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  ),
  async call(args, client, gateway, ctx) {
    const { calls, parallelLimit } = readArguments(parameters, args);
    return await runToolBatch(calls, parallelLimit, ctx, client, gateway);
  },
};

/** Plans a batch, lets the client ask its user where that is needed and possible, and runs it. */
async function runToolBatch(
  calls: readonly RequestedCall[],
  parallelLimit: number,
  ctx: ServerContext,
  { conversation, asksUser, waitsMs }: GatewayClient,
  gateway: Gateway,
): Promise<CallToolResult | InputRequiredResult> {
  const elapsed = () => gateway.world.elapsed();
  const began = elapsed();
  const plan = await planBatch(calls, conversation, waitsMs * START_SHARE, gateway);
  const batch = hashOf(calls);
  const answered = takeAnswers(ctx, batch, gateway);
  const { waiting } = settleBatch(plan, wordNow(gateway));
  const noted = hold(waiting, gateway);
  if (asksUser && answered === undefined && noted.length === 0) {
    const question = ask(waiting, batch, gateway);
    if (isInputRequiredResult(question)) return question;
  }
  const { settled, problems } = takeWords(plan, gateway);

  const time = new AbortController();
  const timer = setTimeout(
    () => time.abort(new AutoToolsError("E_TIMEOUT", `the batch took longer than ${waitsMs / 1000} s`)),
    // What the servers took to start has to come out of the same time.
    Math.max(0, began + waitsMs - elapsed()),
  );
  try {
    const { results, images } = await runBatch(plan, settled, {
      conversation,
      parallelLimit,
      signal: AbortSignal.any([ctx.mcpReq.signal, time.signal]),
      progress: progressReport(calls.length, elapsed, (notice) => {
        const { progressToken } = ctx.mcpReq._meta ?? {};
        if (progressToken === undefined) return;
        // A client that has gone is told by its connection.
        ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...notice } })
          .catch(ignoreGone);
      }),
    }, gateway);
    const summary = [batchSummary(results, elapsed() - began), ...answered ?? [], ...noted, ...problems]
      .join("\n");
    const told = jsonResult({ summary, results });
    const pictures = images.map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
    return { content: [...told.content, ...pictures] };
  } finally {
    clearTimeout(timer);
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
