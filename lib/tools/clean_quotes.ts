import type { Finding, Snippet } from "../contract/finding.ts";
import { sanitize, type Sanitized } from "../guard/sanitize.ts";

/** Characters of a line that are shown: a line is evidence, not a data file. */
const MAX_LINE_CHARS = 240;
/** Nothing secret goes on over it. */
const GAP = "\n\n\n\n";
/** Texts that are kept with what came of them: the tools of one prompt quote the same lines. */
const MAX_KEPT = 64;

export type Quotes = Required<Pick<Finding, "snippet" | "keyLines" | "around">>;
export type Note = (found: Pick<Sanitized, "redactions" | "filtered">) => void;

/**
 * What a finding quotes of one file, without what may not be shown. It is cleaned with the lines around it, which stay behind, and in one go: the rules
 * cost more to begin with than to go on. `note` hears of what was taken out of the quoted lines themselves.
 */
export function cleanQuotes({ snippet, keyLines, around }: Quotes, note: Note): Omit<Quotes, "around"> {
  const together = sanitizedOnce(around.map(({ text }) => text).join(GAP));
  const clean = together.text.split("\n");
  const lines = new Map<number, string>();
  let at = 0;
  for (const { startLine, text } of around) {
    const { length } = text.split("\n");
    for (let line = 0; line < length; line++) lines.set(startLine + line, clean[at + line] ?? "");
    at += length + GAP.length - 1;
  }
  const cleaned = ({ startLine, text }: Snippet): Snippet => {
    const raw = text.split("\n");
    const shown = raw.map((_, line) => lines.get(startLine + line) ?? "");
    if (shown.some((line, index) => line !== raw[index])) note(takenFrom(text, together));
    return { startLine, text: shown.map(cutLine).join("\n") };
  };
  return { snippet: cleaned(snippet), keyLines: keyLines.map(cleaned) };
}

/** What was taken out of a quoted text: what is found in it alone, else one of each kind that was found with the lines around it. */
function takenFrom(text: string, around: Sanitized): Pick<Sanitized, "redactions" | "filtered"> {
  const own = sanitize(text);
  if (own.redactions.length > 0 || own.filtered > 0) return own;
  return { redactions: around.redactions.map(({ kind }) => ({ kind, count: 1 })), filtered: around.filtered };
}

const kept = new Map<string, Sanitized>();

function sanitizedOnce(text: string): Sanitized {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const clean = sanitize(text);
  kept.set(text, clean);
  return clean;
}

/** At most so many characters of a line as are evidence, none of them by half. */
function cutLine(line: string): string {
  return line.length <= MAX_LINE_CHARS
    ? line
    : `${line.slice(0, MAX_LINE_CHARS).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
