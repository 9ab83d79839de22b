import type { McpToolConfig } from "../settings/config_schema.ts";

/** ms for a tool that names no timeout of its own. */
const TIMEOUT_MS = 2500;

export type ArgType = "number" | "string" | "strings" | "boolean";

/** A tool that can be planned: where it stands among the tiers and what its arguments may be. */
export interface ToolSpec {
  name: string;
  /** 0 and 1 run by themselves, 2 only where the environment enables it. */
  tier: 0 | 1 | 2;
  /** ms it may take, whatever is left of the wall budget. */
  timeoutMs: number;
  /** Argument template; placeholders are filled by the plan. */
  args: Record<string, unknown>;
  /** Highest value of a numeric argument; a higher one is clamped. */
  max: Record<string, number>;
  /** Types that arguments must have; anything else is refused. Undefined: the tool's own server checks. */
  types?: Record<string, ArgType>;
  /** Kinds of intent that call for the tool; `always` needs none. */
  when: "always" | "intent" | readonly string[];
  purpose: string;
}

/**
 * The built-in tools: name, tier, ms, what it is for, the counts it takes with their ceilings, which a plan asks for, and its other arguments.
 * All but two take the request.
 */
type Row = [string, 0 | 1 | 2, number, string, Record<string, number>, Record<string, ArgType>?];
const BUILT_IN: readonly Row[] = [
  ["ci_index_status", 0, 500, "state of the code index", {}],
  ["ci_search", 1, 2000, "files, symbols and lines that match the request", { limit: 10 }, {
    strict: "boolean",
  }],
  [
    "ci_graph_rag",
    1,
    3500,
    "neighbours of the best matches over imports, definitions and tests",
    { depth: 2, budget: 8000, top_k: 10 },
    { strict: "boolean" },
  ],
  ["ci_call_chain", 2, 2500, "who calls it and what it calls", { depth: 3 }, {
    symbol: "string",
    direction: "string",
  }],
  ["ci_bug_locate", 2, 2500, "places named by stack traces and error texts", { limit: 10 }],
  ["ci_impact", 2, 2500, "what depends on it, and which tests cover it", { limit: 10 }],
  ["ci_complexity", 2, 1000, "the most complex functions involved", { limit: 10 }],
  ["ci_hotspot", 2, 2500, "files that change often and are complex", { days: 30, top: 20 }],
];
const WITHOUT_REQUEST = ["ci_index_status", "ci_hotspot"];
const REQUEST = { query: "{{prompt}}", symbols: "{{symbols}}", paths: "{{paths}}" };
const REQUEST_TYPES = { query: "string", symbols: "strings", paths: "strings" } as const;

export const BUILT_IN_NAMES: ReadonlySet<string> = new Set(BUILT_IN.map(([name]) => name));

function builtIn([name, tier, timeoutMs, purpose, max, others = {}]: Row): ToolSpec {
  const counts = Object.fromEntries(Object.keys(max).map((key) => [key, "number" as const]));
  const asks = !WITHOUT_REQUEST.includes(name);
  return {
    name,
    tier,
    timeoutMs,
    args: { ...(asks ? REQUEST : {}), ...max },
    max,
    types: { ...(asks ? REQUEST_TYPES : {}), ...counts, ...others },
    when: tier === 2 ? "intent" : "always",
    purpose,
  };
}

/**
 * The tools that may be planned: the built-in ones and those the user's configuration adds. An entry with a server stands in for a
 * built-in of the same name; one without a server tunes the built-in. By tier; built-in ones first, then by name, so that a plan never depends on the order of a file.
 */
export function toolSpecs(configured: readonly McpToolConfig[]): ToolSpec[] {
  const specs = new Map(BUILT_IN.map((row) => [row[0], builtIn(row)]));
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
  const most = builtIn?.timeoutMs ?? Infinity;
  const timeoutMs = Math.min(entry.timeout_ms ?? builtIn?.timeoutMs ?? TIMEOUT_MS, most);
  if (entry.server === undefined && builtIn) {
    return { ...builtIn, timeoutMs, max, args: { ...builtIn.args, ...entry.args } };
  }
  return {
    name: entry.name,
    tier: builtIn?.tier ?? entry.tier,
    timeoutMs,
    args: entry.args,
    max,
    when: entry.when,
    purpose: `${entry.tool ?? entry.name} of the MCP server ${entry.server ?? "(none)"}`,
  };
}
