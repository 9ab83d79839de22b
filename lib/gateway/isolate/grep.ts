import { RE2JS, RE2JSSyntaxException } from "re2js";
import { recover } from "../../settings/attempt.ts";

/** UTF-16 units of one line that are shown, around what matches. */
const MAX_LINE = 500;

/** Lines that match, with their neighbours, as `grep -n -B -A` gives them; a line that belongs to two matches is given once. The pattern is RE2's: linear time, so neither look-around nor back-references. */
export function grep(
  { text, pattern, before, after, limit }:
    & Record<"text" | "pattern", string>
    & Record<"before" | "after" | "limit", number>,
) {
  const find = recover(() => RE2JS.compile(pattern), RE2JSSyntaxException, ({ message }) => message);
  if (typeof find === "string") return { error: `not a regular expression (RE2): ${find}` };
  const lines = text.split("\n");
  const shown = new Map<number, number | undefined>();
  let matches = 0;
  for (const [at, line] of lines.entries()) {
    const matcher = find.matcher(line);
    if (!matcher.find() || ++matches > limit) continue;
    for (let each = Math.max(0, at - before); each <= Math.min(at + after, lines.length - 1); each++) {
      if (!shown.has(each)) shown.set(each, undefined);
    }
    shown.set(at, matcher.start());
  }
  return {
    matches,
    lines: Array.from(shown, ([at, start]) => ({
      line: at + 1,
      text: cut(lines[at] ?? "", start ?? 0),
      match: start !== undefined,
    })),
  };
}

function cut(line: string, around: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, Math.min(around - MAX_LINE / 4, line.length - MAX_LINE));
  const end = start + MAX_LINE;
  const text = line.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${text}${end < line.length ? "…" : ""}`;
}
