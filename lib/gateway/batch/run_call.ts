import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { Gateway } from "../gateway.ts";
import type { AnswerRoom } from "../output/answer_size.ts";
import type { OutputStore } from "../output/output_store.ts";
import { present } from "../output/present.ts";
import { type Attachment, readBlocks } from "../output/read_blocks.ts";
import type { CallResult, PlannedCall } from "./batch_call.ts";
import type { ProgressReport } from "./progress.ts";

/** UTF-16 units of an error that a server words. */
const MAX_ERROR = 1000;

export type RunnableCall = Extract<PlannedCall, { kind: "runnable" }>;

export interface RunOptions {
  /** Ends the call: the client's cancellation, or the batch's time. */
  signal: AbortSignal;
  progress: ProgressReport;
  store: OutputStore;
  /** Of all outputs of the batch. */
  room: AnswerRoom;
}

export interface RunOutcome {
  result: CallResult;
  images: Attachment[];
}

/** Runs one call that may run, if its tool still is what was judged. Never throws for what a tool does. */
export async function runCall(
  { tool, call: { name, arguments: args }, note }: RunnableCall,
  { signal, progress, store, room }: RunOptions,
  gateway: Gateway,
): Promise<RunOutcome> {
  const failed = (text: string): RunOutcome => ({ result: { name, status: "error", text }, images: [] });
  if (signal.aborted) return failed(`not run: ${reasonOf(signal)}`);
  if (gateway.upstreams.find(name)?.sha256 !== tool.sha256) {
    return failed("not run: its server has just changed this tool; try again");
  }
  try {
    const answer = await gateway.upstreams.call(tool, args, {
      signal,
      onprogress: (step) => progress.step(name, step),
    });
    const read = readBlocks(answer);
    const id = outputId(name, gateway.world.nonce(3));
    const { text, ref, attachments, images, limits } = await present({ id, tool: name }, read, room, {
      store,
      isolate: gateway.output,
      pending: gateway.pending,
      signal,
    });
    const told = [...(note === undefined ? [] : [note]), ...limits];
    return {
      result: {
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
    if (signal.aborted) return failed(`ended: ${reasonOf(signal)}`);
    // Cut only after it was cleaned: half a secret is not known as one.
    return failed(sanitize(error.message).text.slice(0, MAX_ERROR).toWellFormed());
  }
}

/** A name that an output can be kept under and asked for by. Of a name in another script nothing may be left. */
function outputId(tool: string, nonce: string): string {
  const words = tool.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "").slice(0, 60);
  return `${words === "" ? "output" : words}-${nonce}`;
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof AutoToolsError ? reason.message : "the client has cancelled the batch";
}
