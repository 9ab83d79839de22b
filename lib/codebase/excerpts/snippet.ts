import type { Snippet } from "../../contract/finding.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { DEFAULTS } from "../../settings/defaults.ts";
import { cutLine, quotedLines } from "./quoted_lines.ts";

/** At most `max` lines of `lines` around the 1-based `line`, which stands in their middle where both ends allow it. */
export function snippetAround(
  lines: readonly string[],
  line: number,
  max: number = DEFAULTS.maxSnippetLines,
): Snippet {
  const at = Math.min(Math.max(1, line), Math.max(1, lines.length));
  const start = Math.max(1, Math.min(at - Math.floor((max - 1) / 2), lines.length - max + 1));
  return cut(lines, start, Math.min(lines.length, start + max - 1));
}

/** The lines `from` to `to` (1-based, inclusive), or, where they are more than `max`, `max` of them around `line`. */
export function snippetWithin(
  lines: readonly string[],
  { from, to, line }: { from: number; to: number; line: number },
  max: number = DEFAULTS.maxSnippetLines,
): Snippet {
  const end = Math.min(to, lines.length);
  if (end - from + 1 <= max) return cut(lines, from, end);
  const start = Math.max(from, Math.min(line - Math.floor((max - 1) / 2), end - max + 1));
  return cut(lines, start, start + max - 1);
}

/** What is redacted by its surroundings, or would be cut in half, goes here; the rest goes, and is counted, where all output is cleaned. */
function cut(lines: readonly string[], start: number, end: number): Snippet {
  const shown = lines.slice(start - 1, end).map(cutLine).join("\n");
  const quoted = quotedLines(lines, start - 1, end).text;
  return { startLine: start, text: redact(shown).text === quoted ? shown : quoted };
}
