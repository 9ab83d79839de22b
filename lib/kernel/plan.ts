import type { PlannedTool, ToolResult } from "../contract/envelope.ts";
import { LIMITS, withDetail, withoutEffect } from "../contract/limits.ts";
import { redact } from "../guard/secrets/redact.ts";
import { recover } from "../settings/attempt.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { AutoToolsError, type ErrorCode } from "../contract/error_codes.ts";
import { isRecord } from "../settings/json.ts";
import type { World } from "../settings/world.ts";
import { clampArgs, type ClampedArgs, fillTemplate, type ToolSpec, toolSpecs } from "../tools/registry.ts";
import type { Intent } from "./intent/intent.ts";
import { prepare } from "./prepare.ts";
import type { Job } from "./request.ts";
import { failed } from "./run.ts";

export interface Plan {
  tools: PlannedTool[];
  refused: ToolResult[];
  clamped: Map<string, string[]>;
  limits: string[];
}

/** Decides which tools run, with what arguments and for how long. Calls nothing, and the same inputs give the same plan. */
export function makePlan(job: Job, intent: Intent): Plan {
  const plan: Plan = { tools: [], refused: [], clamped: new Map(), limits: [] };
  // Naming tools plans only these.
  const { request: { tools: named = [] }, prepared: { settings: { tools, disable } }, switches, world } = job;
  const specs = toolSpecs(tools);
  const refuse = (tool: string, code: ErrorCode, message: string, limit = message) => {
    const why = { status: "skipped", code, message: clean(message) } as const;
    plan.refused.push(failed(clean(tool), why, world.now().toISOString()).result);
    plan.limits.push(clean(limit));
  };
  const isTool = (name: string) => specs.some((spec) => spec.name === name);
  const unavailable = (tool: string, reason: string) =>
    refuse(tool, "E_TOOL_UNAVAILABLE", reason, withDetail(LIMITS.toolUnavailable, `${tool}: ${reason}`));
  for (const { tool } of named) if (!isTool(tool)) unavailable(tool.slice(0, 64), "no such tool");
  let tierTwoWanted = false;
  for (const spec of specs) {
    const { name, tier, timeoutMs } = spec;
    const override = named.find(({ tool }) => tool === name);
    const byIntent = named.length > 0 ? undefined : reasonFor(spec, intent);
    const reason = override ? "asked for by name" : byIntent;
    if (reason === undefined) continue;
    // A tool of the user's own that fits is missed as well.
    const isAsked = intent.tierTwo.find(({ tool }) => tool === name)?.asked ?? spec.when !== "intent";
    if (tier > switches.tierMax) tierTwoWanted ||= override !== undefined || isAsked;
    else if (disable.includes(name)) {
      if (override) unavailable(name, "disabled by configuration");
    } else {
      const held = heldArgs(spec, job, intent, override?.args);
      if (!held.ok) {
        refuse(name, "E_INVALID_ARGS", held.reason);
        continue;
      }
      plan.tools.push({ tool: name, tier, reason, timeout_ms: timeoutMs, args: held.args });
      if (held.clamped.length > 0) plan.clamped.set(name, held.clamped);
      plan.limits.push(...held.clamped.map(clean));
    }
  }
  if (tierTwoWanted) plan.limits.push(LIMITS.tierTwoDisabled);
  // A slip in the name of a built-in tool switches nothing off. Other names may be of tools that only some people have.
  const slips = disable.filter((name) => name.startsWith("ci_") && !isTool(name)).length;
  plan.limits.push(...withoutEffect("disable", slips, "there is no tool of such a name"));
  return plan;
}

/** A value that was not understood may be a secret in the wrong place. */
export function clean(text: string): string {
  return redact(text).text;
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

/** A tool's arguments, held to their ceilings. What only may be about code is held to what the repository knows; ties go to what the session is about. */
function heldArgs(
  spec: ToolSpec,
  { query, prepared, topics: { files } }: Job,
  intent: Intent,
  override: Record<string, unknown> = {},
): ClampedArgs {
  const { name, args, types = {} } = spec;
  const { symbols, paths } = intent;
  const values = { prompt: query.forTools, symbols, paths, repo_root: prepared.root };
  const ways = { strict: intent.mayBeCode, whole: intent.asksWhole, topics: files.length > 0 && files };
  const known = Object.entries(ways).filter(([way, value]) => value && Object.hasOwn(types, way));
  return recover(
    () => clampArgs(spec, { ...fillTemplate(args, values), ...Object.fromEntries(known), ...override }),
    AutoToolsError,
    ({ message }): ClampedArgs => ({ ok: false, reason: `${name}: ${message}` }),
  );
}

export function toolPlanText(tools: readonly PlannedTool[], why = "none fits the prompt"): string {
  const lines = tools.map(({ tool, tier, reason }) => `${tool} (tier ${tier}): ${reason}`);
  return `[Auto Tools] ${lines.join("\n  ") || `no tool: ${why}`}`;
}

/** A tool's arguments as they may leave the program: what the user configured may be a key that only its server is to get. What stands in `query` is redacted already. */
export function shownArgs(args: Record<string, unknown>, query: string): Record<string, unknown> {
  const shown = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return query.includes(value) ? value : shownText(key, value);
    if (Array.isArray(value)) return value.map((each) => shown(key, each));
    return isRecord(value) ? shownArgs(value, query) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shown(key, value)]));
}

/** Some secrets are known by their own shape, others by the name beside them. */
function shownText(key: string, text: string): string {
  const own = clean(text);
  if (own !== text) return own;
  const named = redact(`${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  return named.redactions.length === 0 ? text : "<redacted>";
}

/** The tools that may be planned in a repository, and whether anything keeps each from running by itself. */
export async function listTools(cwd: string, world: World) {
  const switches = readSwitches(world);
  const { settings } = await prepare(cwd, world);
  return toolSpecs(settings.tools).map(({ name, tier, purpose, when }) => {
    const off = tier > switches.tierMax ? "tier" : settings.disable.includes(name) ? "configuration" : "";
    const state = off !== "" ? `off: ${off}` : when === "always" ? "automatic" : "when asked for";
    return { tool: name, tier, purpose, state };
  });
}
