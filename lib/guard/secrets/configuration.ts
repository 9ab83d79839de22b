import table from "../data/settings.txt" with { type: "text" };
import { patternOf, rulesOf } from "../rule_table.ts";
import { looksRandom } from "./random_text.ts";
import { replaced, type Span } from "./span.ts";
import { isHarmlessName, isPlaceholder, SETTINGS as WORDS } from "./names.ts";

/*
 * In configuration a name and what follows it in the line are a setting and its value, never code or prose: a name that speaks of a secret is enough,
 * whatever its value looks like.
 */

const SETTINGS = rulesOf(table).map(({ patterns: [written = ""] }) => patternOf(written));

/** What names end in whose value is a secret, and what may stand behind it. */
const PASSWORD =
  /(?:passw(?:or)?d|passwort|passphrase|(?:^|[_.-])p(?:ass|sk|wd?)|[a-z]pass|pwd|requirepass|masterauth|密码|口令|パスワード|비밀번호|contraseña|senha|пароль)(?:[_.-]?(?:\d{1,4}|prod|dev|test|value|plain|text))*$/;
const SECRET =
  /(?:secrets?|tokens?|credentials?|creds|bearer|(?:^|[_.-])auth|(?:api|access|private|secret|signing|encrypt(?:ion)?|master|account|shared|auth|client|app|license|ssh|deploy|webhook|session|cipher|aes|hmac|jwt|rsa|server|service|subscription|admin|anon|write|read)[_. -]?keys?|connection[_.-]?strings?|(?:^|[_.-])(?:sk|dsn|salt)|密钥|秘钥|金[钥鑰]|私[钥鑰]|令牌|[权權]杖|凭[证據])(?:[_.-]?(?:\d{1,4}|prod|dev|test|value|base|plain|text|b64|base64))*$/;

/** Versions and where packages come from, which stand beside any name. */
const VERSION =
  /^(?:[~^>=<v]{0,2}\d+(?:\.[\dx]+)+[\w.+-]*|(?:workspace|npm|link|file|git|github|catalog|portal|patch):\S*)$/;
/** Numbers with a unit, references, names of constants and members, calls, paths, addresses and files. */
const KEPT =
  /^(?:[\d.]+ ?[a-zµ]{0,7}|(?:env|secret|vault|ssm|arn|ref|kms):\S*|[A-Z]{2,16}|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\[[^\]]*\])?|[\w.]+\(.*\)?|[/.~\\]\S*|[A-Za-z][\w+.-]*:\/\/(?![^\s/]*:[^\s/]*@)\S*|[\w./-]+\.(?:[cm]?[jt]sx?|json|ya?ml|py|go|rs|rb|php|java|sh|txt|pem|key|crt|md|html?|css|svg|png))$/;

/** Replaces the values of settings that are called secrets, in the lines of a configuration. Linear. */
export function redactConfiguration(text: string): string {
  return SETTINGS.reduce((clean, setting) => replaced(clean, secretValues(clean, setting), () => {}), text);
}

function* secretValues(text: string, setting: RegExp): Generator<Span> {
  for (const { 0: whole, index, groups } of text.matchAll(setting)) {
    const { name = "", quoted, bare = "" } = groups ?? {};
    const value = quoted ?? trimmed(bare);
    const start = index + whole.length - (quoted ?? bare).length;
    if (isSecretSetting(name, value, quoted !== undefined)) {
      yield { start, end: start + value.length, kind: "setting" };
    }
  }
}

/** Without a comment, and what parts it from the next value. */
function trimmed(bare: string): string {
  return bare.replace(/[ \t]+[#;].*$/, "").replace(/["']?[,;\s]*$/, "");
}

function isSecretSetting(name: string, value: string, isQuoted: boolean): boolean {
  const lower = name.toLowerCase();
  const isPassword = PASSWORD.test(lower);
  if (!isPassword && !SECRET.test(lower) || isHarmlessName(lower)) return false;
  if (value.length < 3 || value.includes("<redacted>") || isPlaceholder(value.toLowerCase())) return false;
  if (/^\$|\$\{|\{\{|^%[\w{]|^!|^<[\w -]+>$/.test(value)) return false;
  if (VERSION.test(value)) return false;
  if (isPassword && isQuoted) return !/\S\s+\S+\s+\S/.test(value);
  if (WORDS.has(value.toLowerCase()) || /\s/.test(value) && !/[;=]/.test(value)) return false;
  if (KEPT.test(value) && !(looksRandom(value) && /\d/.test(value) && !value.includes("/"))) {
    return isPassword && /^\d{4,}$/.test(value);
  }
  return isPassword || !/^[\w-]+(?:\/[\w-]+)+$/.test(value) || looksRandom(value);
}
