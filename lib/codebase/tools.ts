import type { BuiltInTool } from "./codebase.ts";
import { tool as graphRag } from "./tools/graph_rag.ts";
import { tool as indexStatus } from "./tools/index_status.ts";
import { tool as search } from "./tools/search.ts";

/** The built-in tools by name. Those of every prompt are there at once; each other is loaded when it is first called. */
export const BUILT_IN_TOOLS: Record<string, () => Promise<BuiltInTool>> = {
  ci_index_status: () => Promise.resolve(indexStatus),
  ci_search: () => Promise.resolve(search),
  ci_graph_rag: () => Promise.resolve(graphRag),
  ci_call_chain: async () => (await import("./tools/call_chain.ts")).tool,
  ci_bug_locate: async () => (await import("./tools/bug_locate.ts")).tool,
  ci_impact: async () => (await import("./tools/impact.ts")).tool,
  ci_complexity: async () => (await import("./tools/complexity.ts")).tool,
  ci_hotspot: async () => (await import("./tools/hotspot.ts")).tool,
};
