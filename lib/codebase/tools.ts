import type { ToolOutput } from "../contract/finding.ts";
import { isConfiguration } from "../guard/boundary/file_types.ts";
import { REDACTED } from "../guard/span.ts";
import type { BuiltInTool } from "./codebase.ts";
import { problemWith } from "./session.ts";
import { tool as graphRag } from "./tools/graph_rag.ts";
import { tool as indexStatus } from "./tools/index_status.ts";
import { tool as search } from "./tools/search.ts";

/** Those of every prompt are there at once; each other is loaded when it is first called. */
const TOOLS: Record<string, () => Promise<BuiltInTool>> = {
  ci_index_status: () => Promise.resolve(indexStatus),
  ci_search: () => Promise.resolve(search),
  ci_graph_rag: () => Promise.resolve(graphRag),
  ci_call_chain: async () => (await import("./tools/call_chain.ts")).tool,
  ci_bug_locate: async () => (await import("./tools/bug_locate.ts")).tool,
  ci_impact: async () => (await import("./tools/impact.ts")).tool,
  ci_complexity: async () => (await import("./tools/complexity.ts")).tool,
  ci_hotspot: async () => (await import("./tools/hotspot.ts")).tool,
};

/** The built-in tools by name. One that finds the index damaged works once more, without it. */
export const BUILT_IN_TOOLS: Record<string, () => Promise<BuiltInTool>> = Object.fromEntries(
  Object.entries(TOOLS).map(([name, load]) => [name, async () => inspite(name, await load())]),
);

function inspite(name: string, tool: BuiltInTool): BuiltInTool {
  return async (args, context) => {
    try {
      return withHiddenSettings(await tool(args, context));
    } catch (error) {
      const problem = problemWith(error, context);
      if (problem === undefined) throw error;
      const output = withHiddenSettings(await tool(args, context));
      const limit = `${name}: no index is used: ${problem}; files are read directly`;
      return { ...output, limits: [...new Set([limit, ...output.limits])] };
    }
  };
}

/** Counts the values that were taken out of configurations as they were read. */
function withHiddenSettings(output: ToolOutput): ToolOutput {
  const quoted = output.findings.filter(({ path = "" }) => isConfiguration(path));
  const count = quoted.flatMap(({ snippet }) => snippet?.text.split(REDACTED).slice(1) ?? []).length;
  return count === 0 ? output : { ...output, redactions: [{ kind: "setting", count }] };
}
