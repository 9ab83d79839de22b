import {
  type BarePlace,
  isBareSecret,
  isDrawnByLot,
  isSecret,
  isSpacedSecret,
  MAX_VALUE,
  type Strength,
} from "./assignment_value.ts";
import { looksRandom } from "./random_text.ts";
import { OPERATOR } from "./assignment_operator.ts";
import { isHarmlessName, SERVICES } from "./words.ts";

/** Characters of a name, from its end, that are looked at. */
const NAME_REACH = 96;
/** Names inside one value that are tried as well, as in `url?token=…&secret=…`. */
const MAX_NESTED = 6;
type Promised = "secret" | "vendor";

/** Names whose promise is remembered: the files of a project repeat them. */
const MAX_REMEMBERED = 5000;
const remembered = new Map<string, Promised | "nothing">();

/** Names as code, configuration and prose write them, in any script. */
const NAME = /[A-Za-z_\u0080-\uffff][\w.$\u0080-\ufefe\uff21-\uffff-]+/g;
/** What can follow a name that is given a value. */
const BEFORE_VALUE = new Set("\\\"'`[]{) \t:=|?!-,<>(%*\u201d\uff1a\uff1d");

/** Services by their first three letters. */
const VENDORS_BY_START = new Map<string, string[]>();
for (const vendor of SERVICES) {
  const start = vendor.slice(0, 3);
  const same = VENDORS_BY_START.get(start);
  if (same) same.push(vendor);
  else VENDORS_BY_START.set(start, [vendor]);
}

