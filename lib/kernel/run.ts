import { inTime, inTurns } from "../settings/in_time.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import type { PlannedTool, ToolResult } from "../contract/envelope.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import type { World } from "../settings/world.ts";
import type { Cleaned, CleanOutcome, ToolCall } from "../tools/protocol.ts";
import { shortened } from "./fuse.ts";

/** A planned tool and what became of it: as the envelope shows it, what it found, and its texts for [Limits]. */
export interface Run {
  planned: PlannedTool;
  result: ToolResult;
  output?: ToolOutput;
  limits: readonly string[];
}

interface RunOptions {
  call(call: ToolCall): Promise<CleanOutcome>;
  world: World;
  maxConcurrency: number;
  /** Value of the world's `elapsed()` at which everything is over. */
  deadline: number;
}

/** A tool with less time than this is not started: it could only be a timeout. */
const LEAST_USEFUL_MS = 5;
/** Longest reason of a failure that is shown, in UTF-16 units. */
const MAX_REASON = 160;

/** Runs the plan, at most `maxConcurrency` tools at once, and returns at the deadline at the latest with what there is. The state of the index comes last: it waits for git, while the others have work to do. */
export async function runTools(planned: readonly PlannedTool[], options: RunOptions): Promise<Run[]> {
  const runs = new Map<PlannedTool, Run>();
  const order = planned.toSorted((a, b) => Number(a.tier === 0) - Number(b.tier === 0));
  await inTurns(order, () => true, options.maxConcurrency, async (tool) => {
    runs.set(tool, await runOne(tool, options));
  });
  return planned.flatMap((tool) => runs.get(tool) ?? []);
}

async function runOne(planned: PlannedTool, options: RunOptions): Promise<Run> {
  const { tool, args } = planned;
  const { world, deadline } = options;
  const startedAt = world.now().toISOString();
  const began = world.elapsed();
  const left = Math.floor(deadline - began);
  const late = (message: string) => ({ status: "timeout", code: "E_TIMEOUT", message } as const);
  const timeoutMs = Math.min(planned.timeout_ms, left);
  const call = async () => {
    if (left < LEAST_USEFUL_MS) return late("wall budget used up before it could start");
    const outcome = await inTime(options.call({ tool, args, timeoutMs }), left);
    return outcome && outcome.status !== "timeout" ? outcome : late(`no answer within ${timeoutMs} ms`);
  };
  const outcome = await call().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    return { status: "error", code: "E_UNKNOWN", message } as const;
  });
  const durationMs = Math.max(0, Math.round(world.elapsed() - began));
  if (outcome.status !== "ok") return { planned, ...failed(tool, outcome, startedAt, durationMs) };
  const { output, cleaned } = outcome;
  const result: ToolResult = {
    tool,
    status: "ok",
    started_at: startedAt,
    duration_ms: durationMs,
    summary: output.summary,
    data: { ...output.data, findings: output.findings.length },
    redactions: cleaned.redactions,
    truncated: output.truncated,
  };
  return { planned, result, output, limits: [...output.limits, ...cleaned.limits] };
}

interface Failure {
  status: "timeout" | "error" | "skipped";
  code: ErrorCode;
  message: string;
  cleaned?: Cleaned;
}

/** What is told of a tool that gave nothing. `startedAt` is RFC 3339. */
export function failed(
  tool: string,
  { status, code, message, cleaned = { redactions: [], limits: [] } }: Failure,
  startedAt: string,
  durationMs = 0,
): Pick<Run, "result" | "limits"> {
  const reason = shortened(message, MAX_REASON);
  const text = status === "timeout" ? LIMITS.toolTimeout : LIMITS.toolUnavailable;
  const detail = status === "skipped" ? tool : `${tool}: ${reason}`;
  const result: ToolResult = {
    tool,
    status,
    started_at: startedAt,
    duration_ms: durationMs,
    summary: message,
    error: { message: reason, code },
    redactions: cleaned.redactions,
    truncated: false,
  };
  return { result, limits: [withDetail(text, detail), ...cleaned.limits] };
}
