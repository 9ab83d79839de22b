import { looksRandom } from "./random_text.ts";

const REDACTED = "<redacted>";
/** Another string right behind one that was redacted: joined to it, or the next argument. */
const NEXT =
  /\\{0,3}(?<quote>["'`])(?<join>\s{0,40}[+.&\\]?|,)\s{0,80}[brfuL]{0,2}\\{0,3}\k<quote>(?<rest>[^\s"'`<>\\]{4,4096})(?=\\{0,3}\k<quote>)/y;
/** Digits of an argument that is a secret as well. */
const LEAST_DIGITS = 3;

/** Replaces the rest of secrets that are written as several strings, and secrets that stand behind another in a list of arguments. */
export function redactContinuations(text: string, note: (kind: string) => void): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf(REDACTED); at >= 0; at = text.indexOf(REDACTED, at)) {
    at += REDACTED.length;
    NEXT.lastIndex = at;
    for (let next = NEXT.exec(text); next !== null && continues(next); next = NEXT.exec(text)) {
      const end = NEXT.lastIndex;
      out += `${text.slice(from, end - (next.groups?.["rest"] ?? "").length)}${REDACTED}`;
      from = at = end;
      note("secret");
    }
  }
  return from === 0 ? text : out + text.slice(from);
}

function continues({ groups }: RegExpExecArray): boolean {
  const rest = groups?.["rest"] ?? "";
  if (groups?.["join"] !== ",") return /\d/.test(rest) && !/[()]/.test(rest) || looksRandom(rest);
  return looksRandom(rest) && rest.length >= 16 && (rest.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS;
}
