import { limitsText } from "../contract/limits.ts";
import type { PlannedTool } from "../contract/envelope.ts";
import type { FusedItem } from "./fuse.ts";
import { placeOf } from "./render.ts";
import type { Run } from "./run.ts";

/** `[Auto Tools] …`: which tools and why, one a line. */
export function toolPlanText(tools: readonly PlannedTool[], why: string): string {
  if (tools.length === 0) return `[Auto Tools] no tool: ${why}`;
  return `[Auto Tools] ${tools.map(({ tool, tier, reason }) => `${tool} (tier ${tier}): ${reason}`).join("\n  ")}`;
}

/** `[Results] …`: each tool's outcome, then the items in contract order. */
export function resultsText(runs: readonly Run[], items: readonly FusedItem[]): string {
  if (runs.length === 0) return "[Results] none";
  const outcomes = runs.map((run) => `${run.planned.tool}: ${run.status}, ${run.durationMs} ms`);
  const lines = items.map((item) => {
    const conflict = item.conflict ? ` (conflict: true, ${item.conflict.verdict})` : "";
    const sources = item.sources.map((source) => `${source.tool} ${source.time} ${source.version}`).join(", ");
    return `  ${placeOf(item)}${item.symbol ? ` ${item.symbol}` : ""}: ${item.summary}${conflict} [${sources}]`;
  });
  const found = items.length === 0 ? "nothing with enough evidence" : `${items.length} ${items.length === 1 ? "place" : "places"}`;
  return [`[Results] ${found}; ${outcomes.join("; ")}`, ...lines].join("\n");
}

/** How many places the one-line message names, and how long it may be in UTF-16 units. */
const NAMED_PLACES = 3;
const MAX_LINE = 400;

/**
 * The one line a person sees beside the prompt: what ran, how long, what was found, what was limited.
 */
export function userLine(runs: readonly Run[], shown: readonly FusedItem[], limits: readonly string[], elapsedMs: number): string {
  const failed = runs.filter((run) => run.status !== "ok").length;
  const tools = `${runs.length} ${runs.length === 1 ? "tool" : "tools"}${failed === 0 ? "" : ` (${failed} failed)`}`;
  const paths = [...new Set(shown.map((item) => item.path ?? item.title))];
  const more = paths.length > NAMED_PLACES ? ` +${paths.length - NAMED_PLACES}` : "";
  const found = paths.length === 0 ? "nothing injected" : `${paths.slice(0, NAMED_PLACES).join(", ")}${more}`;
  const line = `[Auto Tools] ${tools}, ${Math.round(elapsedMs)} ms: ${found}`;
  const limited = limits.length === 0 ? "" : ` ${limitsText(limits).replaceAll("\n", " ")}`;
  const whole = `${line}${limited}`;
  return whole.length <= MAX_LINE ? whole : `${whole.slice(0, MAX_LINE - 1)}…`;
}
