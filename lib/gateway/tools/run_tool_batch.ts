import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ignoreError } from "../../settings/attempt.ts";
import { planBatch, type RequestedCall, settleBatch } from "../batch/plan_batch.ts";
import { batchSummary, progressReport, runBatch } from "../batch/run_batch.ts";
import { callLog } from "../call_log.ts";
import { hashOf } from "../catalog/hash.ts";
import type { Gateway } from "../gateway.ts";
import { ask, hold, takeAnswers, useWords, wordNow } from "./ask_user.ts";
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
  { name: client, conversation, asksUser, waitsMs }: GatewayClient,
  gateway: Gateway,
): Promise<CallToolResult | InputRequiredResult> {
  const elapsed = () => gateway.world.elapsed();
  const began = elapsed();
  const plan = await planBatch(calls, conversation, waitsMs * START_SHARE, gateway);
  const batch = hashOf(calls);
  const answered = takeAnswers(ctx, batch, gateway);
  const settled = settleBatch(plan, wordNow(gateway));
  const noted = hold(settled.waiting, gateway);
  if (asksUser && answered === undefined && noted.length === 0) {
    const question = ask(settled.waiting, batch, gateway);
    if (question !== undefined) return question;
  }
  const { isTaken, problems } = useWords(settled, gateway);
  const known = isTaken ? settled : settleBatch(plan, () => undefined);

  const log = callLog(gateway, { client, conversation });
  for (const [at, result] of known.results.entries()) {
    const call = calls[at];
    if (call !== undefined && result !== undefined) log.add(call, { word: "none", result: result.status });
  }
  // What the servers took to start has to come out of the same time.
  const time = AbortSignal.timeout(Math.max(0, began + waitsMs - elapsed()));
  const { progressToken } = ctx.mcpReq._meta ?? {};
  const { results, images } = await runBatch(plan, known.results, {
    log,
    conversation,
    parallelLimit,
    signal: AbortSignal.any([ctx.mcpReq.signal, time]),
    waitsMs,
    progress: progressReport(calls.length, elapsed, (notice) => {
      if (progressToken === undefined) return;
      // A client that has gone is told by its connection.
      ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...notice } })
        .catch(ignoreError);
    }),
  }, gateway);
  const summary = [
    batchSummary(results, elapsed() - began),
    ...answered ?? [],
    ...noted,
    ...problems,
    ...log.problems,
  ];
  const told = jsonResult({ summary: summary.join("\n"), results });
  const pictures = images.map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
  return { content: [...told.content, ...pictures] };
}
