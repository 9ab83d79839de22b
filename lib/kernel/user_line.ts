import type { Envelope } from "../contract/envelope.ts";

/** How many places the line names, and how long it may be in UTF-16 units. */
const NAMED_PLACES = 3;
const MAX_LINE = 400;

type ForModel = Envelope["fused_context"]["for_model"];

/** The one line a person sees beside the prompt: what ran, how long, what was found, what was limited; none where nothing was found and nothing went wrong. */
export function userLine(envelope: Envelope, elapsedMs: number): string | undefined {
  const { tool_results: results, tool_plan: plan, fused_context: { for_model, for_user } } = envelope;
  const limits = for_user.limits_text === "[Limits] none"
    ? ""
    : ` ${for_user.limits_text.replaceAll("\n", " ")}`;
  const isSilent = for_model.additional_context === "" && results.every(({ status }) => status === "ok");
  if (isSilent && limits === "" && plan.tools.length === results.length) return undefined;
  const line = `[Auto Tools] ${
    results.length === 0 ? planned(plan.tools.length) : ran(envelope, elapsedMs, for_model)
  }${limits}`;
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).toWellFormed()}…`;
}

/** The first `most` of the files that were given to the model, or why there are none. */
export function whatWasFound({ additional_context, structured }: ForModel, most: number): string {
  const places = structured["shown_paths"];
  const paths = Array.isArray(places) ? places.filter((path) => typeof path === "string") : [];
  if (paths.length > 0) {
    const more = paths.length > most ? ` +${paths.length - most}` : "";
    return `${paths.slice(0, most).join(", ")}${more}`;
  }
  return additional_context === "" ? "nothing injected" : "given earlier in this session";
}

function planned(count: number): string {
  return count === 0 ? "no tool" : `plan of ${count} ${count === 1 ? "tool" : "tools"}, none called`;
}

function ran(
  { tool_results: results }: Envelope,
  elapsedMs: number,
  forModel: ForModel,
): string {
  const failed = results.filter(({ status }) => status !== "ok").length;
  const tools = `${results.length} ${results.length === 1 ? "tool" : "tools"}${
    failed === 0 ? "" : ` (${failed} failed)`
  }`;
  return `${tools}, ${Math.round(elapsedMs)} ms: ${whatWasFound(forModel, NAMED_PLACES)}`;
}
