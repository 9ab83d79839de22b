import { createHash } from "node:crypto";
import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { RequestedCall } from "../batch/batch_call.ts";
import { planBatch } from "../batch/plan_batch.ts";
import { type ProgressNotice, progressReport } from "../batch/progress.ts";
import { type BatchOutcome, runBatch } from "../batch/run_batch.ts";
import { settleBatch } from "../batch/settle_batch.ts";
import { fitResults } from "../batch/fit_results.ts";
import { batchSummary } from "../batch/summary.ts";
import { canonicalJson } from "../catalog/canonical_json.ts";
import type { Gateway } from "../gateway.ts";
import { jsonBytes, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { countArgument, isRecord, unpacked, WrongArguments } from "./arguments.ts";
import { ask, hold, type OpenQuestions, takeAnswers, takeWords, wordNow } from "./ask_user.ts";
import { MAX_CALLS, MAX_PARALLEL } from "./definitions.ts";

/** Of the time that a client waits, how much may go by until the servers have started; the calls need the rest. */
export const START_SHARE = 0.5;

/** What a batch has to know of the client that asks for it. */
export interface BatchClient {
  conversation: string;
  /** ms that the client waits for a tool. */
  waitsMs: number;
  /** Whether it can put a question to its user. */
  asksUser: boolean;
}

export interface BatchAnswer extends BatchOutcome {
  summary: string;
}

/** Plans a batch, lets the client ask its user where that is needed and possible, and runs it. */
export async function runToolBatch(
  args: Record<string, unknown>,
  ctx: ServerContext,
  client: BatchClient,
  open: OpenQuestions,
  gateway: Gateway,
): Promise<BatchAnswer | InputRequiredResult> {
  const calls = callsOf(args);
  const parallelLimit = countArgument(args, "parallelLimit", { fallback: 4, least: 1, most: MAX_PARALLEL });
  const { conversation, asksUser, waitsMs } = client;
  const began = gateway.world.elapsed();
  const plan = await planBatch(calls, conversation, waitsMs * START_SHARE, gateway);
  const batch = createHash("sha256").update(canonicalJson(calls)).digest("hex");
  const answered = takeAnswers(ctx, batch, open, gateway);
  const { waiting } = settleBatch(plan, wordNow(gateway));
  const noted = hold(waiting, gateway);
  if (asksUser && answered === undefined && noted.length === 0) {
    const question = ask(waiting, batch, open, gateway);
    if (question !== undefined) return question;
  }
  const { settled, problems } = takeWords(plan, gateway);
  const unwritten = [...answered ?? [], ...noted, ...problems];

  const time = new AbortController();
  const timer = setTimeout(
    () => time.abort(new AutoToolsError("E_TIMEOUT", `the batch took longer than ${waitsMs / 1000} s`)),
    // What the servers took to start has to come out of the same time.
    Math.max(0, began + waitsMs - gateway.world.elapsed()),
  );
  try {
    const outcome = await runBatch(plan, settled, {
      conversation,
      parallelLimit,
      signal: AbortSignal.any([ctx.mcpReq.signal, time.signal]),
      progress: progressReport(calls.length, () => gateway.world.elapsed(), (notice) => notify(ctx, notice)),
    }, gateway);
    const summary = [batchSummary(outcome.results, gateway.world.elapsed() - began), ...unwritten].join("\n");
    return {
      summary,
      ...outcome,
      results: fitResults(outcome.results, MAX_ANSWER_BYTES - jsonBytes(summary)),
    };
  } finally {
    clearTimeout(timer);
  }
}

function callsOf(args: Record<string, unknown>): RequestedCall[] {
  const calls = unpacked(args["calls"]);
  if (!Array.isArray(calls) || calls.length === 0) {
    throw new WrongArguments('calls must be a list such as [{"name":"SERVER/TOOL","arguments":{}}]');
  }
  if (calls.length > MAX_CALLS) throw new WrongArguments(`at most ${MAX_CALLS} calls at once`);
  return calls.map((call, at) => {
    const given = unpacked(call);
    if (!isRecord(given) || typeof given["name"] !== "string") {
      throw new WrongArguments(`call ${at + 1} has no name`);
    }
    const others = Object.keys(given).filter((key) => key !== "name");
    if (given["arguments"] === undefined && others.length > 0) {
      const keys = others.join(", ").slice(0, 100).toWellFormed();
      throw new WrongArguments(
        `call ${at + 1} has ${keys} beside its name: what a tool is given goes into arguments`,
      );
    }
    const values = unpacked(given["arguments"] ?? {});
    if (!isRecord(values)) throw new WrongArguments(`call ${at + 1}: arguments must be an object`);
    return { name: given["name"], arguments: values };
  });
}

function notify(ctx: ServerContext, { progress, total, message }: ProgressNotice): void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total, message } })
    // A client that has gone is told by its connection.
    .catch((error) => {
      if (!(error instanceof Error)) throw error;
    });
}
