import type { Language } from "../files/languages.ts";
import { maskedLines } from "../structure/mask.ts";
import { IMPORT_LINE } from "../structure/line_patterns.ts";

/** What a line is there for: prose explains code, a preamble (licence, imports) says nothing of what the file does. */
export type LineRole = "code" | "prose" | "preamble" | "blank";

/** Lines looked at for the end of an import that goes on. */
const MAX_IMPORT_LINES = 60;
/** Characters of a line that are looked at. */
const MAX_CHARS = 400;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\s*(?:define|if|el|end|include|pragma)\b)|--|;;|%|"""|''')/;
const STRING_LINE = /^\s*[rbfu]?(?:"(?!"")|'(?!''))/;
const LICENCE = /copyright|licen[sc]e|\(c\)|spdx|all rights reserved|permission is hereby/i;
const DIRECTIVE =
  /^\s*(?:['"]use \w+['"];?|package\s+[\w.]+;?|#!.*|#pragma once|<\?php|if (?:typing\.)?TYPE_CHECKING:)\s*$/;
/** What keeps a header from being read twice. */
const GUARD = /^\s*#\s*(?:(?:ifndef|define)\s+\w+_H(?:H|PP|XX)?_*|endif\b.*)\s*$/;
/** What every import, directive and guard begins with: most lines need be asked no more. */
const MAY_BEGIN = /^\s*(?:['"#@<]|import|export|from|use|using|pub|package|require|const|let|var|alias|if)/;
/** An entry of a table of contents. */
const CONTENTS = /^\s*(?:[-*+]|\d+\.)\s+\[[^\]]*\]\(#[^)]*\)\s*$/;

/** What tells a program's lines apart, by their index from 0. */
export interface Program {
  /** Whether a line is nothing but comment, or text in a string that goes on over lines. */
  isText(at: number): boolean;
  /** The line without comments and strings. */
  code(at: number): string;
}

/** As the regular expressions of `structure` tell code. `masked`: the same lines with comments and strings blanked. */
export function maskedProgram(lines: readonly string[], masked: readonly string[]): Program {
  return {
    isText: (at) => {
      const line = lines[at] ?? "";
      return (masked[at] ?? "").trim() === "" && !STRING_LINE.test(line) || COMMENT.test(line);
    },
    code: (at) => masked[at] ?? "",
  };
}

/** As a parser tells comments. `comments`: first and last line of each run, from 1, in order. A line of code is masked when it is asked for. */
export function parsedProgram(
  lines: readonly string[],
  comments: readonly (readonly [number, number])[],
  spoken: Language,
): Program {
  const isComment = new Uint8Array(lines.length);
  for (const [first, last] of comments) isComment.fill(1, first - 1, last);
  return {
    // A branch that the preprocessor leaves out, and what is around a script, no parser has seen.
    isText: (at) => isComment[at] === 1 || /^\s*\/[/*]/.test(lines[at] ?? ""),
    code: (at) => maskedLines(lines[at] ?? "", spoken)[0] ?? "",
  };
}

/** The role of each line. Without a `program` all is prose to be read as it stands, and so "code". */
export function lineRoles(lines: readonly string[], program?: Program): LineRole[] {
  const roles: LineRole[] = lines.map((line, at) => {
    if (line.trim() === "") return "blank";
    return program?.isText(at) ? "prose" : "code";
  });
  if (program) markImports(lines, program, roles);
  else for (const [at, line] of lines.entries()) if (CONTENTS.test(line)) roles[at] = "preamble";
  markLicence(lines, roles);
  return roles;
}

/** Imports, with the lines over which one goes on. */
function markImports(lines: readonly string[], program: Program, roles: LineRole[]): void {
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").slice(0, MAX_CHARS);
    if (!MAY_BEGIN.test(line)) continue;
    const isDirective = DIRECTIVE.test(line) || GUARD.test(line);
    if (roles[at] !== "code" && !isDirective) continue;
    if (isDirective) roles[at] = "preamble";
    if (roles[at] !== "code" || !IMPORT_LINE.test(line)) continue;
    let open = opened(program.code(at));
    roles[at] = "preamble";
    for (let next = at + 1; open > 0 && next < Math.min(lines.length, at + MAX_IMPORT_LINES); next++) {
      roles[next] = "preamble";
      open += opened(program.code(next));
      at = next;
    }
  }
}

/** Brackets that a line opens and does not close. */
function opened(code: string): number {
  let open = 0;
  for (const character of code.slice(0, MAX_CHARS)) {
    if (character === "(" || character === "{") open++;
    else if (character === ")" || character === "}") open--;
  }
  return open;
}

/** The comment that a file begins with, where it speaks of rights; of others only who wrote it is left out. */
function markLicence(lines: readonly string[], roles: LineRole[]): void {
  let end = 0;
  while (end < lines.length && roles[end] !== "code") end++;
  let from = 0;
  while (from < end) {
    let to = from;
    while (to < end && roles[to] !== "blank") to++;
    const block = lines.slice(from, to);
    if (block.some((line) => LICENCE.test(line.slice(0, MAX_CHARS)))) roles.fill("preamble", from, to);
    from = to + 1;
  }
}
