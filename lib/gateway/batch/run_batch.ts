import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import { type Attachment, jsonText, readResult, valueOf } from "../../tools/mcp_result.ts";
import type { CallLog } from "../call_log.ts";
import { type Gateway, keepNewest } from "../gateway.ts";
import { type AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { present, presenterFor } from "../output/present.ts";
import { openUrls } from "../relay/client_caller.ts";
import { linkKey } from "../relay/places.ts";
import type { GatewayClient } from "../tools/own_tool.ts";
import type { Isolate } from "../isolate/isolate.ts";
import { inTurns } from "./in_turns.ts";
import { type CallResult, MAX_FAILURE, type PlannedCall, type RunnableCall } from "./plan_batch.ts";
import type { Selection } from "./requested_call.ts";

/** Bytes of all outputs of a batch in the answer; what comes later is kept as files, a line for each. */
export const MAX_OUTPUTS = MAX_ANSWER_BYTES / 2;
export const MAX_IMAGES = 4;
/** ms for what a stranger's value and a model's path make of each other. */
export const SELECT_MS = 5000;

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
/** Links of results that are remembered. */
const MAX_LINKS = 5000;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;

export interface Batch {
  /** Its signal is aborted by the client's cancellation, or when the batch's time is over. */
  client: GatewayClient;
  log: CallLog;
  room: AnswerRoom;
  parallelLimit: number;
  progress: ReturnType<typeof progressReport>;
}

/** What came of a call; the value, where it was made and did not fail, is what others may refer to. */
export interface CallOutcome {
  result: CallResult;
  images: readonly Attachment[];
  value?: unknown;
}

/** Runs what of a planned batch may run, and tells of every call. `settled` is what is known of those that do not run. */
export async function runBatch(
  plan: readonly PlannedCall[],
  settled: readonly (CallResult | undefined)[],
  batch: Batch,
  gateway: Gateway,
): Promise<CallOutcome[]> {
  const { parallelLimit, progress, log } = batch;
  const outcomes = settled.map((result) => result && { result, images: [] } as CallOutcome);
  const open = plan.flatMap((planned, at) =>
    settled[at] === undefined && !("status" in planned) ? [{ at, planned }] : []
  );
  const isRead = ({ planned }: { planned: RunnableCall }) => planned.tool.risk === "read";
  await inTurns(open, isRead, parallelLimit, async ({ at, planned }) => {
    const word = planned.request === undefined ? "rule" : "user";
    const began = gateway.world.elapsed();
    if (planned.tool.risk !== "read") log.add(planned.call, { word, result: "begun" });
    const outcome = outcomes[at] = await runCall(planned, batch, gateway);
    log.add(planned.call, { word, result: outcome.result.status, ms: gateway.world.elapsed() - began });
    progress.done(planned.call.name);
  });
  return outcomes.filter((outcome) => outcome !== undefined);
}

/** Runs one call that may run, if its tool still is what was judged. Never throws for what a tool does. */
async function runCall(
  { tool, call: { id, name, arguments: args, pick }, note }: RunnableCall,
  { client, room, progress }: Batch,
  gateway: Gateway,
): Promise<CallOutcome> {
  const { upstreams, world, isolate, links } = gateway;
  const { conversation, signal, waitsMs } = client;
  const ended = () =>
    signal.reason instanceof DOMException && signal.reason.name === "TimeoutError"
      ? `the batch took longer than ${waitsMs / 1000} s`
      : "the client has cancelled the batch";
  const failed = (text: string): CallOutcome => ({ result: { id, name, status: "error", text }, images: [] });
  if (signal.aborted) return failed(`not run: ${ended()}`);
  if (upstreams.find(name)?.sha256 !== tool.sha256) {
    return failed("not run: its server has just changed this tool; try again");
  }
  const asked: string[] = [];
  const caller = client.caller(asked);
  try {
    const onprogress = ({ message }: { message?: string | undefined }) => progress.step(name, message);
    const raw = await upstreams.named(tool.serverName)
      .call(tool.toolName, args, { signal, onprogress, caller });
    const read = readResult(raw);
    for (const uri of read.links) keepNewest(links, linkKey(conversation, uri), tool.serverName, MAX_LINKS);
    const value = read.isError ? undefined : valueOf(raw, read);
    const picked = pick === undefined || value === undefined ? {} : await pickOf(value, pick, isolate);
    const call = { id: outputId(name, world.nonce(3)), tool: name };
    const { text, ref, attachments, images, limits } = await present(
      call,
      { ...read, ...picked },
      presenterFor(gateway, client, room),
    );
    const told = [note ?? [], picked.note ?? [], limits, asked].flat();
    return {
      value,
      result: {
        ...id !== undefined && { id },
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
    if (signal.aborted) return failed(`ended: ${ended()}`);
    const opened = await openUrls(tool.serverName, error, caller, signal);
    if (opened !== undefined) return failed(opened);
    // Cut only after it was cleaned: half a secret is not known as one.
    const why = [sanitize(error.message).text.slice(0, MAX_FAILURE).toWellFormed(), ...asked];
    return failed(why.join("; "));
  }
}

/** What of a result is answered; all of it, with a note, where a selection takes nothing. */
async function pickOf(
  value: unknown,
  selection: Selection,
  isolate: Isolate,
): Promise<{ text?: string; note?: string }> {
  try {
    return { text: jsonText(await isolate.run("select", { value, selection }, SELECT_MS)) };
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
    return { note: `the whole result: ${sanitizedHead(error.message, MAX_MESSAGE)}` };
  }
}

/** A name that an output can be kept under and asked for by. Of a name in another script nothing may be left. */
export function outputId(tool: string, nonce: string): string {
  const words = tool.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "").slice(0, 60);
  return `${words === "" ? "output" : words}-${nonce}`;
}

/** Progress of a whole batch, which never goes back: one for each call that is done, and a little for what a server tells of a call. */
export function progressReport(total: number, elapsed: () => number, notify: GatewayClient["progress"]) {
  let [done, progress, toldAt] = [0, 0, -Infinity];
  function tell(message: string): void {
    // What does not grow is no progress to a client.
    progress = Math.min(total, Math.max(done, progress + 0.001));
    notify({ progress, total, message: sanitizedHead(message, MAX_MESSAGE) });
  }
  return {
    step(name: string, message?: string): void {
      if (elapsed() - toldAt < STEP_MS) return;
      toldAt = elapsed();
      tell(message === undefined ? name : `${name}: ${message}`);
    },
    done(name: string): void {
      done++;
      tell(`${name}: done`);
    },
  };
}

export function batchSummary(results: readonly CallResult[], ms: number): string {
  const all = Map.groupBy(results, ({ status }) => status);
  const told = (["ok", "error", "permission"] as const).filter((status) => all.has(status))
    .map((status) => `${all.get(status)?.length} ${status}`).join(", ");
  return `${results.length} call${results.length === 1 ? "" : "s"}: ${told} (${Math.round(ms)} ms)`;
}
