import { looksRandom } from "./random_text.ts";

const REDACTED = "<redacted>";
/** Another string right behind one that was redacted: joined to it, or the next argument; in a diff a sign begins its line. */
const NEXT =
  /\\{0,3}(?<quote>["'`])(?<join>\s{0,40}(?:\.\.|[+.&\\])?|,)(?:\s{0,80}|[ \t]{0,4}\r?\n[+-][ \t]{0,80})[brfuL]{0,2}\\{0,3}\k<quote>(?<rest>[^\s"'`<>\\]{4,4096})(?=\\{0,3}\k<quote>)/y;
/** The rest of a word that a shell reads on in the next line, and the next line of a block of YAML. */
const NEXT_LINE = [
  /\\\r?\n[+-]?(?<rest>[\w+/=.~-]{6,4096})/y,
  /(?<=(?:[|>][-+\d]{0,2}|<redacted>)[ \t]{0,4}\r?\n[ \t]{1,80}<redacted>)[ \t]{0,4}\r?\n[ \t]{1,80}(?<rest>[\w+/=.~-]{8,4096})(?=[ \t]{0,4}(?:[\r\n]|$))/y,
];
/** Digits of an argument that is a secret as well. */
const LEAST_DIGITS = 3;

/** Replaces the rest of secrets that are written as several strings, and secrets that stand behind another in a list of arguments. */
export function redactContinuations(text: string, note: (kind: string) => void): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf(REDACTED); at >= 0; at = text.indexOf(REDACTED, at)) {
    at += REDACTED.length;
    for (let rest = restAt(text, at); rest !== undefined; rest = restAt(text, at)) {
      out += text.slice(from, rest.start) + REDACTED;
      from = at = rest.end;
      note("secret");
    }
  }
  return from === 0 ? text : out + text.slice(from);
}

function restAt(text: string, at: number): { start: number; end: number } | undefined {
  NEXT.lastIndex = at;
  const next = NEXT.exec(text);
  if (next !== null && continues(next)) return placeOf(next);
  for (const pattern of NEXT_LINE) {
    pattern.lastIndex = at;
    const line = pattern.exec(text);
    if (line !== null && looksRandom(line.groups?.["rest"] ?? "")) return placeOf(line);
  }
  return undefined;
}

/** Where the rest stands, which is the end of what was matched. */
function placeOf({ 0: { length }, index, groups }: RegExpExecArray): { start: number; end: number } {
  const end = index + length;
  return { start: end - (groups?.["rest"] ?? "").length, end };
}

function continues({ groups }: RegExpExecArray): boolean {
  const rest = groups?.["rest"] ?? "";
  if (groups?.["join"] !== ",") return /\d/.test(rest) && !/[()]/.test(rest) || looksRandom(rest);
  return looksRandom(rest) && rest.length >= 16 && (rest.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS;
}
