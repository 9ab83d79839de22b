import { RE2JS, RE2JSSyntaxException } from "re2js";
import type { GrepRequest, GrepResult } from "./jobs.ts";

/** UTF-16 units of one line that are shown, around what matches. */
const MAX_LINE = 500;

/** Lines that match, with their neighbours, as `grep -n -B -A` gives them; a line that belongs to two matches is given once. */
export function grep({ text, pattern, before, after, limit }: GrepRequest): GrepResult | { error: string } {
  let find: RE2JS;
  try {
    find = RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      return { error: `not a regular expression (RE2): ${error.message}` };
    }
    throw error;
  }
  const all = text.split("\n");
  const lines: GrepResult["lines"] = [];
  let matches = 0;
  let shownTo = -1;
  let afterTo = -1;
  for (const [at, line] of all.entries()) {
    const matcher = find.matcher(line);
    const match = matcher.find();
    if (match) matches++;
    if (match && matches <= limit) {
      for (let each = Math.max(shownTo + 1, at - before); each < at; each++) {
        lines.push({ line: each + 1, text: cut(all[each] ?? "", 0), match: false });
      }
      lines.push({ line: at + 1, text: cut(line, matcher.start()), match: true });
      shownTo = at;
      afterTo = at + after;
    } else if (at <= afterTo) {
      lines.push({ line: at + 1, text: cut(line, 0), match });
      shownTo = at;
    }
  }
  return { matches, lines };
}

/** A long line around a place in it, never through a character. */
function cut(line: string, around: number): string {
  if (line.length <= MAX_LINE) return line;
  let start = Math.max(0, Math.min(around - MAX_LINE / 4, line.length - MAX_LINE));
  let end = start + MAX_LINE;
  if (isLow(line, start)) start++;
  if (isLow(line, end)) end--;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
