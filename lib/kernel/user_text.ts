import type { PlannedTool } from "../contract/envelope.ts";
import { type FusedItem, placeOf } from "./fuse.ts";
import type { Run } from "./run.ts";

/** `[Auto Tools] …`: which tools and why, one a line. */
export function toolPlanText(tools: readonly PlannedTool[], why: string): string {
  if (tools.length === 0) return `[Auto Tools] no tool: ${why}`;
  return `[Auto Tools] ${
    tools.map(({ tool, tier, reason }) => `${tool} (tier ${tier}): ${reason}`).join("\n  ")
  }`;
}

/** `[Results] …`: each tool's outcome, then the items in contract order. */
export function resultsText(runs: readonly Run[], items: readonly FusedItem[]): string {
  if (runs.length === 0) return "[Results] none";
  const outcomes = runs.map((run) => `${run.planned.tool}: ${run.status}, ${run.durationMs} ms`);
  const lines = items.map((item) => {
    const conflict = item.conflict ? ` (conflict: true, ${item.conflict.verdict})` : "";
    const sources = item.sources.map((source) => `${source.tool} ${source.time} ${source.version}`).join(
      ", ",
    );
    return `  ${placeOf(item)}${
      item.symbol ? ` ${item.symbol}` : ""
    }: ${item.summary}${conflict} [${sources}]`;
  });
  const found = items.length === 0
    ? "nothing with enough evidence"
    : `${items.length} ${items.length === 1 ? "place" : "places"}`;
  return [`[Results] ${found}; ${outcomes.join("; ")}`, ...lines].join("\n");
}
