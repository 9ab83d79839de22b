import { isHex, isMixed, looksRandom } from "./random_text.ts";
import { PREFIX_ROWS } from "./redact_rules/prefixes.ts";

interface Prefix {
  kind: string;
  prefix: string;
  /** Length of what follows, at least, and what it is made of. */
  least: number;
  wide: boolean;
  weak: boolean;
  label: string;
}

/** Characters: a longer prefix is no longer shown, for it would itself be a good part of the secret. */
const LONGEST_SHOWN = 7;

/** Longest first, so that `live_pub_` is not taken for `live_`. */
const PREFIXES: readonly Prefix[] = PREFIX_ROWS.flatMap(([kind, prefixes, least, tail, weak]) =>
  prefixes.split(" ").map((prefix) => ({
    kind,
    prefix,
    least,
    wide: tail === "wide",
    weak: weak === "weak",
    label: prefix.length <= LONGEST_SHOWN && /^[a-z]{2,4}_$|^(?:LTAI|AIza|SG\.|sk-)$/.test(prefix)
      ? `${prefix}<redacted>`
      : "<redacted>",
  }))
).sort((a, b) => b.prefix.length - a.prefix.length);

const BOUNDARY = /[A-Za-z0-9]/;
const WORD_CHARACTER = /[\w-]/;

/** Replaces the tokens of services that can be told by their first characters. */
export function redactPrefixed(text: string, note: (kind: string) => void): string {
  let clean = text;
  for (const each of PREFIXES) {
    if (clean.length >= each.prefix.length + each.least && clean.includes(each.prefix)) {
      clean = redactOne(clean, each, note);
    }
  }
  return redactUnknown(clean, note);
}

function redactOne(
  text: string,
  { kind, prefix, least, wide, weak, label }: Prefix,
  note: (kind: string) => void,
): string {
  const tail = new RegExp(`${wide ? "[\\w.=+/~%-]" : "[\\w-]"}{${least},}`, "y");
  let out = "";
  let from = 0;
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at)) {
    const bounded = at === 0 || !(weak ? WORD_CHARACTER : BOUNDARY).test(text[at - 1] ?? "") ||
      isEscaped(text, at);
    tail.lastIndex = at + prefix.length;
    const found = bounded ? tail.exec(text)?.[0] : undefined;
    if (found === undefined || weak && !(looksRandom(found) && /\d/.test(found))) {
      at += prefix.length;
      continue;
    }
    out += text.slice(from, at) + label;
    from = at = tail.lastIndex;
    note(kind);
  }
  return from === 0 ? text : out + text.slice(from);
}

/** `\nghp_…` in a string of source code: the letter before the token belongs to the escape. */
function isEscaped(text: string, at: number): boolean {
  return /[nrt]/.test(text[at - 1] ?? "") && text[at - 2] === "\\";
}

/** A token of a service nobody listed: a short word, then base62 or long hexadecimal text. */
const UNKNOWN =
  /(?<![A-Za-z0-9_.\/@%+=-])(?<service>[A-Za-z][a-z0-9]{1,11}|[A-Z]{2,12})(?<env>[_-][a-z0-9]{2,10}){0,2}[_-](?<tail>[A-Za-z0-9]{20,200})(?![\w.\/@-])/g;
/** First words of names that carry digests and identifiers, not secrets. */
const DIGEST_WORD =
  /(?:^|[_-])(?:sha|sha\d+|md\d|blake\w*|git|commit|rev|build|hash|etag|uuid|guid|id|v\d+|blob|chunk|cache|index|main|vendor|test|img|image|file|layer|digest|crc|ref|run|req|trace|span|msg|doc|node|app|page)(?:[_-]|$)/i;

function redactUnknown(text: string, note: (kind: string) => void): string {
  return text.replace(UNKNOWN, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const tail = typeof groups === "object" && groups !== null && "tail" in groups ? String(groups.tail) : "";
    const head = whole.slice(0, -tail.length - 1);
    if (DIGEST_WORD.test(head) || !isToken(tail)) return whole;
    note("token");
    return "<redacted>";
  });
}

function isToken(tail: string): boolean {
  if (isHex(tail)) return tail.length >= 32 && /\d/.test(tail) && /[a-f]/i.test(tail);
  return looksRandom(tail) &&
    (isMixed(tail) && tail.length >= 22 || tail.length >= 32 && (tail.match(/\d/g)?.length ?? 0) >= 4);
}
