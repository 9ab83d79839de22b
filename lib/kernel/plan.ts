import type { PlannedTool } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { recover } from "../settings/attempt.ts";
import { AutoToolsError, type ErrorCode } from "../contract/error_codes.ts";
import { clampArgs, type ClampedArgs, fillTemplate, type ToolSpec } from "../tools/registry.ts";
import type { Intent } from "./intent/intent.ts";

export interface Plan {
  tools: PlannedTool[];
  refused: { tool: string; code: ErrorCode; reason: string }[];
  /** Clamped arguments, by tool. */
  clamped: Map<string, string[]>;
  limits: string[];
}

export interface PlanInputs {
  specs: readonly ToolSpec[];
  intent: Intent;
  tierMax: 1 | 2;
  disabled: readonly string[];
  /** The prompt as tools may see it: redacted, and bounded. */
  query: string;
  repoRoot: string;
  topics: readonly string[];
  /** Tools asked for by name, with argument overrides; then only these are planned. */
  named: readonly { tool: string; args: Record<string, unknown> }[];
}

/** Decides which tools run, with what arguments and for how long. Calls nothing, and the same inputs give the same plan. */
export function makePlan(inputs: PlanInputs): Plan {
  const plan: Plan = { tools: [], refused: [], clamped: new Map(), limits: [] };
  const { specs, intent, named, disabled, tierMax } = inputs;
  const isTool = (name: string) => specs.some((spec) => spec.name === name);
  const unavailable = (tool: string, reason: string) => {
    plan.refused.push({ tool, code: "E_TOOL_UNAVAILABLE", reason });
    plan.limits.push(withDetail(LIMITS.toolUnavailable, `${tool}: ${reason}`));
  };
  for (const { tool } of named) if (!isTool(tool)) unavailable(tool.slice(0, 64), "no such tool");
  let tierTwoWanted = false;
  for (const spec of specs) {
    const override = named.find(({ tool }) => tool === spec.name);
    const byIntent = named.length > 0 ? undefined : reasonFor(spec, intent);
    const reason = override ? "asked for by name" : byIntent;
    if (reason === undefined) continue;
    if (spec.tier > tierMax) tierTwoWanted ||= override !== undefined || isAsked(spec, intent);
    else if (!disabled.includes(spec.name)) addTool(plan, spec, reason, override?.args ?? {}, inputs);
    else if (override) unavailable(spec.name, "disabled by configuration");
  }
  if (tierTwoWanted) plan.limits.push(LIMITS.tierTwoDisabled);
  // A slip in the name of a built-in tool switches nothing off. Other names may be of tools that only some people have.
  const slips = disabled.filter((name) => name.startsWith("ci_") && !isTool(name)).length;
  if (slips > 0) plan.limits.push(`disable: ${slips} without effect: there is no tool of such a name`);
  return plan;
}

/** Whether the prompt asks for what this tool tells; a tool of the user's own that fits is missed as well. */
function isAsked({ name, when }: ToolSpec, { tierTwo }: Intent): boolean {
  return tierTwo.find(({ tool }) => tool === name)?.asked ?? when !== "intent";
}

function reasonFor(spec: ToolSpec, intent: Intent): string | undefined {
  // The whole has no neighbours.
  if (intent.asksWhole && spec.name === "ci_graph_rag") return undefined;
  if (spec.when === "always") return spec.purpose;
  const called = intent.tierTwo.find(({ tool }) => tool === spec.name);
  if (called) return called.reason;
  if (spec.when === "intent") return undefined;
  const kinds: readonly string[] = intent.kinds;
  return spec.when.some((kind) => kind === "code" || kinds.includes(kind)) ? spec.purpose : undefined;
}

/**
 * Adds a tool with its arguments held to their ceilings. A request that only may be about code is held to what the repository knows; one about all of it is no search
 * for words; ties go to what the session is about.
 */
function addTool(
  plan: Plan,
  spec: ToolSpec,
  reason: string,
  override: Record<string, unknown>,
  { query, intent, repoRoot, topics }: PlanInputs,
): void {
  const { name, tier, timeoutMs, types = {} } = spec;
  const values = { prompt: query, symbols: intent.symbols, paths: intent.paths, repo_root: repoRoot };
  const ways = { strict: intent.mayBeCode, whole: intent.asksWhole, topics: topics.length > 0 && topics };
  const known = Object.entries(ways).filter(([way, value]) => value && Object.hasOwn(types, way));
  const held = recover(
    () => clampArgs(spec, { ...fillTemplate(spec.args, values), ...Object.fromEntries(known), ...override }),
    AutoToolsError,
    ({ message }): ClampedArgs => ({ ok: false, reason: `${name}: ${message}` }),
  );
  if (!held.ok) {
    plan.refused.push({ tool: name, code: "E_INVALID_ARGS", reason: held.reason });
    plan.limits.push(held.reason);
    return;
  }
  plan.tools.push({ tool: name, tier, reason, timeout_ms: timeoutMs, args: held.args });
  if (held.clamped.length > 0) plan.clamped.set(name, held.clamped);
  plan.limits.push(...held.clamped);
}
