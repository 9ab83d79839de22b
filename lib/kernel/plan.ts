import type { PlannedTool } from "../contract/envelope.ts";
import { LIMITS, withDetail } from "../contract/limits.ts";
import { recover } from "../settings/attempt.ts";
import { AutoToolsError, type ErrorCode } from "../contract/error_codes.ts";
import {
  clampArgs,
  type ClampedArgs,
  fillTemplate,
  type TemplateValues,
  type ToolSpec,
} from "../tools/registry.ts";
import type { Intent } from "./intent/intent.ts";

export interface RefusedTool {
  tool: string;
  code: ErrorCode;
  reason: string;
}

export interface Plan {
  tools: PlannedTool[];
  refused: RefusedTool[];
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
  const { specs, named, disabled, tierMax } = inputs;
  for (const { tool } of named) {
    if (!specs.some((spec) => spec.name === tool)) {
      unavailable(plan, tool.slice(0, 64), "no such tool");
    }
  }
  let tierTwoWanted = false;
  for (const spec of specs) {
    const override = named.find(({ tool }) => tool === spec.name);
    const reason = override
      ? "asked for by name"
      : named.length > 0
      ? undefined
      : reasonFor(spec, inputs.intent);
    if (reason === undefined) continue;
    if (spec.tier > tierMax) {
      tierTwoWanted ||= override !== undefined || isAsked(spec, inputs.intent);
      continue;
    }
    if (disabled.includes(spec.name)) {
      if (override) unavailable(plan, spec.name, "disabled by configuration");
      continue;
    }
    addTool(plan, spec, reason, override?.args ?? {}, inputs);
  }
  if (tierTwoWanted) plan.limits.push(LIMITS.tierTwoDisabled);
  plan.limits.push(...withoutEffect(disabled, specs));
  return plan;
}

/** A slip in the name of a built-in tool switches nothing off. Other names may be of tools that only some people have. */
function withoutEffect(disabled: readonly string[], specs: readonly ToolSpec[]): string[] {
  const count = disabled.filter((name) => name.startsWith("ci_") && !specs.some((spec) => spec.name === name))
    .length;
  return count === 0 ? [] : [`disable: ${count} without effect: there is no tool of such a name`];
}

function unavailable(plan: Plan, tool: string, reason: string): void {
  plan.refused.push({ tool, code: "E_TOOL_UNAVAILABLE", reason });
  plan.limits.push(withDetail(LIMITS.toolUnavailable, `${tool}: ${reason}`));
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

function addTool(
  plan: Plan,
  spec: ToolSpec,
  reason: string,
  override: Record<string, unknown>,
  inputs: PlanInputs,
): void {
  const { query, intent, repoRoot } = inputs;
  const values = { prompt: query, symbols: intent.symbols, paths: intent.paths, repo_root: repoRoot };
  const held = heldArgs(spec, { ...searchedAs(spec, inputs), ...override }, values);
  const planned = { tool: spec.name, tier: spec.tier, reason, timeout_ms: spec.timeoutMs };
  if (!held.ok) {
    plan.refused.push({ tool: spec.name, code: "E_INVALID_ARGS", reason: held.reason });
    plan.limits.push(held.reason);
    return;
  }
  plan.tools.push({ ...planned, args: held.args });
  if (held.clamped.length > 0) plan.clamped.set(spec.name, held.clamped);
  plan.limits.push(...held.clamped);
}

/** A request that only may be about code is held to what the repository knows; one about all of it is no search for words; ties go to what the session is about. */
function searchedAs(
  { types = {} }: ToolSpec,
  { intent: { mayBeCode, asksWhole }, topics }: PlanInputs,
): Record<string, unknown> {
  const ways = { strict: mayBeCode, whole: asksWhole, topics: topics.length > 0 && topics };
  return Object.fromEntries(
    Object.entries(ways).filter(([way, value]) => value && Object.hasOwn(types, way)),
  );
}

function heldArgs(spec: ToolSpec, override: Record<string, unknown>, values: TemplateValues): ClampedArgs {
  return recover(
    () => clampArgs(spec, { ...fillTemplate(spec.args, values), ...override }),
    AutoToolsError,
    ({ message }) => ({ ok: false, reason: `${spec.name}: ${message}` }),
  );
}
