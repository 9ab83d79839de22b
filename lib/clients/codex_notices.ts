import type { Envelope } from "../contract/envelope.ts";

/** UTF-16 units of one line on stderr. */
const MAX_LINE = 240;

/**
 * What the user sees of a turn, on stderr before codex's own output: which tools ran, what was found, and each limit with its exact text. Nothing
 * for a prompt that needed nothing.
 */
export function noticeLines(envelope: Envelope, limits: readonly string[]): string[] {
  const ran = envelope.tool_results;
  const lines = ran.length === 0 ? [] : [
    `[Auto Tools] ${
      ran.map((result) => `${result.tool} ${result.status} ${result.duration_ms} ms`).join(", ")
    }`,
    firstLine(envelope.fused_context.for_user.results_text),
  ];
  const own = envelope.fused_context.for_user.limits_text.split("\n").filter((line) =>
    line !== "[Limits] none"
  );
  return [...lines.map(short), ...new Set([...own, ...limits.map((limit) => `[Limits] ${limit}`)])];
}

/** The label of each line dimmed, for a terminal. */
export function coloured(line: string): string {
  return line.replace(
    /^\[[A-Za-z ]+\]/,
    (label) => `\u001b[${label === "[Limits]" ? 33 : 2}m${label}\u001b[0m`,
  );
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function short(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1)}…`;
}
