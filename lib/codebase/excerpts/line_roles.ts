import { IMPORT_LINE } from "../structure/line_patterns.ts";

/** What a line is there for: prose explains code, a preamble (imports, directives) says nothing of what the file does. */
export type LineRole = "code" | "prose" | "preamble" | "blank";

/** Characters of a line that are looked at. */
const MAX_CHARS = 400;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\s*(?:define|if|el|end|include|pragma)\b)|--|;;|%|"""|''')/;
const STRING_LINE = /^\s*[rbfu]?(?:"(?!"")|'(?!''))/;
const DIRECTIVE =
  /^\s*(?:['"]use \w+['"];?|package\s+[\w.]+;?|#!.*|#pragma once|<\?php|if (?:typing\.)?TYPE_CHECKING:)\s*$/;
/** What every import and directive begins with: most lines need be asked no more. */
const MAY_BEGIN = /^\s*(?:['"#@<]|import|export|from|use|using|pub|package|require|const|let|var|alias|if)/;

/** What tells, by a line's index from 0, whether it is nothing but comment, or text in a string that goes on over lines. */
type IsText = (at: number) => boolean;

/** As patterns tell it. `masked`: the same lines with comments and strings blanked. */
export function maskedText(lines: readonly string[], masked: readonly string[]): IsText {
  return (at) => {
    const line = lines[at] ?? "";
    return (masked[at] ?? "").trim() === "" && !STRING_LINE.test(line) || COMMENT.test(line);
  };
}

/** As a parser tells it. `comments`: first and last line of each run, from 1, in order. */
export function parsedText(
  lines: readonly string[],
  comments: readonly (readonly [number, number])[],
): IsText {
  const isComment = new Uint8Array(lines.length);
  for (const [first, last] of comments) isComment.fill(1, first - 1, last);
  // A branch that the preprocessor leaves out, and what is around a script, no parser has seen.
  return (at) => isComment[at] === 1 || /^\s*\/[/*]/.test(lines[at] ?? "");
}

/** Tells the role of a line (from 0). Without `isText` all is prose to be read as it stands, and so "code". */
export function lineRoles(lines: readonly string[], isText?: IsText): (at: number) => LineRole {
  const known: LineRole[] = [];
  const told = (at: number) => {
    const line = lines[at] ?? "";
    if (line.trim() === "") return "blank";
    if (isText === undefined) return "code";
    const head = line.slice(0, MAX_CHARS);
    const isProse = isText(at);
    if (MAY_BEGIN.test(head) && (DIRECTIVE.test(head) || !isProse && IMPORT_LINE.test(head))) {
      return "preamble";
    }
    return isProse ? "prose" : "code";
  };
  return (at) => known[at] ??= told(at);
}
