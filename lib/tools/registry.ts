import { OTHER_TOOL_TIMEOUT_MS, TOOL_TIMEOUT_MS } from "../settings/defaults.ts";
import type { McpToolConfig } from "../settings/config_schema.ts";

/** A tool that can be planned: where it stands among the tiers and what its arguments may be. */
export interface ToolSpec {
  name: string;
  /** 0 and 1 run by themselves, 2 only where the environment enables it. */
  tier: 0 | 1 | 2;
  timeoutMs: number;
  /** Argument template; placeholders are filled by the plan. */
  args: Record<string, unknown>;
  /** Highest value of a numeric argument; a higher one is clamped. */
  max: Record<string, number>;
  /** Types that arguments must have; anything else is refused. Undefined: the tool's own server checks. */
  types?: Record<string, "number" | "string" | "strings" | "boolean">;
  /** Kinds of intent that call for the tool; `always` needs none. */
  when: "always" | "intent" | readonly string[];
  purpose: string;
}

const QUERY = { query: "{{prompt}}", symbols: "{{symbols}}", paths: "{{paths}}" };
const QUERY_TYPES = { query: "string", symbols: "strings", paths: "strings" } as const;

const BUILT_IN: readonly Omit<ToolSpec, "timeoutMs">[] = [
  {
    name: "ci_index_status",
    tier: 0,
    args: {},
    max: {},
    types: {},
    when: "always",
    purpose: "state of the code index",
  },
  {
    name: "ci_search",
    tier: 1,
    args: { ...QUERY, limit: 10 },
    max: { limit: 10 },
    types: { ...QUERY_TYPES, limit: "number", strict: "boolean" },
    when: "always",
    purpose: "files, symbols and lines that match the request",
  },
  {
    name: "ci_graph_rag",
    tier: 1,
    args: { ...QUERY, depth: 2, budget: 8000, top_k: 10 },
    max: { depth: 2, budget: 8000, top_k: 10 },
    types: { ...QUERY_TYPES, depth: "number", budget: "number", top_k: "number", strict: "boolean" },
    when: "always",
    purpose: "neighbours of the best matches over imports, definitions and tests",
  },
  {
    name: "ci_call_chain",
    tier: 2,
    args: { ...QUERY, depth: 3 },
    max: { depth: 3 },
    types: { ...QUERY_TYPES, depth: "number", symbol: "string", direction: "string" },
    when: "intent",
    purpose: "who calls it and what it calls",
  },
  {
    name: "ci_bug_locate",
    tier: 2,
    args: { ...QUERY, limit: 10 },
    max: { limit: 10 },
    types: { ...QUERY_TYPES, limit: "number" },
    when: "intent",
    purpose: "places named by stack traces and error texts",
  },
  {
    name: "ci_impact",
    tier: 2,
    args: { ...QUERY, limit: 10 },
    max: { limit: 10 },
    types: { ...QUERY_TYPES, limit: "number" },
    when: "intent",
    purpose: "what depends on it, and which tests cover it",
  },
  {
    name: "ci_complexity",
    tier: 2,
    args: { ...QUERY, limit: 10 },
    max: { limit: 10 },
    types: { ...QUERY_TYPES, limit: "number" },
    when: "intent",
    purpose: "the most complex functions involved",
  },
  {
    name: "ci_hotspot",
    tier: 2,
    args: { days: 30, top: 20 },
    max: { days: 30, top: 20 },
    types: { days: "number", top: "number" },
    when: "intent",
    purpose: "files that change often and are complex",
  },
];

/**
 * The tools that may be planned: the built-in ones and those the user's configuration adds. An entry with a server stands in for a
 * built-in of the same name; one without a server tunes the built-in. By tier; built-in ones first, then by name, so that a plan never depends on the order of a file.
 */
export function toolSpecs(configured: readonly McpToolConfig[]): ToolSpec[] {
  const specs = new Map<string, ToolSpec>();
  for (const builtIn of BUILT_IN) {
    specs.set(builtIn.name, {
      ...builtIn,
      timeoutMs: TOOL_TIMEOUT_MS[builtIn.name] ?? OTHER_TOOL_TIMEOUT_MS,
    });
  }
  for (const entry of [...configured].sort((a, b) => a.name < b.name ? -1 : 1)) {
    specs.set(entry.name, configuredSpec(entry, specs.get(entry.name)));
  }
  return [...specs.values()].sort((a, b) => a.tier - b.tier);
}

/** A built-in keeps its tier and its ceilings whatever a file says: configuration cannot open what the environment alone may. */
function configuredSpec(entry: McpToolConfig, builtIn: ToolSpec | undefined): ToolSpec {
  const max = { ...entry.clamp };
  for (const [key, limit] of Object.entries(builtIn?.max ?? {})) {
    max[key] = Math.min(limit, max[key] ?? limit);
  }
  const tier = builtIn?.tier ?? entry.tier;
  const timeoutMs = Math.min(
    entry.timeout_ms ?? builtIn?.timeoutMs ?? OTHER_TOOL_TIMEOUT_MS,
    builtIn?.timeoutMs ?? Infinity,
  );
  if (entry.server === undefined && builtIn) {
    return { ...builtIn, timeoutMs, max, args: { ...builtIn.args, ...entry.args } };
  }
  return {
    name: entry.name,
    tier,
    timeoutMs,
    args: entry.args,
    max,
    when: entry.when,
    purpose: `${entry.tool ?? entry.name} of the MCP server ${entry.server ?? "(none)"}`,
  };
}