const BARE_VALUE = /[^\s"'`<>,;(){}[\]\u2e80-\uffff]{3,4096}/y;

/** Names that say outright that a digest or identifier follows, unless a stronger word stands in them too. */
const DIGEST_NAME =
  /sha(?![rpdklwnv])|md5|hash|digest|checksum|integrity|fingerprint|commit|revision|etag|uuid|guid|nonce[_-]?test|version|thumbprint|\brev\b|blake|crc|(?:^|[_.-])oid/;

/** A service's `account_id`, `AppId`: who, not a secret. */
const IDENTIFIER = /(?:^|[_.-])[iI][dD]s?$|[a-z]I[dD]s?$/;

/** Replaces values that stand next to a name which says they are secret, in code, configuration, shell, JSON and prose. */
export function redactAssignments(text: string, note: (kind: string) => void): string {
  let out = "";
  let from = 0;
  let skipTo = 0;
  let rejectedUntil = 0;
  let rejections = 0;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    const end = found.index + found[0].length;
    if (found.index < skipTo || !BEFORE_VALUE.has(text.charAt(end))) continue;
    const start = found.index + (isProperty(text, found.index) ? 1 : 0);
    const span = valueAfter(text, Math.max(start, end - NAME_REACH), end);
    if (span.secret) {
      out += `${text.slice(from, span.start)}<redacted>`;
      from = skipTo = NAME.lastIndex = span.end;
      note(span.kind);
    } else if (found.index >= rejectedUntil) {
      rejectedUntil = span.end;
      rejections = 0;
      skipTo = span.start;
    } else skipTo = ++rejections > MAX_NESTED ? rejectedUntil : span.start;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** `-Dname=value`, as a virtual machine is given its properties. */
function isProperty(text: string, at: number): boolean {
  return text[at] === "D" && text[at - 1] === "-" && /\s|^$/.test(text[at - 2] ?? "");
}

/** Where a value stands; one that is no secret, or no value at all, says how far it was looked at. */
interface Span {
  start: number;
  end: number;
  kind: string;
  secret: boolean;
}

function valueAfter(text: string, start: number, end: number): Span {
  const nothing = { start: end, end, kind: "", secret: false };
  const name = text.slice(start, end);
  const promise = rememberedPromise(name);
  if (promise === undefined) return nothing;
  OPERATOR.lastIndex = end;
  const operator = OPERATOR.exec(text);
  const strength = operator === null ? undefined : strengthOf(name, promise);
  if (operator === null || strength === undefined) return nothing;
  const quote = operator.groups?.["quote"];
  const valueStart = startOfValue(text, end + operator[0].length, quote);
  const value = quote === undefined ? bareValue(text, valueStart) : quotedValue(text, valueStart, quote);
  if (value === undefined || value.includes("<redacted>")) return nothing;
  if (
    quote !== undefined &&
    (isBetweenStrings(value) || isKeyOfMap(operator[0], text, valueStart + value.length))
  ) {
    return nothing;
  }
  const place = { name, operator: operator[0], text, nameStart: start, valueStart };
  const secret = quote === undefined
    ? /\S/.test(operator[0]) ? isBareSecret(value, strength, place) : isSpacedSecret(value, place)
    : operator.groups?.["within"] !== undefined
    ? isDrawnByLot(value, name)
    : isSecret(value, strength, name) && (!isCompared(operator[0]) || isUnlikeWord(value)) &&
      (!LISTED.test(operator[0]) || isArgument(value, place)) &&
      (!quotesWord(operator[0], name) || isQuotedSecret(value));
  const kind = strength === "password" ? "password" : "secret";
  return { start: secret ? valueStart : end, end: valueStart + value.length, kind, secret };
}

/** `, passwordLabel:` in `"Password:", passwordLabel:"…"`: the quote that seems to open a value closed a string. */
function isBetweenStrings(value: string): boolean {
  return /^\s*[.,+;)\]}:?&|]/.test(value) && /[[({,.+=:?&|]\s*$/.test(value);
}

/** `users` in `"passwords" => ["users" => …`. */
function isKeyOfMap(operator: string, text: string, end: number): boolean {
  return /[[(]\s{0,16}["'`]$/.test(operator) && /^["'`]\s{0,4}(?:=>|:)/.test(text.slice(end, end + 8));
}

/** In prose, "the key `name`" and "pass 'value'" quote code; "the password `…`" quotes what has digits and no signs of code. */
function quotesWord(operator: string, name: string): boolean {
  return /^\s+`$/.test(operator) || /^pass$/i.test(name) && /^\s+["']$/.test(operator);
}
function isQuotedSecret(value: string): boolean {
  return /\d/.test(value) && !/[()/]|\w\.\w/.test(value);
}

/** What a password or a token is compared with is mostly a word that stands for a kind of one. */
function isCompared(operator: string): boolean {
  return operator.includes("==");
}

function isUnlikeWord(value: string): boolean {
  return /\d/.test(value) || looksRandom(value);
}

/** A comma alone parts the value from the name. */
const LISTED = /^[\\"'`\])!?\s]{0,8},/;

/** After a comma (`set("token", "…")`) the next string may be anything; a secret there has digits, and is no flag. */
function isArgument(value: string, { name, operator, text, nameStart }: BarePlace): boolean {
  if (!operator.includes("\n")) return /\d/.test(value) && !value.startsWith("-");
  // Over lines stand lists as well, of names mostly.
  return /\(\s{0,80}["'`]$/.test(text.slice(Math.max(0, nameStart - 84), nameStart)) &&
    isDrawnByLot(value, name);
}

/** What three quotes open may begin in the next line. */
function startOfValue(text: string, start: number, quote: string | undefined): number {
  if (quote?.length !== 3) return start;
  NEXT_LINE.lastIndex = start;
  return NEXT_LINE.test(text) ? NEXT_LINE.lastIndex : start;
}
const NEXT_LINE = /\r?\n[ \t]{0,80}(?=\S)/y;

function quotedValue(text: string, start: number, quote: string): string | undefined {
  const limit = Math.min(text.length, start + MAX_VALUE);
  const lineEnds = quote.length === 3 && /\n[ \t]*$/.test(text.slice(Math.max(0, start - 82), start));
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return lineEnds ? text.slice(start, at).trimEnd() : undefined;
    if (code === quote.charCodeAt(0) && text.startsWith(quote, at)) return text.slice(start, at);
    if (code === 92 && quote.length === 1) at++;
  }
  // A string that a snippet cut off is still a secret.
  return limit === text.length && limit - start >= 8 ? text.slice(start, limit) : undefined;
}

function bareValue(text: string, start: number): string | undefined {
  BARE_VALUE.lastIndex = start;
  const value = BARE_VALUE.exec(text)?.[0];
  if (value === undefined) return undefined;
  const after = text[start + value.length];
  return after === "(" || after === "[" || after === "{" ? undefined : value.replace(/[.:\\]+$/, "");
}

/** One of these, or a service, stands in every name that says its value is secret. */
const SECRET_WORD =
  /pass|pwd|psk|密码|口令|パスワード|비밀번호|contraseña|senha|пароль|secret|token|key|private|signing|encrypt|cred|auth|bearer|密钥|秘钥|金[钥鑰]|令牌|[权權]杖|授[权權][码碼]|秘密|mnemonic|cookie|session|webhook|salt|seed|otp|pin|dsn|signature|(?:^|[_.-])(?:sk|pw)$/;

/** What a name speaks of. Names of neither kind are most names, and need none of the other patterns. */
function rememberedPromise(name: string): Promised | undefined {
  let promised = remembered.get(name);
  if (promised === undefined) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    promised = SECRET_WORD.test(name.toLowerCase()) ? "secret" : namesVendor(name) ? "vendor" : "nothing";
    remembered.set(name, promised);
  }
  return promised === "nothing" ? undefined : promised;
}

/** `keys` are of a map, these are not. */
const SEVERAL_KEYS = /(?:api|access|secret|private|signing|encryption)[_-]?keys$/;

function strengthOf(name: string, promise: Promised): Strength | undefined {
  const lower = name.toLowerCase();
  if (isHarmlessName(lower) && !SEVERAL_KEYS.test(lower)) return undefined;
  if (promise === "vendor") return DIGEST_NAME.test(lower) || IDENTIFIER.test(name) ? undefined : "vendor";
  if (
    /passw(?:or)?d|passwort|passphrase|passwd|pwd|(?:^|[_.-])(?:pass|psk)$|[a-z]pass$|密码|口令|パスワード|비밀번호|contraseña|senha|пароль/
      .test(lower)
  ) return "password";
  const strong =
    /secret|token|api[_-]?key|access[_-]?key|private|signing|encrypt|credential|auth(?!or(?!i[sz]))|bearer|密钥|秘钥|金[钥鑰]|令牌|[权權]杖|授[权權][码碼]|秘密|mnemonic|cookie|session|webhook/
      .test(lower);
  if (!strong && DIGEST_NAME.test(lower)) return undefined;
  if (strong || /(?:^|[_.-]|[a-z\d])keys?$|cred|salt|seed|otp|pin|dsn|signature|(?:^|[_.-])pw$/.test(lower)) {
    return "secret";
  }
  // The second half of what clouds call AK and SK.
  if (/(?:^|[_.-])sk$/.test(lower)) return "vendor";
  return namesVendor(name) && !IDENTIFIER.test(name) ? "vendor" : undefined;
}

/** Whether a value that stands beside a name in some other way (in a table, a field of its own) is a secret by that name. */
export function isSecretByName(name: string, value: string): boolean {
  const promise = rememberedPromise(name);
  const strength = promise && strengthOf(name, promise);
  return strength !== undefined && !value.includes("<redacted>") && isSecret(value, strength, name);
}

/** `algoliaKey`, `NEW_RELIC`, `my-datadog`: a service's name at the beginning of a word, its own separators dropped. */
function namesVendor(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/);
  return words.some((_word, index) => {
    const rest = words.slice(index).join("");
    return VENDORS_BY_START.get(rest.slice(0, 3))?.some((vendor) => rest.startsWith(vendor)) ?? false;
  });
}
