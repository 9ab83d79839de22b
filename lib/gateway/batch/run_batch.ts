import { ProtocolError } from "@modelcontextprotocol/server";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import { caught } from "../../settings/attempt.ts";
import { inTurns } from "../../settings/in_time.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import { type Attachment, jsonText, readResult, valueOf } from "../../tools/mcp_result.ts";
import type { CallLog } from "../call_log.ts";
import { type Gateway, keepNewest } from "../gateway.ts";
import { type AnswerRoom, headOfAnswer } from "../output/answer_size.ts";
import { present } from "../output/present.ts";
import { openUrls } from "../relay/client_caller.ts";
import { linkKey } from "../relay/places.ts";
import type { GatewayClient } from "../tools/own_tool.ts";
import type { Isolate } from "../isolate/isolate.ts";
import type { PlannedCall, RunnableCall, SettledCall } from "./plan_batch.ts";
import { MAX_FAILURE, refusedCall } from "./plan_batch.ts";
import type { HiddenValues } from "./hidden_values.ts";
import type { Selection } from "./requested_call.ts";

/** ms for what a stranger's value and a model's path make of each other. */
export const SELECT_MS = 5000;

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
const MAX_LINKS = 5000;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;

export interface Batch {
  /** Its signal is aborted by the client's cancellation, or when the batch's time is over. */
  client: GatewayClient;
  log: CallLog;
  room: AnswerRoom;
  parallelLimit: number;
  hidden: HiddenValues;
  progress: ReturnType<typeof progressReport>;
}

/** What came of a call; the value, where it was made and did not fail, is what others may refer to. */
export interface CallOutcome extends SettledCall {
  images?: readonly Attachment[];
  value?: unknown;
}

/** Runs what of a batch has no result yet, and tells of every call. */
export async function runBatch(plan: readonly PlannedCall[], batch: Batch, gateway: Gateway) {
  const { parallelLimit, progress, log, client: { signal } } = batch;
  const made = new Map<PlannedCall, CallOutcome>();
  const open = plan.flatMap((planned) => {
    if (!planned.result) return planned;
    made.set(planned, planned);
    const { call, result: { status }, word = "none" } = planned;
    log.add(call, { word, result: status });
    return [];
  });
  await inTurns(open, ({ tool }) => tool.risk === "read", parallelLimit, async (planned) => {
    const word = planned.request === undefined ? "rule" : "user";
    const began = gateway.world.elapsed();
    if (!signal.aborted) log.add(planned.call, { word, result: "begun" });
    const outcome = await runCall(planned, batch, gateway);
    made.set(planned, outcome);
    log.add(planned.call, { word, result: outcome.result.status, ms: gateway.world.elapsed() - began });
    progress(`${planned.call.name}: done`, true);
  });
  return plan.flatMap((planned) => made.get(planned) ?? []);
}

/** Runs one call that may run, if its tool still is what was judged. Never throws for what a tool does. */
async function runCall(
  { tool, call, note }: RunnableCall,
  { client, room, progress, hidden }: Batch,
  gateway: Gateway,
): Promise<CallOutcome> {
  const { upstreams, world, isolate, links } = gateway;
  const { id, name, arguments: args, pick } = call;
  const { conversation, signal, waitsMs } = client;
  const ended = () =>
    signal.reason instanceof DOMException && signal.reason.name === "TimeoutError"
      ? `the batch took longer than ${waitsMs / 1000} s`
      : "the client has cancelled the batch";
  if (signal.aborted) return refusedCall(call, `not run: ${ended()}`);
  const asked: string[] = [];
  const caller = client.caller(asked);
  try {
    const onprogress = ({ message }: { message?: string | undefined }) =>
      progress([name, message ?? []].flat().join(": "), false);
    const raw = await upstreams.named(tool.serverName).call(tool, args, { signal, onprogress, caller })
      .catch((error) => errorResult(tool.serverName, error, caller, signal));
    const read = readResult(raw);
    for (const uri of read.links) keepNewest(links, linkKey(conversation, uri), tool.serverName, MAX_LINKS);
    const isUsed = !read.isError && (pick ?? id) !== undefined;
    const value = isUsed ? await hidden.shown(valueOf(raw, read)) : undefined;
    const picked = pick && isUsed
      ? await pickOf(value, pick, isolate, hidden)
      : { text: undefined, note: [] };
    const { text, ref, attachments, images, limits } = await present(
      { id: outputId(name, world.nonce(3)), tool: name },
      { ...read, text: hidden.masked(picked.text ?? read.text) },
      { gateway, client, room },
    );
    const told = [note ?? [], picked.note, limits, asked].flat();
    return {
      call,
      value,
      result: {
        name,
        status: read.isError ? "error" : "ok",
        ...ref && { ref },
        text: read.isError && text === "" ? "the call failed, and its server does not say why" : text,
        ...attachments.length > 0 && { attachments },
        ...told.length > 0 && { limits: told },
      },
      images,
    };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    if (signal.aborted) return refusedCall(call, `ended: ${ended()}`);
    // Cut only after it was cleaned: half a secret is not known as one.
    const why = [headOfAnswer(sanitize(error.message).text, MAX_FAILURE), ...asked];
    return refusedCall(call, why.join("; "));
  }
}

/** An error that a server has answered by the protocol, as one that its tool tells; where a person has to open URLs first, with what came of that. Throws any other. */
export async function errorResult(serverName: string, error: unknown, caller: Caller, signal: AbortSignal) {
  const { cause } = Object(error);
  if (!(cause instanceof ProtocolError)) throw error;
  const said = await openUrls(serverName, cause, caller, signal) ??
    [`MCP server ${serverName} failed: ${cause.message}`, cause.data ?? []];
  return { content: [said].flat(2), isError: true };
}

/** What of a result is answered; all of it, with a note, where a selection takes nothing. */
async function pickOf(value: unknown, selection: Selection, isolate: Isolate, { masked }: HiddenValues) {
  return await isolate.run("select", { value, selection }, SELECT_MS)
    .then((part) => ({ text: jsonText(part), note: [] as string[] }))
    .catch(caught(AutoToolsError, ({ message }) => ({
      text: undefined,
      note: [`the whole result: ${sanitizedHead(masked(message), MAX_MESSAGE)}`],
    })));
}

/** A name that an output can be kept under and asked for by. Of a name in another script nothing may be left. */
export function outputId(tool: string, nonce: string): string {
  const words = tool.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "").slice(0, 60);
  return `${words === "" ? "output" : words}-${nonce}`;
}

/** Progress of a whole batch, which never goes back: one for each call that is done, and a little for what a server tells of a call. */
export function progressReport(total: number, elapsed: () => number, notify: GatewayClient["progress"]) {
  let [done, progress, toldAt] = [0, 0, -Infinity];
  return (message: string, isDone: boolean): void => {
    if (isDone) done++;
    else if (elapsed() - toldAt < STEP_MS) return;
    else toldAt = elapsed();
    // What does not grow is no progress to a client.
    progress = Math.min(total, Math.max(done, progress + 0.001));
    notify({ progress, total, message: sanitizedHead(message, MAX_MESSAGE) });
  };
}
