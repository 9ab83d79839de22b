import { inTime } from "../settings/in_time.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import type { PlannedTool } from "../contract/envelope.ts";
import type { ToolOutput } from "../contract/finding.ts";
import type { Cleaned, CleanOutcome, ToolCall } from "../tools/protocol.ts";

/** A planned tool and what became of it. Times are RFC 3339 and whole ms. */
export interface Run {
  planned: PlannedTool;
  status: "ok" | "timeout" | "error" | "skipped";
  startedAt: string;
  durationMs: number;
  output?: ToolOutput;
  cleaned?: Cleaned;
  error?: { code: ErrorCode; message: string };
}

export interface RunOptions {
  call(call: ToolCall): Promise<CleanOutcome>;
  now(): Date;
  elapsed(): number;
  maxConcurrency: number;
  /** Value of `elapsed()` at which everything is over. */
  deadline: number;
}

/** A tool with less time than this is not started: it could only be a timeout. */
const LEAST_USEFUL_MS = 5;

/**
 * Runs the plan in its order, at most `maxConcurrency` at once, and returns at the deadline at the latest with what there is, even where a provider does
 * not end its tool. What only tells the state of the index comes last: it waits for git, while the others have work to do.
 */
export async function runTools(planned: readonly PlannedTool[], options: RunOptions): Promise<Run[]> {
  const runs: Run[] = [];
  const order = [...planned.keys()].sort((a, b) =>
    Number(planned[a]?.tier === 0) - Number(planned[b]?.tier === 0)
  );
  const lane = async () => {
    for (let index = order.shift(); index !== undefined; index = order.shift()) {
      const tool = planned[index];
      if (tool) runs[index] = await runOne(tool, options);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.maxConcurrency, planned.length) }, lane));
  return runs;
}

async function runOne(planned: PlannedTool, options: RunOptions): Promise<Run> {
  const began = options.elapsed();
  const startedAt = options.now().toISOString();
  const left = Math.floor(options.deadline - began);
  const end = (run: Pick<Run, "status" | "output" | "cleaned" | "error">): Run => ({
    planned,
    startedAt,
    durationMs: Math.max(0, Math.round(options.elapsed() - began)),
    ...run,
  });
  const late = (message: string) => end({ status: "timeout", error: { code: "E_TIMEOUT", message } });
  if (left < LEAST_USEFUL_MS) return late("wall budget used up before it could start");
  const timeoutMs = Math.min(planned.timeout_ms, left);
  const outcome = await inTime(options.call({ tool: planned.tool, args: planned.args, timeoutMs }), left)
    .catch((error: unknown): CleanOutcome => ({
      status: "error",
      code: "E_UNKNOWN",
      message: error instanceof Error ? error.message : String(error),
    }));
  if (outcome?.status === "ok") return end(outcome);
  if (outcome?.status !== "error") return late(`no answer within ${timeoutMs} ms`);
  const { code, message, cleaned } = outcome;
  return end({ status: "error", error: { code, message }, ...(cleaned && { cleaned }) });
}
