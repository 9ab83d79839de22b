import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { caught } from "../../settings/attempt.ts";
import { callClock } from "../../tools/call_clock.ts";
import { type Attachment, unpacked } from "../../tools/mcp_result.ts";
import { type CallResult, MAX_FAILURE, planBatch, refusedCall, settleBatch } from "../batch/plan_batch.ts";
import { type HiddenValues, hiddenValues } from "../batch/hidden_values.ts";
import type { Known, RequestedCall } from "../batch/requested_call.ts";
import { inStages, requestedCall, sourcesOf } from "../batch/requested_call.ts";
import { progressReport, runBatch, SELECT_MS } from "../batch/run_batch.ts";
import { callLog } from "../call_log.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, headOfAnswer, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { canAnswer } from "../relay/client_caller.ts";
import { askUser, hold, takeWords, wordNow } from "./ask_user.ts";
import { count, type GatewayClient, ownTool, START_SHARE } from "./own_tool.ts";

const MAX_CALLS = 50;
const MAX_PARALLEL = 16;
/** Bytes of all outputs of a batch in the answer; what comes later is kept as files, a line for each. */
const MAX_OUTPUTS = MAX_ANSWER_BYTES / 2;
const MAX_IMAGES = 4;

const STOPPED = "not run: a call before it waits for the user, or was refused";

const NOT_TAKEN = "The configuration has changed and cannot be used; the one before holds";

const parameters = z.object({
  calls: z.preprocess(
    (value) => [unpacked(value)].flat().map(unpacked),
    z.array(requestedCall).min(1).max(MAX_CALLS).refine(
      (calls) => calls.every(({ id }, at) => !id || calls.findIndex((each) => each.id === id) === at),
      "two calls have the same id",
    ),
  ),
  parallelLimit: count({ fallback: 4, least: 1, most: MAX_PARALLEL }, "reads at once; 4"),
});

export const RUN_TOOL_BATCH = ownTool(
  "run_tool_batch",
  'Calls tools by "SERVER/TOOL", several at once: reads side by side, the rest alone and in order. Long outputs are kept as files; their ref is read with context_read, context_grep, context_tail. Status permission: the user has to approve first, as the text says. Later calls use earlier results: {"$from":ID,"path":"rows[*].id"} in their arguments; each: {"$from":…} runs a call for every item, {"$item":PATH} is of that item; pick answers only that of a result. Paths are JSONPath; filter as in [?@.state=="open"].',
  parameters,
  runToolBatch,
  { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
);

/** Runs a batch, stage by stage: calls that refer to results of others stand in later stages, which end with the first call that waits or is refused. */
async function runToolBatch(
  { calls, parallelLimit }: z.output<typeof parameters>,
  given: GatewayClient,
  gateway: Gateway,
): Promise<CallToolResult> {
  const elapsed = () => gateway.world.elapsed();
  const began = elapsed();
  const clock = callClock(given.waitsMs);
  const client: GatewayClient = {
    ...given,
    signal: AbortSignal.any([given.signal, clock.signal]),
    caller(notes) {
      const caller = given.caller(notes);
      return { ...caller, ask: (...request) => clock.without(caller.ask(...request)) };
    },
  };
  const { conversation, capabilities, waitsMs } = client;
  const log = callLog(gateway, { client: client.name, conversation });
  const progress = progressReport(calls.length, elapsed, client.progress);
  const hidden = hiddenValues(gateway.world.nonce(8), gateway.isolate, client.signal);
  const batch = { client, log, progress, parallelLimit, hidden, room: new AnswerRoom(MAX_OUTPUTS) };
  const known = new Map<string, unknown>();
  const [results, images, told]: [CallResult[], Attachment[], string[]] = [[], [], []];
  let stopped: CallResult["status"] | undefined;
  for (const stage of inStages(calls)) {
    if (stopped !== undefined) {
      const status = stopped;
      for (const call of stage) log.add(call, { word: "none", result: status });
      results.push(...stage.map(({ id, name }) => ({ id, name, status, text: STOPPED })));
      continue;
    }
    const made = await resolvedStage(stage, known, MAX_CALLS - results.length, gateway, hidden);
    const planned = await planBatch(made, conversation, waitsMs * START_SHARE, gateway, hidden.masked);
    const { waiting } = settleBatch(planned, wordNow(gateway), results.length);
    const noted = hold(waiting, gateway);
    const mayAsk = noted.length === 0 && canAnswer(capabilities, "elicitation/create");
    const answered = mayAsk ? await clock.without(askUser(waiting, given, gateway)) : [];
    const { plan, problems } = takeWords(planned, results.length, gateway);
    told.push(...noted, ...answered, ...problems);
    const statuses = plan.map(({ result }) => result?.status);
    stopped = (["permission", "error"] as const).find((status) => statuses.includes(status));
    const outcomes = await runBatch(plan, batch, gateway);
    results.push(...outcomes.map(({ call: { id }, result }) => ({ id, ...result })));
    images.push(...outcomes.flatMap(({ images = [] }) => images));
    for (const { id, each } of stage) {
      if (id === undefined) continue;
      // What ran for no item has no value of its own: its list is empty.
      const values = outcomes.filter(({ call }) => call.id === id && !call.each).map(({ value }) => value);
      const value = each === undefined ? values[0] : values;
      known.set(id, values.includes(undefined) ? undefined : value);
    }
  }
  clock.end();
  told.push(...gateway.notTaken.slice(0, 1).map((why) => `${NOT_TAKEN}. ${why}`));
  const summary = [batchSummary(results, elapsed() - began), ...told, ...log.problems];
  const text = JSON.stringify({ summary: summary.join("\n"), results });
  const pictures = images.slice(0, MAX_IMAGES)
    .map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
  return { content: [{ type: "text", text }, ...pictures] };
}

/** The calls of a stage as they will be made, once for each item where they have `each`; one whose references stand for nothing has its result. */
export async function resolvedStage(
  stage: readonly RequestedCall[],
  known: Known,
  room: number,
  { isolate }: Pick<Gateway, "isolate">,
  hidden: HiddenValues,
): Promise<Parameters<typeof planBatch>[0]> {
  const made: Parameters<typeof planBatch>[0][number][] = [];
  for (const call of stage) {
    const { each, arguments: args, ...rest } = call;
    const sources = sourcesOf(call);
    if (each === undefined && sources.length === 0) {
      made.push({ call });
      continue;
    }
    const used = new Map([...known].filter(([id]) => sources.includes(id)));
    const all = await isolate.run("resolve", { args, each, known: used }, SELECT_MS)
      .then((all) => all.map((args) => ({ call: { ...rest, arguments: hidden.given(args) } })))
      .catch(caught(AutoToolsError, ({ message }) => [
        refusedCall(call, `not run: ${headOfAnswer(sanitize(hidden.masked(message)).text, MAX_FAILURE)}`),
      ]));
    made.push(...all.length > 0 ? all : [refusedCall(call, "ran for 0 items", "ok")]);
  }
  if (made.length <= room) return made;
  const text = `not run: with what it is to run for, the batch has more than ${MAX_CALLS} calls`;
  return stage.map((call) => refusedCall(call, text));
}

function batchSummary(results: readonly CallResult[], ms: number): string {
  const all = Map.groupBy(results, ({ status }) => status);
  const told = (["ok", "error", "permission"] as const).filter((status) => all.has(status))
    .map((status) => `${all.get(status)?.length} ${status}`).join(", ");
  return `${results.length} call${results.length === 1 ? "" : "s"}: ${told} (${Math.round(ms)} ms)`;
}
