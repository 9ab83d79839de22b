import { AutoToolsError } from "../../contract/error_codes.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { Gateway } from "../gateway.ts";
import { headOf } from "../output/digest.ts";
import { outputStore } from "../output/output_store.ts";
import { present } from "../output/present.ts";
import { type Attachment, readBlocks } from "../output/read_blocks.ts";
import type { CallResult, PlannedCall } from "./batch_call.ts";
import type { ProgressReport } from "./progress.ts";
import { inTurns } from "./read_write_turns.ts";

/** UTF-16 units of all outputs of a batch that stand in the answer; what comes later is kept as files. */
const MAX_ANSWER = 24_000;
/** Bytes of a call's arguments that are repeated to the model; the user is shown more. */
const MAX_ARGUMENTS = 300;
/** Pictures in one answer. */
const MAX_IMAGES = 4;

export interface BatchOptions {
  conversation: string;
  /** Reads in flight at once. */
  parallelLimit: number;
  /** Ends the batch: the client's cancellation, or its time. */
  signal: AbortSignal;
  progress: ProgressReport;
}

export interface BatchOutcome {
  results: CallResult[];
  images: Attachment[];
}

type Runnable = Extract<PlannedCall, { kind: "runnable" }>;

/**
 * Runs a planned batch: what is refused is told, what changes something runs only if nothing was refused, and from the first call that
 * needs the user's word on, everything waits. Never throws for what a tool does.
 */
export async function runBatch(
  plan: readonly PlannedCall[],
  options: BatchOptions,
  gateway: Gateway,
): Promise<BatchOutcome> {
  const { conversation, parallelLimit, signal, progress } = options;
  const store = outputStore(gateway.dataDir, conversation, gateway.retention, gateway.world);
  const images: Attachment[] = [];
  let room = MAX_ANSWER;
  const refusedAt = plan.findIndex(({ kind }) => kind === "refused");
  const pausedAt = plan.findIndex(({ kind }) => kind === "asking");

  const results = plan.map(settled);

  function settled(planned: PlannedCall, at: number): CallResult | undefined {
    if (planned.kind === "refused") return { name: planned.name, status: "error", text: planned.text };
    const { name } = planned.call;
    if (pausedAt >= 0 && at >= pausedAt) {
      return { name, status: "permission", text: permissionText(planned, pausedAt) };
    }
    if (refusedAt >= 0 && planned.tool.risk !== "read") {
      return {
        name,
        status: "error",
        text: `not run: call ${refusedAt + 1} of this batch was refused, so nothing was changed`,
      };
    }
    return undefined;
  }

  async function run(at: number): Promise<void> {
    const planned = plan[at] as Runnable;
    const { tool, call, note, request } = planned;
    const done = (result: CallResult) => {
      results[at] = result;
      progress.done(call.name);
    };
    if (signal.aborted) return done({ name: call.name, status: "error", text: notRun(signal) });
    // What was judged is what runs: the server may have changed its tool meanwhile, and an approval for one call may be used up.
    const now = gateway.upstreams.find(call.name);
    if (now?.sha256 !== tool.sha256) {
      return done({
        name: call.name,
        status: "error",
        text: "not run: its server has just changed this tool; try again",
      });
    }
    if (request !== undefined && gateway.approvals?.use(request) !== true) {
      return done({
        name: call.name,
        status: "permission",
        text: "the approval has been used up; ask again",
      });
    }
    try {
      const result = await gateway.upstreams.call(tool, call.arguments, {
        signal,
        onprogress: (step) => progress.step(call.name, step),
      });
      const read = readBlocks(result);
      const id = `${call.name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 60)}-${gateway.world.nonce(3)}`;
      const shown = await present({ id, tool: call.name }, read, Math.max(0, room), {
        store,
        isolate: gateway.output,
        pending: gateway.pending,
      });
      room -= shown.text.length;
      images.push(...shown.images.slice(0, Math.max(0, MAX_IMAGES - images.length)));
      const limits = [...(note === undefined ? [] : [note]), ...shown.limits];
      done({
        name: call.name,
        status: read.isError ? "error" : "ok",
        ...(shown.ref === undefined ? {} : { ref: shown.ref }),
        text: shown.text,
        ...(shown.attachments.length === 0 ? {} : { attachments: shown.attachments }),
        ...(limits.length === 0 ? {} : { limits }),
      });
    } catch (error) {
      if (!(error instanceof AutoToolsError)) throw error;
      const text = signal.aborted
        ? `ended: ${reasonOf(signal)}`
        : sanitize(error.message.slice(0, 1000)).text;
      done({ name: call.name, status: "error", text });
    }
  }

  const open = plan.keys().filter((at) => results[at] === undefined).toArray();
  const isRead = (at: number) => (plan[at] as Runnable).tool.risk === "read";
  await inTurns(open, isRead, parallelLimit, run);
  return { results: results.filter((result) => result !== undefined), images };
}

function permissionText(planned: Exclude<PlannedCall, { kind: "refused" }>, pausedAt: number): string {
  if (planned.kind === "runnable") return `waits for call ${pausedAt + 1}`;
  const { tool, request: { argumentsText } } = planned;
  return [
    `needs the user's approval (${
      tool.risk === "write" ? "changes something" : "may do anything"
    }). Nobody but the user can give it, in a terminal of their own:`,
    `codex-auto allow ${tool.name} --once | --session | --always`,
    `Arguments: ${
      argumentsText.length > MAX_ARGUMENTS ? `${headOf(argumentsText, MAX_ARGUMENTS)}…` : argumentsText
    }`,
    "Tell the user, and send this call and those after it again once they have approved.",
  ].join("\n");
}

function notRun(signal: AbortSignal): string {
  return `not run: ${reasonOf(signal)}`;
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof AutoToolsError ? reason.message : "the client has cancelled the batch";
}
