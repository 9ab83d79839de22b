import type { Parameters } from "./parameters.ts";

/** Expansions in one another, and characters of one; more are nobody's honest work. */
const MAX_NESTING = 10;
const MAX_CHARS = 300;

const PLAIN = /\$([A-Za-z_]\w*|[0-9@*#?$!-])/y;
const BRACED = /^([#!]?)([A-Za-z_]\w*|\d+|[@*#?$!-])([^]*)$/;
const IN_ITS_PLACE = /^(:?)([-=+?])([^]*)$/;
const ITEM = /^\[(\d{1,9})\]$/;
const PART = /^:(\d{1,9})(?::(\d{1,9}))?$/;

/** A `$NAME`, `$1` or `${NAME…}` of a text. */
interface Expansion {
  /** Where its last character stands. */
  end: number;
  /** What it gives; undefined where that is not known. */
  value: string | undefined;
}

/**
 * Reads the expansion that begins at `at`; undefined where none does.
 *
 * @param inherited whether what the environment holds counts as known.
 */
export function expansionAt(
  text: string,
  at: number,
  parameters: Parameters,
  inherited: boolean,
): Expansion | undefined {
  return readAt(text, at, (name) => valueOf(name, parameters, inherited), parameters, 0);
}

type Value = (name: string) => string | undefined;

function valueOf(name: string, parameters: Parameters, inherited: boolean): string | undefined {
  return parameters.valueOf(name) ?? (inherited ? parameters.inherited(name) : undefined);
}

function readAt(
  text: string,
  at: number,
  value: Value,
  parameters: Parameters,
  depth: number,
): Expansion | undefined {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[1];
  if (plain !== undefined) return { end: at + plain.length, value: value(plain) };
  const end = text[at + 1] === "{" && depth < MAX_NESTING ? closingBrace(text, at + 2) : undefined;
  return end === undefined
    ? undefined
    : { end, value: braced(text.slice(at + 2, end), value, parameters, depth + 1) };
}

function closingBrace(text: string, from: number): number | undefined {
  let open = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_CHARS); at++) {
    if (text[at] === "\\") at++;
    else if (text.startsWith("${", at)) open++;
    else if (text[at] === "}" && --open === 0) return at;
  }
  return undefined;
}

function braced(inside: string, value: Value, parameters: Parameters, depth: number): string | undefined {
  const [, prefix = "", name = "", operation = ""] = BRACED.exec(inside) ?? [];
  if (name === "" || prefix === "#") return undefined;
  const held = value(name);
  if (prefix === "!") return held && operation === "" ? value(held) : undefined;
  const [, colon, operator, other = ""] = IN_ITS_PLACE.exec(operation) ?? [];
  const otherwise = () => expanded(other, value, parameters, depth);
  switch (operator) {
    case "-":
    case "=": {
      if (held !== undefined && held !== "") return held;
      // What is set to something unknown may be nothing as well, but one that the environment holds is not.
      if (held === undefined && parameters.inherited(name) !== undefined) return undefined;
      const given = otherwise();
      if (operator === "=") parameters.set(name, given);
      return given;
    }
    case "+":
      return held === "" && (colon === ":" || !parameters.isSet(name)) ? "" : otherwise();
    case "?":
      return held;
  }
  if (held === undefined || held === "" || operation === "" || /^\[[@*]\]$/.test(operation)) return held;
  const item = ITEM.exec(operation)?.[1];
  if (item !== undefined) return held.split(" ")[Number(item)] ?? "";
  const [, from, length] = PART.exec(operation) ?? [];
  if (from !== undefined) {
    return held.slice(Number(from), length === undefined ? undefined : Number(from) + Number(length));
  }
  if (operation === ",,") return held.toLowerCase();
  return operation === "^^" ? held.toUpperCase() : undefined;
}

/** A text with all of its expansions; undefined where one of them is not known. */
function expanded(text: string, value: Value, parameters: Parameters, depth: number): string | undefined {
  let whole = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "`" || text.startsWith("$(", at)) return undefined;
    const found = char === "$" ? readAt(text, at, value, parameters, depth) : undefined;
    if (found === undefined) {
      if (char === "\\") at++;
      if (char !== '"' && char !== "'") whole += text[at] ?? "";
      continue;
    }
    if (found.value === undefined) return undefined;
    whole += found.value;
    at = found.end;
  }
  return whole;
}
