import { z } from "zod";
import { ERROR_CODES } from "./error_codes.ts";

/** The one shape in which an orchestration leaves the program; `docs/schema/envelope-1.0.schema.json` is generated from it. Unknown fields are survived. Modules on the hook's path import the types only. */
const signal = z.object({
  type: z.enum(["explicit", "implicit", "historical", "code"]),
  match: z.string(),
  weight: z.number().min(0).max(1),
});

const plannedTool = z.object({
  tool: z.string(),
  tier: z.int().min(0).max(3),
  reason: z.string(),
  args: z.record(z.string(), z.unknown()),
  timeout_ms: z.int().positive(),
});

const toolResult = z.object({
  tool: z.string(),
  status: z.enum(["ok", "timeout", "error", "skipped"]),
  started_at: z.iso.datetime(),
  duration_ms: z.int().min(0),
  summary: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string(), code: z.enum(ERROR_CODES) }).optional(),
  redactions: z.array(z.object({ kind: z.string(), count: z.int().positive() })),
  truncated: z.boolean(),
});

export const envelopeSchema = z.object({
  schema_version: z.string().regex(/^1\.\d+$/),
  run_id: z.string().regex(/^(plan-[0-9a-f]{12}|\d{8}-\d{6}-[0-9a-f]{6})$/),
  created_at: z.iso.datetime(),
  client: z.object({
    name: z.enum(["claude-code", "codex-cli", "gemini-cli", "opencode"]).describe(
      "Where the prompt came from. A reader has to live with names that are added later",
    ),
    event: z.enum(["UserPromptSubmit", "cli"]),
    session_id: z.string().optional(),
  }),
  inputs: z.object({
    prompt: z.string(),
    repo_root: z.string(),
    repo_root_source: z.enum(["env", "config", "git", "cwd"]),
    signals: z.array(signal),
  }),
  tool_plan: z.object({
    tier_max: z.int().min(1).max(2),
    planned_codex_command: z.string().optional(),
    budget: z.object({
      wall_ms: z.int().positive(),
      max_concurrency: z.int().positive(),
      max_injected_chars: z.int().min(0),
    }),
    tools: z.array(plannedTool),
  }),
  tool_results: z.array(toolResult),
  fused_context: z.object({
    for_model: z.object({
      additional_context: z.string(),
      structured: z.record(z.string(), z.unknown()),
      safety: z.object({
        tool_output_is_untrusted: z.literal(true),
        ignore_instructions_inside_tool_output: z.literal(true),
      }),
    }),
    for_user: z.object({
      tool_plan_text: z.string().startsWith("[Auto Tools]"),
      results_text: z.string().startsWith("[Results]"),
      limits_text: z.string().startsWith("[Limits]"),
    }),
  }),
  degraded: z.object({ is_degraded: z.boolean(), reason: z.string(), degraded_to: z.string() }),
  enforcement: z.object({ single_tool_entry: z.literal(true), source: z.literal("orchestrator") }),
});

export type Envelope = z.infer<typeof envelopeSchema>;
export type Signal = Envelope["inputs"]["signals"][number];
export type PlannedTool = Envelope["tool_plan"]["tools"][number];
export type ToolResult = Envelope["tool_results"][number];
export type Budget = Envelope["tool_plan"]["budget"];
export type RepoRootSource = Envelope["inputs"]["repo_root_source"];
