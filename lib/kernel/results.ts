import type { PlannedTool, ToolResult } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { redact } from "../guard/secrets/redact.ts";
import { isRecord } from "../settings/json.ts";
import { type FusedItem, placeOf, shortened } from "./fuse.ts";
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

export function toolPlanText(tools: readonly PlannedTool[], why: string): string {
  const lines = tools.map(({ tool, tier, reason }) => `${tool} (tier ${tier}): ${reason}`);
  return `[Auto Tools] ${lines.join("\n  ") || `no tool: ${why}`}`;
}

/** `[Results] …`: each tool's outcome, then the items in contract order. */
export function resultsText(runs: readonly Run[], items: readonly FusedItem[]): string {
  if (runs.length === 0) return "[Results] none";
  const outcomes = runs.map((run) => `${run.planned.tool}: ${run.status}, ${run.durationMs} ms`);
  const lines = items.map((item) => {
    const conflict = item.conflict ? ` (conflict: true, ${item.conflict.verdict})` : "";
    const sources = item.sources.map(({ tool, time, version }) => `${tool} ${time} ${version}`).join(", ");
    const place = item.symbol ? `${placeOf(item)} ${item.symbol}` : placeOf(item);
    return `  ${place}: ${item.summary}${conflict} [${sources}]`;
  });
  const found = items.length === 0
    ? "nothing with enough evidence"
    : `${items.length} ${items.length === 1 ? "place" : "places"}`;
  return [`[Results] ${found}; ${outcomes.join("; ")}`, ...lines].join("\n");
}

/** A tool's arguments as they may leave the program: what the user configured may be a key that only its server is to get. What stands in `query` is redacted already. */
export function shownArgs(args: Record<string, unknown>, query: string): Record<string, unknown> {
  const shown = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return query.includes(value) ? value : shownText(key, value);
    if (Array.isArray(value)) return value.map((each) => shown(key, each));
    return isRecord(value) ? shownArgs(value, query) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shown(key, value)]));
}

/** Some secrets are known by their own shape, others by the name beside them. */
function shownText(key: string, text: string): string {
  const clean = redact(text).text;
  if (clean !== text) return clean;
  const named = redact(`${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  return named.redactions.length === 0 ? text : "<redacted>";
}
