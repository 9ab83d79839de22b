/** The exact [Limits] texts, without their prefix: tests and people's scripts compare them byte by byte. */
export const LIMITS = {
  orchestratorOnly: "tool invocation must go through orchestrator",
  orchestratorUnavailable: "orchestrator unavailable",
  orchestratorInvalid: "orchestrator output invalid; fallback to empty context",
  toolTimeout: "tool timeout; degraded to plan-only",
  toolUnavailable: "tool unavailable; skipped",
  budgetExceeded: "budget exceeded; results truncated",
  sessionUnavailable: "session continuity unavailable; fallback to stateless exec",
  tierTwoDisabled: "tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable",
  noGitRoot: "no-git-root",
  noHistory: "no-git-history",
  injectionFiltered: "potential injection content filtered",
  devbooksIgnored:
    "auto-tools keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml",
} as const;

/** `ci_graph_rag: depth clamped to 2` */
export function clampedLimit(tool: string, key: string, max: number): string {
  return `${tool}: ${key} clamped to ${max}`;
}

/** `disable: 1 without effect: there is no tool of such a name`; none for nothing. */
export const withoutEffect = (key: string, count: number, why: string): string[] =>
  count === 0 ? [] : [`${key}: ${count} without effect: ${why}`];

/** UTF-16 units of one limit: a path or message in it may be as long as it likes, and takes the room of what was found. */
const MAX_LIMIT = 500;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** An exact text with the particulars a person needs, in parentheses behind it. */
export function withDetail(text: string, detail: string): string {
  return `${text} (${detail})`;
}

/** One `[Limits] …` line a limit, without repeats, in the order given; `[Limits] none` for none. Line breaks and what terminals obey become spaces; what is longer than 500 characters is cut. */
export function limitsText(limits: readonly string[]): string {
  const shortened = (limit: string) =>
    limit.length <= MAX_LIMIT ? limit : `${limit.slice(0, MAX_LIMIT - 1).toWellFormed()}…`;
  const lines = [...new Set(limits)].map((limit) => `[Limits] ${shortened(limit).replace(UNSEEN, " ")}`);
  return lines.length === 0 ? "[Limits] none" : lines.join("\n");
}

/** Columns of the one line that a person sees beside a prompt. */
export const MAX_COLUMNS = 100;

/** Characters of East Asia take two columns. */
export function columnsOf(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (/[\u1100-\u115f\u2e80-\uffdc]/.test(char) ? 2 : 1), 0);
}

/** As much of a text as that line holds. */
export function withinColumns(text: string): string {
  if (columnsOf(text) <= MAX_COLUMNS) return text;
  const line = Array.from(text.slice(0, MAX_COLUMNS));
  while (columnsOf(line.join("")) >= MAX_COLUMNS) line.pop();
  return `${line.join("")}…`;
}

/** The text for an orchestration that failed, with the reason. */
export function unavailable(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return withDetail(LIMITS.orchestratorUnavailable, why.slice(0, 200));
}
