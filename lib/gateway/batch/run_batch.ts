import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize, sanitizedHead } from "../../guard/sanitize.ts";
import { type Attachment, jsonText, readResult, valueOf } from "../../tools/mcp_result.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import type { CallLog } from "../call_log.ts";
import type { Gateway } from "../gateway.ts";
import { keepNewest } from "../keep_newest.ts";
import { type AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { outputStore } from "../output/kept_output.ts";
import { present, type Presenter } from "../output/present.ts";
import { openUrls } from "../relay/client_caller.ts";
import { linkKey } from "../relay/places.ts";
import type { Isolate } from "../isolate/isolate.ts";
import { inTurns } from "./in_turns.ts";
import { type CallResult, MAX_FAILURE, type PlannedCall, type RunnableCall } from "./plan_batch.ts";
import { SELECT_MS, type Selection } from "./selection.ts";

/** Bytes of all outputs of a batch in the answer; what comes later is kept as files, a line for each. */
export const MAX_OUTPUTS = MAX_ANSWER_BYTES / 2;
/** Pictures in one answer. */
export const MAX_IMAGES = 4;

/** UTF-16 units of what is told of a step: it may be the server's own words. */
const MAX_MESSAGE = 200;
/** Links of results that are remembered. */
const MAX_LINKS = 5000;
/** ms between two steps that are told; a server may tell thousands. */
const STEP_MS = 50;

export interface BatchOptions {
  log: CallLog;
  /** What is left of the answer. */
  room: AnswerRoom;
  conversation: string;
  /** Reads in flight at once. */
  parallelLimit: number;
  /** Ends the batch: the client's cancellation, or its time. */
  signal: AbortSignal;
  /** ms after which it ends. */
  waitsMs: number;
  progress: ProgressReport;
  /** Whom servers may ask; `notes` are taken of what could not be asked. */
  caller(notes: string[]): Caller;
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
  options: BatchOptions,
  gateway: Gateway,
): Promise<CallOutcome[]> {
  const { conversation, parallelLimit, signal, progress, log, room } = options;
  const store = outputStore(gateway, conversation);
  const presenter = { room, store, isolate: gateway.isolate, signal };
  const outcomes = settled.map((result) => result && { result, images: [] } as CallOutcome);
  const open = plan.flatMap((planned, at) =>
    settled[at] === undefined && !("status" in planned) ? [{ at, planned }] : []
  );
  await inTurns(
    open,
    ({ planned }) => planned.tool.risk === "read",
    parallelLimit,
    async ({ at, planned }) => {
      const word = planned.request === undefined ? "rule" : "user";
      const began = gateway.world.elapsed();
      if (planned.tool.risk !== "read") log.add(planned.call, { word, result: "begun" });
      const outcome = outcomes[at] = await runCall(planned, presenter, options, gateway);
      log.add(planned.call, { word, result: outcome.result.status, ms: gateway.world.elapsed() - began });
      progress.done(planned.call.name);
    },
  );
  return outcomes.filter((outcome) => outcome !== undefined);
}

/** Runs one call that may run, if its tool still is what was judged. Never throws for what a tool does. */
async function runCall(
  { tool, call: { id, name, arguments: args, pick }, note }: RunnableCall,
  presenter: Presenter,
  { conversation, signal, waitsMs, progress, caller: callerWith }: BatchOptions,
  gateway: Gateway,
): Promise<CallOutcome> {
  const { upstreams, world, isolate } = gateway;
  const ended = () =>
    signal.reason instanceof DOMException && signal.reason.name === "TimeoutError"
      ? `the batch took longer than ${waitsMs / 1000} s`
      : "the client has cancelled the batch";
  const failed = (text: string) => ({ result: { id, name, status: "error", text } as const, images: [] });
  if (signal.aborted) return failed(`not run: ${ended()}`);
  if (upstreams.find(name)?.sha256 !== tool.sha256) {
    return failed("not run: its server has just changed this tool; try again");
  }
  const asked: string[] = [];
  const caller = callerWith(asked);
  try {
    const onprogress = ({ message }: { message?: string | undefined }) => progress.step(name, message);
    const raw = await upstreams.call(tool, args, { signal, onprogress, caller });
    const read = readResult(raw);
    for (const uri of read.links) {
      keepNewest(gateway.links, linkKey(conversation, uri), tool.serverName, MAX_LINKS);
    }
    const value = read.isError ? undefined : valueOf(raw, read);
    const { note: because, ...picked }: { text?: string; note?: string } =
      pick === undefined || value === undefined ? {} : await pickOf(value, pick, isolate);
    const call = { id: outputId(name, world.nonce(3)), tool: name };
    const { text, ref, attachments, images, limits } = await present(call, { ...read, ...picked }, presenter);
    const told = [note ?? [], because ?? [], limits, asked].flat();
    return {
      value,
      result: {
        ...id !== undefined && { id },
        name,
        status: read.isError ? "error" : "ok",
        ...(ref === undefined ? {} : { ref }),
        text: read.isError && text === "" ? "the call failed, and its server does not say why" : text,
        ...(attachments.length === 0 ? {} : { attachments }),
        ...(told.length === 0 ? {} : { limits: told }),
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
  pick: Selection,
  isolate: Isolate,
): Promise<{ text?: string; note?: string }> {
  try {
    return { text: jsonText(await isolate.run("select", { value, selection: pick }, SELECT_MS)) };
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

export type ProgressReport = ReturnType<typeof progressReport>;

/** Progress of a whole batch, which never goes back: one for each call that is done, and a little for what a server tells of a call. */
export function progressReport(
  total: number,
  elapsed: () => number,
  notify: (notice: { progress: number; total: number; message: string }) => void,
) {
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

/** How a batch went, in one line. */
export function batchSummary(results: readonly CallResult[], ms: number): string {
  const all = Map.groupBy(results, ({ status }) => status);
  const told = (["ok", "error", "permission"] as const).filter((status) => all.has(status))
    .map((status) => `${all.get(status)?.length} ${status}`).join(", ");
  return `${results.length} call${results.length === 1 ? "" : "s"}: ${told} (${Math.round(ms)} ms)`;
}
