import type { Envelope } from "../contract/envelope.ts";

/** How many places the line names, and how long it may be in UTF-16 units. */
const NAMED_PLACES = 3;
const MAX_LINE = 400;

/** The one line a person sees beside the prompt: what ran, how long, what was found, what was limited. */
export function userLine(envelope: Envelope, elapsedMs: number): string {
  const { tool_results: results, tool_plan: plan, fused_context: { for_model, for_user } } = envelope;
  const limits = for_user.limits_text === "[Limits] none"
    ? ""
    : ` ${for_user.limits_text.replaceAll("\n", " ")}`;
  const line = `[Auto Tools] ${
    results.length === 0 ? planned(plan.tools.length) : ran(envelope, elapsedMs, for_model.structured)
  }${limits}`;
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).toWellFormed()}…`;
}

function planned(count: number): string {
  return count === 0 ? "no tool" : `plan of ${count} ${count === 1 ? "tool" : "tools"}, none called`;
}

function ran(
  { tool_results: results }: Envelope,
  elapsedMs: number,
  structured: Record<string, unknown>,
): string {
  const failed = results.filter(({ status }) => status !== "ok").length;
  const tools = `${results.length} ${results.length === 1 ? "tool" : "tools"}${
    failed === 0 ? "" : ` (${failed} failed)`
  }`;
  const places = structured["shown_paths"];
  const paths = Array.isArray(places) ? places.filter((path) => typeof path === "string") : [];
  const more = paths.length > NAMED_PLACES ? ` +${paths.length - NAMED_PLACES}` : "";
  const found = paths.length === 0 ? "nothing injected" : `${paths.slice(0, NAMED_PLACES).join(", ")}${more}`;
  return `${tools}, ${Math.round(elapsedMs)} ms: ${found}`;
}
