import { sanitize } from "../../guard/sanitize.ts";

const MAX_PROBLEMS = 10;
const MAX_CHARS = 300;

/** What is wrong with a plan, or was put right in it, as lines for people: an edited plan may say anything, at any length. */
export function problemLines(problems: readonly string[]): string[] {
  const lines = problems.slice(0, MAX_PROBLEMS).map((each) => {
    const line = sanitize(each).text.replace(/\s+/g, " ").trim();
    return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1).toWellFormed()}…` : line;
  });
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
