import { AutoToolsError } from "../contract/error_codes.ts";
import { clampedLimit } from "../contract/limits.ts";
import type { McpToolConfig } from "../settings/config_schema.ts";

/** ms for a tool that names no timeout of its own. */
const TIMEOUT_MS = 2500;

export type ArgType = "number" | "string" | "strings" | "boolean" | "direction";

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

/** The built-in tools: name, tier, ms, purpose, the counts it takes with their ceilings, and its other arguments. All but two take the request. */
type Row = [string, 0 | 1 | 2, number, string, Record<string, number>, Record<string, ArgType>?];
const STRICT = { strict: "boolean", topics: "strings" } as const;
const SEARCH = { ...STRICT, whole: "boolean" } as const;
const GRAPH = { depth: 2, budget: 8000, top_k: 10 };
const CHAIN = { symbol: "string", direction: "direction" } as const;
const BUILT_IN: readonly Row[] = [
  ["ci_index_status", 0, 500, "state of the code index", {}],
  ["ci_search", 1, 2000, "files, symbols and lines that match the request", { limit: 10 }, SEARCH],
  ["ci_graph_rag", 1, 3500, "neighbours of the best matches by imports and tests", GRAPH, STRICT],
  ["ci_call_chain", 2, 2500, "who calls it and what it calls", { depth: 3 }, CHAIN],
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

/** The tools that may be planned, by tier, then built-in ones first, then by name: a plan never depends on the order of a file. */
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

export type ClampedArgs =
  | { ok: true; args: Record<string, unknown>; clamped: string[] }
  | { ok: false; reason: string };

const PLACEHOLDER = /\{\{\s{0,8}([A-Za-z_]{1,40})\s{0,8}\}\}/g;

/**
 * Fills the placeholders of `values`, as `{{prompt}}`, in every string of a template, once: one alone becomes the value itself, so a list stays a list;
 * in a longer string a list is joined by spaces. Throws `AutoToolsError` `E_INVALID_ARGS` for an unknown one.
 */
export function fillTemplate(
  template: Record<string, unknown>,
  values: Readonly<Record<string, string | readonly string[]>>,
): Record<string, unknown> {
  const known = new Map(Object.entries(values));
  const valueOf = (name = "") => {
    const value = known.get(name);
    if (value !== undefined) return value;
    const names = [...known.keys()].join(", ");
    const why = `Unknown placeholder "{{${name}}}" in an argument template; known are ${names}`;
    throw new AutoToolsError("E_INVALID_ARGS", why);
  };
  return JSON.parse(JSON.stringify(template), (_, item) => {
    if (typeof item !== "string") return item;
    const [only] = item.matchAll(PLACEHOLDER);
    if (only?.[0] === item) return valueOf(only[1]);
    return item.replace(PLACEHOLDER, (_, name) => [valueOf(name)].flat().join(" "));
  });
}

const isText = (value: unknown) => typeof value === "string";
const TYPES: Record<ArgType, [is: (value: unknown) => boolean, wrong: string]> = {
  string: [isText, "is not a text"],
  boolean: [(value) => typeof value === "boolean", "is not true or false"],
  strings: [(value) => Array.isArray(value) && value.every(isText), "is not a list of texts"],
  direction: [(value) => value === "callers" || value === "callees", "is neither callers nor callees"],
  number: [(value) => Number.isInteger(value) && Number(value) >= 1, "is not a whole number of at least 1"],
};

/** Holds arguments to a tool's ceilings: what is too large is clamped and said so, what makes no sense is refused. Counts are whole and at least 1. */
export function clampArgs(
  { name, max, types }: Pick<ToolSpec, "name" | "max" | "types">,
  args: Record<string, unknown>,
): ClampedArgs {
  const held: Record<string, unknown> = {};
  const clamped: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    const limit = Object.hasOwn(max, key) ? max[key] : undefined;
    const type = limit !== undefined ? "number" : types && Object.hasOwn(types, key) ? types[key] : undefined;
    // Without types the tool's own server checks.
    const [is, wrong] = type === undefined
      ? [() => types === undefined, "is not an argument of this tool"] as const
      : TYPES[type];
    if (!is(value)) return { ok: false, reason: `${name}: ${key.slice(0, 40)} refused: ${wrong}` };
    const isOver = limit !== undefined && Number(value) > limit;
    held[key] = isOver ? limit : value;
    if (isOver) clamped.push(clampedLimit(name, key, limit));
  }
  return { ok: true, args: held, clamped };
}
