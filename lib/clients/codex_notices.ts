import type { Envelope } from "../contract/envelope.ts";
import { whatWasFound } from "../kernel/user_line.ts";

/** UTF-16 units of one line on stderr, and how many places it names. */
const MAX_LINE = 240;
const NAMED_PLACES = 4;

/**
 * What the user sees of a turn, on stderr before codex's own output: which tools ran, what was found, and
 * each limit with its exact text. Nothing for a prompt that needed nothing.
 */
export function noticeLines(envelope: Envelope, limits: readonly string[]): string[] {
  const ran = envelope.tool_results;
  const lines = ran.length === 0 ? [] : [
    `[Auto Tools] ${
      ran.map((result) => `${result.tool} ${result.status} ${result.duration_ms} ms`).join(", ")
    }`,
    `[Results] ${whatWasFound(envelope.fused_context.for_model, NAMED_PLACES)}`,
  ];
  const own = envelope.fused_context.for_user.limits_text.split("\n").filter((line) =>
    line !== "[Limits] none"
  );
  return [...lines.map(short), ...new Set([...own, ...limits.map((limit) => `[Limits] ${limit}`)])];
}

/** The label of each line in colour, for a terminal: limits in yellow, the rest faint. */
export function labelled(line: string): string {
  return line.replace(
    /^\[[A-Za-z ]+\]/,
    (label) => `\u001b[${label === "[Limits]" ? 33 : 2}m${label}\u001b[0m`,
  );
}

function short(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).toWellFormed()}…`;
}
