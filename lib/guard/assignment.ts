import { isHarmlessName } from "./harmless_name.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isHex, isMixed, looksRandom } from "./random_text.ts";
import { VENDORS } from "./redact_rules/vendors.ts";

/**
 * How much a name says about its value: a `password` holds one whatever it looks like; a `token` or `key` holds one where it looks random; a service's
 * name does where it looks random and has digits.
 */
type Strength = "password" | "secret" | "vendor";

/** Characters of a name, from its end, that are looked at. */
const NAME_REACH = 96;
/** Characters of the longest value. */
const MAX_VALUE = 4096;
/** Names inside one value that are tried as well, as in `url?token=…&secret=…`. */
const MAX_NESTED = 6;
type Promised = "secret" | "vendor";

/** Names whose promise is remembered: a text repeats its own. */
const MAX_REMEMBERED = 500;
const remembered = new Map<string, Promised | undefined>();

/** Names as code, configuration and prose write them, in any script. */
const NAME = /[A-Za-z_\u0080-\uffff][\w.$\u0080-\ufefe\uff21-\uffff-]+/g;
/** What can follow a name that is given a value. */
const BEFORE_VALUE = new Set("\\\"'`]) \t:=|?-：,>(\uff1a");

/** Services by their first three letters. */
const VENDORS_BY_START = new Map<string, string[]>();
for (const vendor of VENDORS) {
  const start = vendor.slice(0, 3);
  const same = VENDORS_BY_START.get(start);
  if (same) same.push(vendor);
  else VENDORS_BY_START.set(start, [vendor]);
}

/** From the end of a name to its value: closing quote or bracket, type, operator, opening quote. */
const OPERATOR =
  /(?:\\?["'`])?[\])]?(?:[ \t]{0,16}(?::[ \t]{0,4}[A-Za-z&][\w<>|.&' ]{0,30}[ \t]=(?!=)|[ \t](?:string|str|String)[ \t]=(?!=)|:?={1,3}>?|=>|:{1,2}(?!:)|\|\||\?\?=?|\?=|->|：|,(?=[ \t]{0,4}["'])|>(?=[^<>\n]{4,200}<\/)|\((?=["'])|[ \t](?:is|was)(?=[ \t:]):?|[ \t](?=["'](?:[^\s"']{8,}))))[ \t]{0,16}(?:(?:[brfuL]|new String\(|String\(|process\.env\.\w{1,40}[ \t]{0,3}(?:\|\||\?\?))?[ \t]{0,3}(?<quote>\\?["'`]{1,3})|(?=[^\s"'`]))/y;

const BARE_VALUE = /[^\s"'`<>,;(){}[\]]{3,4096}/y;

/** Names that say outright that a digest or identifier follows, unless a stronger word stands in them too. */
const DIGEST_NAME =
  /sha\d*|md5|hash|digest|checksum|integrity|fingerprint|commit|revision|etag|uuid|guid|nonce[_-]?test|version|thumbprint|\brev\b|blake|crc|oid/;

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
    const span = valueAfter(text, Math.max(found.index, end - NAME_REACH), end);
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
  const valueStart = end + operator[0].length;
  const quote = operator.groups?.["quote"];
  const value = quote === undefined ? bareValue(text, valueStart) : quotedValue(text, valueStart, quote);
  if (value === undefined || value.includes("<redacted>")) return nothing;
  const secret = quote === undefined
    ? isBareSecret(value, strength, name, operator[0], text, start, valueStart)
    : isSecret(value, strength, name) && !(operator[0].includes(",") && !isArgument(value));
  const kind = strength === "password" ? "password" : "secret";
  return { start: secret ? valueStart : end, end: valueStart + value.length, kind, secret };
}

/** After a comma (`set("token", "…")`) the next string may be anything; a secret there has digits, and is no flag. */
function isArgument(value: string): boolean {
  return /\d/.test(value) && !value.startsWith("-");
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
  if (value === undefined) return undefined;
  const after = text[start + value.length];
  return after === "(" || after === "[" || after === "{" ? undefined : value.replace(/[.:\\]+$/, "");
}

/** One of these, or a service, stands in every name that says its value is secret. */
const SECRET_WORD =
  /pass|pwd|密码|口令|パスワード|비밀번호|contraseña|senha|пароль|secret|token|key|private|signing|encrypt|cred|auth|bearer|密钥|令牌|秘密|mnemonic|cookie|session|webhook|salt|seed|otp|pin|dsn|signature/;

/** What a name speaks of. Names of neither kind are most names, and need none of the other patterns. */
function rememberedPromise(name: string): Promised | undefined {
  if (!remembered.has(name)) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(
      name,
      SECRET_WORD.test(name.toLowerCase()) ? "secret" : namesVendor(name) ? "vendor" : undefined,
    );
  }
  return remembered.get(name);
}

