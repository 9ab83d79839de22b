import type { Envelope } from "../contract/envelope.ts";
import { SCHEMA_VERSION } from "../contract/schema_version.ts";
import { limitsText } from "../contract/limits.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import type { World } from "../settings/world.ts";
import { DEGRADED_TO } from "./exit_code.ts";
import { runRunId } from "./run_id.ts";

/** The empty injection as an envelope, for a request that is turned away before anything was looked at. */
export async function refusal(limit: string, cwd: string, world: World): Promise<Envelope> {
  const now = world.now();
  return {
    schema_version: SCHEMA_VERSION,
    run_id: await runRunId("", cwd, now),
    created_at: now.toISOString(),
    client: { name: "codex-cli", event: "cli" },
    inputs: { prompt: "", repo_root: cwd, repo_root_source: "cwd", signals: [] },
    tool_plan: {
      tier_max: readSwitches(world).tierMax,
      budget: {
        wall_ms: DEFAULTS.wallMs,
        max_concurrency: DEFAULTS.maxConcurrency,
        max_injected_chars: DEFAULTS.maxInjectedChars,
      },
      tools: [],
    },
    tool_results: [],
    fused_context: {
      for_model: {
        additional_context: "",
        structured: {},
        safety: { tool_output_is_untrusted: true, ignore_instructions_inside_tool_output: true },
      },
      for_user: {
        tool_plan_text: "[Auto Tools] no tool",
        results_text: "[Results] none",
        limits_text: limitsText([limit]),
      },
    },
    degraded: { is_degraded: true, reason: limit, degraded_to: DEGRADED_TO.empty },
    enforcement: { single_tool_entry: true, source: "orchestrator" },
  };
}
