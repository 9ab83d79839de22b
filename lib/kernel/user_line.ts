import type { Envelope } from "../contract/envelope.ts";
import { columnsOf, LIMITS, MAX_COLUMNS, withinColumns } from "../contract/limits.ts";
import { listAt } from "../settings/json.ts";

const NAMED_FILES = 2;
/** What tells a model how much was looked at, the words of built-in tools among it: a person can do nothing about that. */
const FOR_THE_MODEL = [
  LIMITS.budgetExceeded,
  LIMITS.injectionFiltered,
  LIMITS.noHistory,
  "long prompt",
  "ci_",
];
/** What is never why nothing was found. */
const NO_REASON = [LIMITS.noGitRoot, LIMITS.noHistory, "ci_index_status"];

/** `auto-tools 0.2 s: view.js, application.js +3`: how long, and what the model was given, in that many columns; undefined where it was given nothing. */
export function addedLine(
  { run_id, fused_context: { for_model } }: Envelope,
  elapsedMs: number,
  columns = MAX_COLUMNS,
): string | undefined {
  // A plan is no context, and is not handed on.
  if (for_model.additional_context === "" || run_id.startsWith("plan-")) return undefined;
  const paths = listAt(for_model.structured, "shown_paths").filter((path) => typeof path === "string");
  const names = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const named = (count: number) => [names.slice(0, count).join(", "), `+${paths.length - count}`];
  const lines = [Math.min(NAMED_FILES, paths.length), 1, 0].map((count) =>
    named(count).filter((part) => part !== "" && part !== "+0").join(" ") || "given earlier in this session"
  );
  const begun = `auto-tools ${(elapsedMs / 1000).toFixed(1)} s: `;
  return begun + (lines.find((line) => columnsOf(begun + line) <= columns) ?? lines.at(-1));
}

/** The `[Limits]` that the person can do something about: their settings, their servers, their machine; where nothing was found, all that may be why. */
export function limitsForUser({ fused_context: { for_user, for_model } }: Envelope): string[] {
  const hidden = for_model.additional_context === "" ? NO_REASON : FOR_THE_MODEL;
  return for_user.limits_text.split("\n").filter((line) =>
    line !== "[Limits] none" && hidden.every((text) => !line.startsWith(`[Limits] ${text}`))
  );
}

/** The one line a person sees beside the prompt: what was added, then a limit as far as there is room; none where nothing was added and nothing may be why. */
export function userLine(envelope: Envelope, elapsedMs: number): string | undefined {
  // That a tool of ours was late matters to a person only where it left nothing.
  const isLeft = addedLine(envelope, elapsedMs) === undefined;
  const limits = limitsForUser(envelope).filter((text) => isLeft || !text.includes("(ci_"));
  // Where a file lies is told by `why`; its name is enough here.
  const broken = limits.find((text) => !text.includes(LIMITS.tierTwoDisabled));
  const limit = (broken ?? limits[0])?.replace(/(?<![\w.])[~/][^\s:]*\//g, "");
  if (limit === undefined) return addedLine(envelope, elapsedMs);
  const added = addedLine(envelope, elapsedMs, MAX_COLUMNS - columnsOf(limit) - 1) ?? "auto-tools:";
  return withinColumns(`${added} ${limit}`);
}