function strengthOf(name: string, promise: Promised): Strength | undefined {
  const lower = name.toLowerCase();
  if (isHarmlessName(lower)) return undefined;
  if (promise === "vendor") return DIGEST_NAME.test(lower) ? undefined : "vendor";
  if (
    /passw(?:or)?d|passwort|passphrase|passwd|pwd|(?:^|[_.-])pass$|[a-z]pass$|密码|口令|パスワード|비밀번호|contraseña|senha|пароль/
      .test(lower)
  ) return "password";
  const strong =
    /secret|token|api[_-]?key|access[_-]?key|private|signing|encrypt|credential|auth|bearer|密钥|令牌|秘密|mnemonic|cookie|session|webhook/
      .test(lower);
  if (!strong && DIGEST_NAME.test(lower)) return undefined;
  if (strong || /(?:^|[_.-]|[a-z])keys?$|cred|salt|seed|otp|pin|dsn|signature/.test(lower)) return "secret";
  return namesVendor(name) ? "vendor" : undefined;
}

/** `algoliaKey`, `NEW_RELIC`, `my-datadog`: a service's name at the beginning of a word, its own separators dropped. */
function namesVendor(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/);
  return words.some((_word, index) => {
    const rest = words.slice(index).join("");
    return VENDORS_BY_START.get(rest.slice(0, 3))?.some((vendor) => rest.startsWith(vendor)) ?? false;
  });
}

function isSecret(value: string, strength: Strength, name: string): boolean {
  const bare = value.trim();
  if (isPlaceholder(bare.toLowerCase()) || bare.length > MAX_VALUE) return false;
  if (strength === "password") return isPassword(bare, name);
  if (/\s/.test(bare) || bare.length < 8) return false;
  return isRandomValue(bare, strength);
}

/** A password may be a word, but not a sentence, a path, a place-holder or the name of a field. */
function isPassword(value: string, name: string): boolean {
  if (value.length < 4 || value.length > 200) return false;
  if (/\s/.test(value)) return looksRandom(value) && value.length <= 64 && value.split(/\s+/).length <= 2;
  if (/^[./~]|:\/\/|^\d+(?:\.\d+)*$/.test(value)) return /^\d{6,}$/.test(value);
  if (/^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+(?:[-_.][A-Za-z]+)+$/.test(value) && !/\d/.test(value)) {
    return false;
  }
  return !name.toLowerCase().includes(value.toLowerCase()) &&
      !/^(?:pass(?:word)?s?|new|old|current|confirm|text|input|hash|hidden)[_-]?\w{0,12}$/i.test(value) ||
    /\d|[!@#$%^&*]/.test(value);
}

function isRandomValue(value: string, strength: Strength): boolean {
  if (
    /^[./~]{1,2}\/|^\/|:\/\/|\.(?:[jt]sx?|json|ya?ml|py|go|rs|java|md|txt|html|css|png|svg|pem|key|crt|com|org|net|io|dev)$|^[\w.-]+@[\w-]+\.\w+$/i
      .test(value)
  ) return false;
  if (/^[~^>=<v]{0,2}\d+\.\d+(?:\.\d+)?(?:[-+][\w.]+)?$|^\d{4}-\d\d-\d\d/.test(value)) return false;
  if (/^[^A-Za-z0-9]|[^\w.=+/~:@!#$%^&*?|;,{}()'"<>`\\-]/.test(value) && strength === "vendor") return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits === value.length) return digits >= (strength === "vendor" ? 15 : 12);
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)) return true;
  if (isHex(value)) return value.length >= 16 && digits >= 2;
  if (!looksRandom(value)) return false;
  if (digits >= (strength === "vendor" ? 2 : 1) && value.length >= 10) return true;
  const cased = /[a-z][A-Z].*[a-z][A-Z]/.test(value) && value.length >= 12;
  return isMixed(value) || cased || value.length >= 24 || strength === "secret" && digits >= 2;
}

/** Without quotes a value may as well be an expression of code: more is asked of it. */
function isBareSecret(
  value: string,
  strength: Strength,
  name: string,
  operator: string,
  text: string,
  nameStart: number,
  valueStart: number,
): boolean {
  if (isPlaceholder(value.toLowerCase()) || value.length < 4) return false;
  if (strength !== "password") return isSecret(value, strength, name) && /\d|[+/=]/.test(value);
  const next = text[valueStart + value.length];
  const alone = next === undefined || next === "\n" || next === "\r" ||
    next === " " &&
      /[ \t]#|[ \t]*$/.test(text.slice(valueStart + value.length, valueStart + value.length + 3));
  const assigned = operator === "=" && /^[A-Z][A-Z0-9_]*$/.test(name) ||
    (nameStart === 0 || /[\s;&?]/.test(text[nameStart - 1] ?? ""));
  if (operator === "=" && /^[A-Z][A-Z0-9_]*$/.test(name)) return isPassword(value, name);
  return assigned && alone && isPassword(value, name) && /\d/.test(value) &&
    !/^[A-Za-z_]\w*(?:\.\w+)+$/.test(value) && (looksRandom(value) || /[!@#$%^&*]|\d/.test(value));
}
