/** Prints an envelope whose one tool result has a duration that the schema forbids, and exits as the printer says. */
import { printEnvelope } from "../../lib/cli/show.ts";
import type { Envelope } from "../../lib/contract/envelope.ts";

const time = "2026-01-02T03:04:05.000Z";
const envelope: Envelope = {
  schema_version: "1.0",
  run_id: "plan-0123456789ab",
  created_at: time,
  client: { name: "codex-cli", event: "cli" },
  inputs: { prompt: "x", repo_root: "/repo", repo_root_source: "git", signals: [] },
  tool_plan: {
    tier_max: 1,
    budget: { wall_ms: 5000, max_concurrency: 3, max_injected_chars: 12_000 },
    tools: [],
  },
  tool_results: [
    {
      tool: "docs",
      status: "ok",
      started_at: time,
      duration_ms: -1,
      summary: "",
      redactions: [],
      truncated: false,
    },
  ],
  fused_context: {
    for_model: {
      additional_context: "",
      structured: {},
      safety: { tool_output_is_untrusted: true, ignore_instructions_inside_tool_output: true },
    },
    for_user: { tool_plan_text: "[Auto Tools] x", results_text: "[Results] x", limits_text: "[Limits] none" },
  },
  degraded: { is_degraded: false, reason: "", degraded_to: "" },
  enforcement: { single_tool_entry: true, source: "orchestrator" },
};
Deno.exit(printEnvelope(envelope));
