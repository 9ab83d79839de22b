import table from "../data/prefixes.txt" with { type: "text" };
import { isHex, isMixed, looksRandom } from "./random_text.ts";
import type { Span } from "./span.ts";

interface Prefix {
  kind: string;
  prefix: string;
  /** Length of what follows, at least, and what it is made of. */
  least: number;
  tail: RegExp;
  weak: boolean;
  label: string;
}

/** Characters: a longer prefix is no longer shown, for it would itself be a good part of the secret. */
const LONGEST_SHOWN = 7;
/** Characters of the shortest prefix and what follows it: `sc_` needs fifty, `razorpay` ten, and so on. */
const LEAST_TOKEN = 15;
/** Characters that are judged, over and over, for each of a run: a run made of prefixes costs no more. */
const MOST_JUDGED = 8;

const TAILS: Readonly<Record<string, RegExp>> = {
  wide: /[\w.=+/~%-]*/y,
  word: /[\w-]*/y,
  hex: /[\da-fA-F]*/y,
  base32: /[A-Z2-7]*/y,
};

/** The rows of the table. */
export const PREFIXES = table.split("\n").filter((row) => !/^(?:#|$)/.test(row)).map((row) => {
  const [kind = "", least = "", tail = "", ...prefixes] = row.split(" ");
  return { kind, least: Number(least), tail: tail.replace("~", ""), weak: tail.startsWith("~"), prefixes };
});

/** Prefixes that begin with the same two characters, longest first, so that `live_pub_` is not taken for `live_`. Number 0 is nobody's. */
const GROUPS: Prefix[][] = [[]];
/** The group of two first characters; 0 for most. */
const GROUP_OF = new Uint16Array(128 * 128);
for (const { kind, least, tail, weak, prefixes } of PREFIXES) {
  for (const prefix of prefixes) {
    const start = (prefix.charCodeAt(0) & 127) * 128 + (prefix.charCodeAt(1) & 127);
    const group = GROUP_OF[start] ||= GROUPS.push([]) - 1;
    const shown = prefix.length <= LONGEST_SHOWN && /^[a-z]{2,4}_$|^(?:LTAI|AIza|SG\.|sk-)$/.test(prefix);
    const label = shown ? `${prefix}<redacted>` : "<redacted>";
    GROUPS[group]?.push({ kind, prefix, least, tail: TAILS[tail] ?? /(?!)/y, weak, label });
  }
}
for (const group of GROUPS) group.sort((a, b) => b.prefix.length - a.prefix.length);

/** What a token can be a part of; most of a text is in shorter runs. Not `{15,}`, for which V8's stack does not suffice where a run is millions long. */
const RUN = new RegExp(`[\\w.=+~%:;$/-]{${LEAST_TOKEN}}[\\w.=+~%:;$/-]*`, "g");
const BOUNDARY = /[A-Za-z0-9]/;
/** As before a weak prefix no more than in the middle of a base64 text. */
const WORD_CHARACTER = /[\w+-]/;

/** The tokens of services that can be told by their first characters. */
export function* prefixedTokens(text: string): Generator<Span> {
  RUN.lastIndex = 0;
  for (let run = RUN.exec(text); run !== null; run = RUN.exec(text)) {
    const last = run.index + run[0].length - LEAST_TOKEN;
    const budget = { left: run[0].length * MOST_JUDGED };
    let second = text.charCodeAt(run.index) & 127;
    let end = 0;
    for (let at = run.index; at <= last; at++) {
      const first = second;
      second = text.charCodeAt(at + 1) & 127;
      // Next to no place of a text begins with any prefix, and there are as many places as characters.
      const group = GROUP_OF[first * 128 + second] ?? 0;
      const token = group === 0 ? undefined : tokenAt(text, at, group, budget);
      if (token === undefined) continue;
      yield token;
      end = token.end;
      at = end - 1;
      second = text.charCodeAt(end) & 127;
    }
    RUN.lastIndex = Math.max(RUN.lastIndex, end);
  }
}

