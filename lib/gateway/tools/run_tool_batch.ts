import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { ignoreError } from "../../settings/attempt.ts";
import { sanitizedHead } from "../../guard/sanitize.ts";
import { callClock } from "../../tools/call_clock.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import type { Attachment } from "../../tools/mcp_result.ts";
import {
  type CallResult,
  errorResult,
  MAX_FAILURE,
  planBatch,
  type RequestedCall,
  settleBatch,
} from "../batch/plan_batch.ts";
import { inStages, resolved } from "../batch/references.ts";
import { type Known, reference, selection } from "../batch/selection.ts";
import { batchSummary, MAX_IMAGES, MAX_OUTPUTS, progressReport, runBatch } from "../batch/run_batch.ts";
import { AnswerRoom } from "../output/answer_size.ts";
import { callLog } from "../call_log.ts";
import type { Gateway } from "../gateway.ts";
import { canAnswer } from "../relay/client_caller.ts";
import { askUser, hold, takeWords, wordNow } from "./ask_user.ts";
import {
  count,
  definitionOf,
  type GatewayClient,
  type OwnTool,
  readArguments,
  resultOf,
  START_SHARE,
  unpacked,
} from "./own_tool.ts";

const MAX_CALLS = 50;
const MAX_PARALLEL = 16;

/** A call must not be made without arguments that it has in the wrong place. */
const call = z.looseObject({
  id: z.string().max(60).optional(),
  name: z.string(),
  arguments: z.preprocess((value) => unpacked(value ?? {}), z.looseObject({})),
  each: reference.optional(),
  pick: selection.optional(),
}).refine(
  ({ id: _, name: __, each: ___, pick: ____, arguments: args, ...more }) =>
    Object.keys(more).length === 0 || Object.keys(args).length > 0,
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
    'Calls tools by "SERVER/TOOL", several at once: reads side by side, the rest alone and in order. Long outputs are kept as files; their ref is read with context_read, context_grep, context_tail. Status permission: the user has to approve first, as the text says. Later calls use earlier results: {"$from":ID,"path":"rows[*].id"} in their arguments; each: {"$from":…} runs a call for every item, {"$item":PATH} is of that item; pick answers only that of a result. Paths are JSONPath; filter as in [?@.state=="open"].',
    parameters,
    { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  ),
  async call(args, client, gateway, ctx) {
    const { calls, parallelLimit } = readArguments(parameters, args);
    return await runToolBatch(calls, parallelLimit, ctx, client, gateway);
  },
};

/** Runs a batch, stage by stage: calls that refer to results of others stand in later stages, which end with the first call that waits or is refused. */
async function runToolBatch(
  calls: readonly RequestedCall[],
  parallelLimit: number,
  ctx: ServerContext,
  client: GatewayClient,
  gateway: Gateway,
): Promise<CallToolResult> {
  const { conversation, waitsMs } = client;
  const elapsed = () => gateway.world.elapsed();
  const began = elapsed();
  const clock = callClock(waitsMs);
  const { progressToken } = ctx.mcpReq._meta ?? {};
  const options = {
    log: callLog(gateway, { client: client.name, conversation }),
    room: new AnswerRoom(MAX_OUTPUTS),
    conversation,
    parallelLimit,
    waitsMs,
    caller(notes: string[]): Caller {
      const caller = client.caller(notes);
      return { ...caller, ask: (...request) => clock.without(caller.ask(...request)) };
    },
    progress: progressReport(calls.length, elapsed, (notice) => {
      if (progressToken === undefined) return;
      // A client that has gone is told by its connection.
      ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...notice } })
        .catch(ignoreError);
    }),
  };
  const known = new Map<string, { value: unknown } | { failed: string }>();
  const [results, images, told]: [CallResult[], Attachment[], string[]] = [[], [], []];
  let stopped: CallResult["status"] | undefined;
  for (const stage of inStages(calls)) {
    if (stopped !== undefined) {
      const status = stopped;
      results.push(...stage.map(({ id, name }) => ({ id, name, status, text: STOPPED })));
      continue;
    }
    const made = await resolvedStage(stage, known, MAX_CALLS - results.length, gateway);
    const plan = await planBatch(made, conversation, waitsMs * START_SHARE, gateway);
    const { waiting } = settleBatch(plan, wordNow(gateway));
    const noted = hold(waiting, gateway);
    const mayAsk = noted.length === 0 && canAnswer(client.capabilities, "elicitation/create");
    const answered = mayAsk ? await clock.without(askUser(waiting, client, gateway)) : undefined;
    const words = takeWords(plan, gateway);
    told.push(...noted, ...answered ?? [], ...words.problems);
    const settled = words.results.map((result, at) => result && { ...result, id: result.id ?? made[at]?.id });
    const statuses = settled.flatMap((result) => result?.status ?? []);
    stopped = statuses.includes("permission") ? "permission" : statuses[0];
    for (const [index, result] of settled.entries()) {
      const call = made[index];
      if (result === undefined || call === undefined || "status" in call) continue;
      options.log.add(call, { word: "none", result: result.status });
    }
    const signal = AbortSignal.any([client.signal, clock.signal]);
    const outcomes = await runBatch(plan, settled, { ...options, signal }, gateway);
    results.push(...outcomes.map(({ result }) => result));
    images.push(...outcomes.flatMap((outcome) => outcome.images));
    for (const { id, each } of stage) {
      if (id === undefined) continue;
      const values = outcomes.filter((_, at) => made[at]?.id === id).map((outcome) => outcome.value);
      const value = each === undefined ? values[0] : values;
      const isThere = value !== undefined && !values.includes(undefined);
      known.set(id, isThere ? { value } : { failed: "has no result" });
    }
  }
  clock.end();
  const summary = [batchSummary(results, elapsed() - began), ...told, ...options.log.problems];
  const answer = resultOf({ summary: summary.join("\n"), results });
  const pictures = images.slice(0, MAX_IMAGES)
    .map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
  return { content: [...answer.content, ...pictures] };
}

const STOPPED = "not run: a call before it waits for the user, or was refused";

/** The calls of a stage as they will be made; one whose references stand for nothing has its result. */
async function resolvedStage(
  stage: readonly RequestedCall[],
  known: Known,
  room: number,
  gateway: Gateway,
): Promise<(RequestedCall | CallResult)[]> {
  const made: (RequestedCall | CallResult)[] = [];
  for (const call of stage) {
    try {
      made.push(...await resolved(call, known, gateway.isolate));
    } catch (error) {
      if (!(error instanceof AutoToolsError)) throw error;
      const text = `not run: ${sanitizedHead(error.message, MAX_FAILURE)}`;
      made.push({ ...errorResult(call.name, text), id: call.id });
    }
  }
  if (made.length <= room) return made;
  const text = `not run: with what it is to run for, the batch has more than ${MAX_CALLS} calls`;
  return stage.map(({ id, name }) => ({ ...errorResult(name, text), id }));
}
