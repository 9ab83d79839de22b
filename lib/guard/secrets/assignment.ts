import table from "../data/assignments.txt" with { type: "text" };
import { patternsOf } from "../rule_table.ts";
import type { Place } from "./assignment_value.ts";
import { isBareSecret, isDrawnByLot, isSecret, isSpacedSecret, MAX_VALUE } from "./assignment_value.ts";
import { strengthOf } from "./names.ts";
import type { Span } from "../span.ts";

/** Characters of a name, from its end, that are looked at. */
const NAME_REACH = 96;
/** Names inside one value that are tried as well, as in `url?token=…&secret=…`. */
const MAX_NESTED = 6;

/** Names as code, configuration and prose write them, in any script, without the `D` of `-Dname=value`. */
const NAME = /(?!D(?<=(?:^|[\s"'])-D))[A-Za-z_\u0080-\uffff][\w.$\u0080-\ufefe\uff21-\uffff-]+/g;
/** What can follow a name that is given a value. */
const BEFORE_VALUE = new Set("\\\"'`[]{) \t:=|?!-,<>(%*\u201d\uff1a\uff1d");
/** From the end of a name to its value: closing quote or bracket, type, operator, opening quote. */
const OPERATOR = patternsOf(table)("operator");
const BARE_VALUE = /[^\s"'`<>,;(){}[\]\u2e80-\uffff]{3,4096}/y;

/** Values that stand next to a name which says they are secret, in code, configuration, shell, JSON and prose. */
export function* assignments(text: string): Generator<Span> {
  let skipTo = 0;
  let rejectedUntil = 0;
  let rejections = 0;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    const end = found.index + found[0].length;
    if (found.index < skipTo || !BEFORE_VALUE.has(text.charAt(end))) continue;
    const value = valueAfter(text, Math.max(found.index, end - NAME_REACH), end);
    if (value?.isSecret) {
      yield { start: value.start, end: value.end, kind: value.kind };
      skipTo = NAME.lastIndex = value.end;
    } else if (found.index >= rejectedUntil) {
      rejectedUntil = value?.end ?? end;
      rejections = 0;
      skipTo = end;
    } else skipTo = ++rejections > MAX_NESTED ? rejectedUntil : end;
  }
}

function valueAfter(text: string, nameStart: number, nameEnd: number) {
  OPERATOR.lastIndex = nameEnd;
  const found = OPERATOR.exec(text);
  if (found === null) return undefined;
  const name = text.slice(nameStart, nameEnd);
  const strength = strengthOf(name);
  if (strength === undefined) return undefined;
  const [operator] = found;
  const quote = found.groups?.["quote"];
  const start = nameEnd + operator.length;
  const value = quote === undefined ? bareValue(text, start) : quotedValue(text, start, quote);
  if (value === undefined || value.includes("<redacted>")) return undefined;
  const place = { name, operator, text, nameStart, valueStart: start };
  const judge = () => {
    if (quote === undefined) {
      const head = value.replace(/\\[nr].*/, "");
      return /\S/.test(operator) ? isBareSecret(head, strength, place) : isSpacedSecret(head, place);
    }
    if (found.groups?.["within"] !== undefined) return isDrawnByLot(value, name);
    return isSecret(value, strength, name) && isMeant(value, place);
  };
  const kind = strength === "password" ? "password" : "secret";
  return { start, end: start + value.length, kind, isSecret: judge() };
}

/** Whether quotes behind such an operator hold a value, and no word of code, prose or a list. */
function isMeant(value: string, { name, operator, text, nameStart, valueStart }: Place): boolean {
  const end = valueStart + value.length;
  if (/^["'`]\s{0,3}=>/.test(text.slice(end, end + 6))) return false;
  const before = text.slice(Math.max(0, nameStart - 84), nameStart);
  const isList = /^[\\"'`\])!?\s]{0,8},/.test(operator);
  // Of a call on what has the name, or with it before others, the string is the call's own. `"token", "…"`, `TOKEN, "…"`, `:token, "…"` and `{token, "…"` are pairs.
  const last = name.slice(name.lastIndexOf(".") + 1);
  const isCalled = operator.startsWith("(") && !strengthOf(last);
  const isPassed = isList && !/^[\\"'`]/.test(operator) && !/[:{]$/.test(before) && /[a-z]/.test(last);
  // Over lines stand lists as well, of names mostly.
  const isLines = isList && operator.includes("\n");
  if (isLines && !/\(\s{0,80}["'`]$/.test(before)) return false;
  if (isCalled || isPassed || isLines) return isDrawnByLot(value, name);
  // The next string may be anything; a secret there has digits, and is no flag.
  if (isList) return /\d/.test(value) && !value.startsWith("-");
  // In prose, "the key `name`" and "pass 'value'" quote code; "the password `…`" quotes what has digits and no signs of code.
  const isProse = /^\s+`$/.test(operator) || /^(?:pass|key)$/i.test(name) && /^\s+["']$/.test(operator);
  return !isProse || /\d/.test(value) && !/[()/]|\w\.\w/.test(value);
}

function quotedValue(text: string, start: number, quote: string): string | undefined {
  const limit = Math.min(text.length, start + MAX_VALUE);
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return undefined;
    if (code === quote.charCodeAt(0) && text.startsWith(quote, at)) return text.slice(start, at);
    if (code === 92 && quote.length === 1) at++;
  }
  // A string that a snippet cut off is still a secret.
  return limit === text.length && limit - start >= 8 ? text.slice(start, limit) : undefined;
}

function bareValue(text: string, start: number): string | undefined {
  BARE_VALUE.lastIndex = start;
  const value = BARE_VALUE.exec(text)?.[0];
  return value === undefined || /[([{]/.test(text.charAt(start + value.length))
    ? undefined
    : value.replace(/[.:\\]+$/, "");
}
