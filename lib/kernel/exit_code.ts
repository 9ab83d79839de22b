import { EXIT, type ExitCode } from "../contract/error_codes.ts";
import type { Envelope } from "../contract/envelope.ts";

/** What `degraded.degraded_to` says when a setting could not be used. */
export const DEGRADED_TO = {
  defaults: "default-settings",
  empty: "empty-context",
  planOnly: "plan-only",
  partial: "partial-results",
} as const;

/** The process exit code that an envelope stands for. The index's state alone is no usable result. */
export function exitCode(envelope: Envelope): ExitCode {
  const results = envelope.tool_results;
  if (envelope.degraded.degraded_to === DEGRADED_TO.defaults) return EXIT.config;
  if (results.some((result) => result.error?.code === "E_REPO_ROOT" && result.status === "skipped")) {
    return EXIT.config;
  }
  const tiers = new Map(envelope.tool_plan.tools.map(({ tool, tier }) => [tool, tier]));
  const above = results.filter((result) => (tiers.get(result.tool) ?? 1) > 0);
  // Whoever asks for that state alone is told whether it was to be had.
  const telling = above.length > 0 ? above : results;
  if (telling.length === 0 || telling.some((result) => result.status === "ok")) return EXIT.ok;
  return telling.some((result) => result.status === "timeout") ? EXIT.budget : EXIT.toolsFailed;
}
