import type { Gateway } from "../gateway.ts";
import { AnswerRoom, MAX_ANSWER_BYTES } from "../output/answer_size.ts";
import { outputStore } from "../output/output_store.ts";
import type { Attachment } from "../output/read_blocks.ts";
import type { CallResult, PlannedCall } from "./batch_call.ts";
import type { ProgressReport } from "./progress.ts";
import { inTurns } from "./read_write_turns.ts";
import { runCall, type RunnableCall } from "./run_call.ts";

/** Bytes of all outputs of a batch in the answer; what comes later is kept as files, a line for each. */
const MAX_OUTPUTS = MAX_ANSWER_BYTES / 2;
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

/**
 * Runs what of a planned batch may run, reads side by side and all else alone and in order, and tells of every call.
 *
 * @param settled what is known of those that do not run.
 */
export async function runBatch(
  plan: readonly PlannedCall[],
  settled: readonly (CallResult | undefined)[],
  { conversation, parallelLimit, signal, progress }: BatchOptions,
  gateway: Gateway,
): Promise<BatchOutcome> {
  const store = outputStore(gateway.dataDir, conversation, gateway.retention, gateway.world);
  const results = [...settled];
  const images: Attachment[] = [];
  const room = new AnswerRoom(MAX_OUTPUTS);

  async function run({ at, planned }: { at: number; planned: RunnableCall }): Promise<void> {
    const options = { signal, progress, store, room };
    const { result, images: shown } = await runCall(planned, options, gateway);
    images.push(...shown.slice(0, Math.max(0, MAX_IMAGES - images.length)));
    results[at] = result;
    progress.done(planned.call.name);
  }

  const open = plan.flatMap((planned, at) =>
    results[at] === undefined && planned.kind === "runnable" ? [{ at, planned }] : []
  );
  await inTurns(open, ({ planned }) => planned.tool.risk === "read", parallelLimit, run);
  return { results: results.filter((result) => result !== undefined), images };
}
