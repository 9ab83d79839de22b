import type { BuiltInTool } from "./codebase.ts";

/** The built-in tools by name, each loaded when it is first called. */
export const BUILT_IN_TOOLS: Record<string, () => Promise<BuiltInTool>> = {
  ci_index_status: async () => (await import("./tools/index_status.ts")).tool,
  ci_search: async () => (await import("./tools/search.ts")).tool,
  ci_graph_rag: async () => (await import("./tools/graph_rag.ts")).tool,
  ci_call_chain: async () => (await import("./tools/call_chain.ts")).tool,
  ci_bug_locate: async () => (await import("./tools/bug_locate.ts")).tool,
  ci_impact: async () => (await import("./tools/impact.ts")).tool,
  ci_complexity: async () => (await import("./tools/complexity.ts")).tool,
  ci_hotspot: async () => (await import("./tools/hotspot.ts")).tool,
};