/** @param budget characters that may still be judged and found to be no secret. */
function tokenAt(
  text: string,
  at: number,
  group: number,
  budget: { left: number },
): Span | undefined {
  const before = text[at - 1] ?? "";
  const isEscape = /[nrt]/.test(before) && text[at - 2] === "\\";
  for (const { prefix, weak, tail, least, label, kind } of GROUPS[group] ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    if (!isEscape && (weak ? WORD_CHARACTER : BOUNDARY).test(before)) continue;
    if (budget.left < 0) continue;
    tail.lastIndex = at + prefix.length;
    const found = tail.exec(text)?.[0] ?? "";
    if (found.length < least) continue;
    budget.left -= found.length;
    if (weak && !(looksRandom(found) && /\d/.test(found)) || isMadeUp(found)) continue;
    budget.left += found.length;
    return { start: at, end: at + prefix.length + found.length, label, kind };
  }
  return undefined;
}

/** `config_manage_package_versions`: what follows the prefix are the words of a name. */
const NAME = /^[a-z]{2,14}(?:[_-][a-z]{2,14}){2,8}$/;

/** `xxxxxxxx`, `your-token`, `...`: what stands for a token. */
function isMadeUp(tail: string): boolean {
  return /^your|^<|^\.{3}|^(?:x{4}|X{4}|\*{4}|0{8})/.test(tail) && new Set(tail).size < 16 &&
      !/\d{2}/.test(tail) ||
    new Set(tail).size <= 2 || NAME.test(tail);
}

/** A token of a service nobody listed: a short word, then base62 or long hexadecimal text. */
const UNKNOWN =
  /(?<![A-Za-z0-9_.\/@%+=-])(?<service>[A-Za-z][a-z0-9]{1,11}|[A-Z]{2,12})(?<env>[_-][a-z0-9]{2,10}){0,2}[_-](?<tail>[A-Za-z0-9]{20,200})(?![\w.\/@-])/g;
/** First words of names that carry digests and identifiers, not secrets. */
const DIGEST_WORD =
  /(?:^|[_-])(?:sha|sha\d+|md\d|blake\w*|git|commit|rev|build|hash|etag|uuid|guid|id|v\d+|blob|chunk|cache|index|main|vendor|test|img|image|file|layer|digest|crc|ref|run|req|trace|span|msg|doc|node|app|page|dev|branch|master|release|call|resp|chatcmpl|asst|thread|toolu|item|batch|conv|step)(?:[_-]|$)/i;
/** What stands before a value that says who or which, as in `response_id="…"`. */
const IDENTIFIED = /(?:^|[^A-Za-z]|[a-z_-])[iI][dD]s?["']?\s{0,3}[:=]\s{0,3}["'`]?$/;

/** Tokens of services that nobody listed. */
export function* unknownTokens(text: string): Generator<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(UNKNOWN)) {
    const tail = groups?.["tail"] ?? "";
    const head = whole.slice(0, -tail.length - 1);
    if (DIGEST_WORD.test(head) || !isToken(tail) || isCommitOf(head, whole, tail)) continue;
    if (IDENTIFIED.test(text.slice(Math.max(0, index - 12), index))) continue;
    yield { start: index, end: index + whole.length, kind: "token" };
  }
}

/** `buildbuddy-toolchain-8d5d…`: a directory that is named after a repository and its commit. */
function isCommitOf(head: string, whole: string, tail: string): boolean {
  return /^[a-z]+(?:-[a-z]+)+$/.test(head) && /^[0-9a-f]{40}$/.test(tail) && whole[head.length] === "-";
}

function isToken(tail: string): boolean {
  if (isHex(tail)) return tail.length >= 32 && /\d/.test(tail) && /[a-f]/i.test(tail);
  return looksRandom(tail) &&
    (isMixed(tail) && tail.length >= 22 || tail.length >= 32 && (tail.match(/\d/g)?.length ?? 0) >= 4);
}
