import { createHash } from "node:crypto";
import {
  acceptedContent,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { PlannedCall, RequestedCall } from "../batch/batch_call.ts";
import { planBatch } from "../batch/plan_batch.ts";
import { type ProgressNotice, progressReport } from "../batch/progress.ts";
import { type BatchOutcome, runBatch } from "../batch/run_batch.ts";
import { pausingCall } from "../batch/settle_batch.ts";
import { fitResults } from "../batch/fit_results.ts";
import { batchSummary } from "../batch/summary.ts";
import { canonicalJson } from "../catalog/canonical_json.ts";
import type { Gateway } from "../gateway.ts";
import { jsonBytes, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import type { PermissionRequest } from "../permissions/approval.ts";
import { permissionQuestion, scopeOf } from "../permissions/question.ts";
import { countArgument, isRecord, unpacked, WrongArguments } from "./arguments.ts";
import { MAX_CALLS, MAX_PARALLEL } from "./definitions.ts";

/** Of the time that a client waits, how much may go by until the servers have started; the calls need the rest. */
export const START_SHARE = 0.5;
/** Questions in one dialogue; the calls beyond wait for `codex-auto allow`. */
const MAX_QUESTIONS = 10;

/** Dialogues that may be open; a client that leaves more of them unanswered has forgotten the first. */
const MAX_OPEN = 100;

/** What a batch has to know of the client that asks for it. */
export interface BatchClient {
  conversation: string;
  /** ms that the client waits for a tool. */
  waitsMs: number;
  /** Whether it can put a question to its user. */
  asksUser: boolean;
}

/** Questions that were put to a user and are not answered yet, by what stands for them at the client. They are used once. */
export type OpenQuestions = Map<string, { batch: string; questions: Map<string, PermissionRequest> }>;

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
  let plan = await planBatch(calls, conversation, waitsMs * START_SHARE, gateway);
  const batch = createHash("sha256").update(canonicalJson(calls)).digest("hex");
  const answered = takeAnswers(ctx, batch, open, gateway);
  if (answered) plan = plan.map((planned) => approved(planned, gateway));
  const pausedAt = pausingCall(plan);
  const asking = plan.flatMap((planned, at) =>
    planned.kind === "asking" && pausedAt >= 0 && at >= pausedAt ? [planned.request] : []
  );
  if (asking.length > 0 && asksUser && !answered && gateway.approvals !== undefined) {
    return ask(asking, batch, open, gateway);
  }
  const unwritten = [
    ...(answered ?? []),
    ...written("What waits for the user", () => asking.forEach((request) => gateway.approvals?.ask(request))),
  ];

  const time = new AbortController();
  const timer = setTimeout(
    () => time.abort(new AutoToolsError("E_TIMEOUT", `the batch took longer than ${waitsMs / 1000} s`)),
    // What the servers took to start has to come out of the same time.
    Math.max(0, began + waitsMs - gateway.world.elapsed()),
  );
  try {
    const outcome = await runBatch(plan, {
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

function ask(
  asking: readonly PermissionRequest[],
  batch: string,
  open: OpenQuestions,
  { world }: Gateway,
): InputRequiredResult {
  const distinct = [
    ...new Map(asking.map((request) => [`${request.tool} ${request.argumentsSha256}`, request])).values(),
  ];
  const questions = new Map(
    distinct.slice(0, MAX_QUESTIONS).map((request, at) => [`call-${at + 1}`, request]),
  );
  const state = world.nonce(16);
  open.set(state, { batch, questions });
  const [oldest] = open.keys();
  if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
  return inputRequired({
    requestState: state,
    inputRequests: Object.fromEntries(
      Array.from(questions, ([key, request]) => [key, inputRequired.elicit(permissionQuestion(request))]),
    ),
  });
}

/** Takes what the user has answered to our own question about exactly this batch; undefined where there was none, else what could not be written down. */
function takeAnswers(
  ctx: ServerContext,
  batch: string,
  open: OpenQuestions,
  gateway: Gateway,
): string[] | undefined {
  const state = ctx.mcpReq.requestState<string>();
  const asked = state === undefined ? undefined : open.get(state);
  if (state === undefined || asked === undefined || asked.batch !== batch) return undefined;
  open.delete(state);
  const unwritten: string[] = [];
  for (const [key, request] of asked.questions) {
    const scope = scopeOf(acceptedContent(ctx.mcpReq.inputResponses, key));
    if (scope === undefined) continue;
    const { tool, sha256, conversation, argumentsSha256 } = request;
    unwritten.push(...written("The user's approval", () =>
      gateway.approvals?.approve({
        tool,
        sha256,
        scope,
        ...(scope === "always" ? {} : { conversation }),
        ...(scope === "once" ? { argumentsSha256 } : {}),
        approvedAt: gateway.world.now().toISOString(),
      })));
  }
  return unwritten;
}

/** Does what writes to the user's files; what the file system says against it, where it does. Nothing is approved then, and nothing else is lost. */
function written(what: string, work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [`${what} could not be written down: ${error.message.slice(0, 200)}`];
  }
}

function approved(planned: PlannedCall, { approvals }: Gateway): PlannedCall {
  if (planned.kind !== "asking" || approvals?.holds(planned.request) !== true) return planned;
  return { ...planned, kind: "runnable" };
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
