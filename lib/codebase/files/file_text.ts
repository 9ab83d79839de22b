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
  let longest = 0;
  let lines = 1;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    longest = Math.max(longest, (end === -1 ? text.length : end) - at);
    if (end === -1) break;
    lines++;
    at = end + 1;
  }
  if (longest > MAX_LINE || (text.length > 4000 && text.length / lines > MAX_AVERAGE_LINE)) return "minified";
  return isRecognized(path, text) ? undefined : "unrecognized";
}

/** Whether a file is of a type that is known by its name, says itself what it is, or is what tests work on. Anything else may hold what nobody should see. */
function isRecognized(path: string, text: string): boolean {
  return isKnownType(path) || SAYS_TYPE.test(text) || isTest(path);
}
const SAYS_TYPE = /^(?:#!|<\?xml |<!DOCTYPE )/;

const GENERATED = /@generated|\bDO NOT EDIT\b|\bautomatically generated\b/i;
const COMMENT = /^\s*(?:\/[/*]|\*|#|--|;|%|<!--|"""|'''|\(\*|\{-)/;

/** Whether a line says it of its own file: code that looks for such words in others has them behind a bracket or an equals sign. */
function saysGenerated(line: string): boolean {
  const found = GENERATED.exec(line);
  return found !== null && (COMMENT.test(line) || !/[=(]/.test(line.slice(0, found.index)));
}

/** Replacement characters of bytes that are no UTF-8: more than a few in a hundred is no text. */
function unreadable(head: string): boolean {
  let bad = 0;
  for (let at = 0; at < head.length; at++) {
    const code = head.charCodeAt(at);
    if (
      code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 27)
    ) bad++;
  }
  return bad > 10 && bad * 20 > head.length;
}
