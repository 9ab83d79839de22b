import type { ToolResult } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { shortened } from "./fuse.ts";
import type { Run } from "./run.ts";

/** Longest reason of a failure that is shown, in UTF-16 units. */
const MAX_REASON = 160;

/** What a run adds to [Limits]: how it failed, and what its tool and the guard had to say. */
export function limitsOf(run: Run): string[] {
  const detail = `${run.planned.tool}: ${shortened(run.error?.message ?? "", MAX_REASON)}`;
  if (run.status === "timeout") return [withDetail(LIMITS.toolTimeout, detail)];
  if (run.status === "skipped") return [withDetail(LIMITS.toolUnavailable, run.planned.tool)];
  const own = run.status === "error"
    ? [withDetail(LIMITS.toolUnavailable, detail)]
    : run.output?.limits ?? [];
  return [...own, ...(run.cleaned?.limits ?? [])];
}

/** A run as the envelope shows it. Clamped arguments and cut results carry their code though the tool itself went well. */
export function toolResult(run: Run, clamped: readonly string[], cut: boolean): ToolResult {
  const { output, cleaned } = run;
  const error = run.error
    ? { message: shortened(run.error.message, MAX_REASON), code: run.error.code }
    : clamped.length > 0
    ? { message: clamped.join("; "), code: "E_INVALID_ARGS" as const }
    : cut
    ? { message: LIMITS.budgetExceeded, code: "E_BUDGET_EXCEEDED" as const }
    : undefined;
  return {
    tool: run.planned.tool,
    status: run.status,
    started_at: run.startedAt,
    duration_ms: run.durationMs,
    summary: output?.summary ?? run.error?.message ?? "",
    ...(output ? { data: { ...output.data, findings: output.findings.length } } : {}),
    ...(error ? { error } : {}),
    redactions: cleaned?.redactions ?? [],
    truncated: cut || (output?.truncated ?? false),
  };
}
