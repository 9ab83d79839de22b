import { isKnownType } from "../../guard/boundary/file_types.ts";
import { isTest } from "./languages.ts";

/** A line beyond this is data or minified; so is a text whose lines are this long on average. */
const MAX_LINE = 20_000;
const MAX_AVERAGE_LINE = 400;
const SNIFFED = 8000;
/** Characters in which a generated file says that it is one. */
const HEADER = 600;

export type Opaque = "large" | "binary" | "minified" | "generated" | "unrecognized";

/** Why a file's text is not worth reading, or not to be shown, or undefined where it is. Linear. */
export function opaqueReason(path: string, text: string): Opaque | undefined {
  const head = text.slice(0, SNIFFED);
  if (head.includes("\0") || unreadable(head)) return "binary";
  if (head.slice(0, HEADER).split("\n").some(saysGenerated)) return "generated";
  const lines = text.split("\n");
  const isDense = text.length > 4000 && text.length / lines.length > MAX_AVERAGE_LINE;
  if (isDense || lines.some(({ length }) => length > MAX_LINE)) return "minified";
  // Anything of no known type, unless tests work on it, may hold what nobody should see.
  return isKnownType(path) || SAYS_TYPE.test(text) || isTest(path) ? undefined : "unrecognized";
}

/** What says itself of what type it is. */
const SAYS_TYPE = /^(?:#!|<\?xml |<!DOCTYPE )/;
const GENERATED = /@generated|\bDO NOT EDIT\b|\bautomatically generated\b/i;
const COMMENT = /^\s*(?:\/[/*]|\*|#|--|;|%|<!--|"""|'''|\(\*|\{-)/;

/** Whether a line says it of its own file: code that looks for such words in others has them behind a bracket or an equals sign. */
function saysGenerated(line: string): boolean {
  const found = GENERATED.exec(line);
  return found !== null && (COMMENT.test(line) || !/[=(]/.test(line.slice(0, found.index)));
}

/** Control characters that texts have none of, and what stands for bytes that are no UTF-8. */
// deno-lint-ignore no-control-regex
const UNREADABLE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\ufffd]/g;

/** More of them than a few in a hundred is no text. */
function unreadable(head: string): boolean {
  const bad = head.match(UNREADABLE)?.length ?? 0;
  return bad > 10 && bad * 20 > head.length;
}
