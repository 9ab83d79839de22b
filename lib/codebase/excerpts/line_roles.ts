import { IMPORT_LINE } from "../structure/usages.ts";

/** What a line is there for: prose explains code, a preamble (licence, imports) says nothing of what the file does. */
export type LineRole = "code" | "prose" | "preamble" | "blank";

/** Lines looked at for the end of an import that goes on. */
const MAX_IMPORT_LINES = 60;
/** Lines from which on a text may be a list, and the share of them that then stand inside strings. */
const LEAST_LIST_LINES = 50;
const LIST_SHARE = 0.85;
/** Characters of a line that are looked at. */
const MAX_CHARS = 400;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\s*(?:define|if|el|end|include|pragma)\b)|--|;;|%|"""|''')/;
const STRING_LINE = /^\s*[rbfu]?(?:"(?!"")|'(?!''))/;
const LICENCE = /copyright|licen[sc]e|\(c\)|spdx|all rights reserved|permission is hereby/i;
const DIRECTIVE = /^\s*(?:['"]use \w+['"];?|package\s+[\w.]+;?|#!.*|#pragma once|<\?php)\s*$/;

/**
 * The role of each line. `masked`: the same lines with comments and strings blanked (empty for texts that are no program, where all is prose
 * to be read as it stands, and so "code").
 */
export function lineRoles(lines: readonly string[], masked: readonly string[]): LineRole[] {
  const roles: LineRole[] = lines.map((line, at) => {
    if (line.trim() === "") return "blank";
    if (masked.length === 0) return "code";
    const isText = (masked[at] ?? "").trim() === "" && !STRING_LINE.test(line);
    return isText || COMMENT.test(line) ? "prose" : "code";
  });
  if (masked.length > 0) markImports(lines, masked, roles);
  markLicence(lines, roles);
  return roles;
}

/** Whether a program's text is a list of words: nearly all lines stand inside strings. */
export function isWordList(lines: readonly string[], masked: readonly string[]): boolean {
  if (masked.length < LEAST_LIST_LINES) return false;
  const written = lines.filter((line) => line.trim() !== "").length;
  const quoted =
    lines.filter((line, at) =>
      line.trim() !== "" && /^[\s,;+]*$/.test(masked[at] ?? "") && !COMMENT.test(line)
    ).length;
  return quoted > LIST_SHARE * written;
}

/** Imports, with the lines over which one goes on. */
function markImports(lines: readonly string[], masked: readonly string[], roles: LineRole[]): void {
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").slice(0, MAX_CHARS);
    if (roles[at] !== "code" && !DIRECTIVE.test(line)) continue;
    if (DIRECTIVE.test(line)) roles[at] = "preamble";
    if (roles[at] !== "code" || !IMPORT_LINE.test(line)) continue;
    let open = opened(masked[at] ?? "");
    roles[at] = "preamble";
    for (let next = at + 1; open > 0 && next < Math.min(lines.length, at + MAX_IMPORT_LINES); next++) {
      roles[next] = "preamble";
      open += opened(masked[next] ?? "");
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
