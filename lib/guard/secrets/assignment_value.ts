import { isPlaceholder, named, type Strength, strengthOf } from "./names.ts";
import { isHex, isMixed, looksRandom } from "./random_text.ts";

export const MAX_VALUE = 4096;
/** Characters by which a longer value is judged. */
const SAMPLE = 400;

export function isSecret(value: string, strength: Strength, name: string): boolean {
  const bare = value.trim();
  if (bare.length > MAX_VALUE || named("unparted").test(bare) || isPlaceholder(bare.toLowerCase())) {
    return false;
  }
  if (strength === "password") return isPassword(bare, name);
  if (/\s/.test(bare) || bare.length < 8) return false;
  if (named("algorithm").test(bare)) return false;
  if (/seed$/i.test(name) && /^\d+n?$/.test(bare)) return false;
  if (/dsn$/i.test(name) && !/@|passw|pwd|secret|key=/i.test(bare)) return false;
  // As PGP writes which of its keys signs.
  const isFingerprint = /^(?:0x)?(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40})$/.test(bare);
  return isRandomValue(bare.slice(0, SAMPLE), strength) &&
    !(isFingerprint && /signing[_-]?key/i.test(name));
}

/** Whether a value that stands beside a name in some other way (in a table, a field of its own) is a secret by that name. */
export function isSecretByName(name: string, value: string): boolean {
  const strength = strengthOf(name);
  return strength !== undefined && !value.includes("<redacted>") && isSecret(value, strength, name);
}

/** A password may be a word, but not a sentence, a path, a place-holder or the name of a field. */
function isPassword(value: string, name: string): boolean {
  if (value.length < 4 || value.length > 200 || named("coded").test(name) && !/\d/.test(value)) return false;
  if (/\s/.test(value)) return looksRandom(value) && value.length <= 64 && value.split(/\s+/).length <= 2;
  if (/^[./~]|:\/\/|^\d+(?:\.\d+)*$/.test(value)) return /^\d{6,}$/.test(value) || isMixed(value);
  if (/^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+(?:[-_.][A-Za-z]+)+$/.test(value) && !/\d/.test(value)) {
    return looksRandom(value) && value.length >= 10;
  }
  if (/^[~^>=<v]{0,2}\d+\.\d+\.\d/.test(value)) return false;
  if (/^[a-z]+$/i.test(value) && /passwords$/i.test(name)) return false;
  // A label, in any script.
  if (/^[A-Za-z]+[:?]$|^[^\0-\x7f]+$/.test(value)) return false;
  return !name.toLowerCase().includes(value.toLowerCase()) &&
      !/^(?:pass(?:word)?s?|new|old|current|confirm|text|input|hash|hidden)[_-]?\w{0,12}$/i.test(value) ||
    /\d|[!@#$%^&*]/.test(value);
}

function isRandomValue(value: string, strength: Strength): boolean {
  const isLong = value.length >= 32 && isMixed(value) && /^[\w+/=]+$/.test(value);
  if (!isLong && named("path-or-address").test(value)) return false;
  if (/^[~^>=<v]{0,2}\d+\.\d+(?:\.\d+)?(?:[-+][\w.]+)?$|^\d{4}-\d\d-\d\d/.test(value)) return false;
  if (/^[^A-Za-z0-9]|[^\w.=+/~:@!#$%^&*?|;,{}()'"<>`\\-]/.test(value) && strength === "vendor") return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits === value.length) return strength === "secret" && digits >= 12;
  const number = value.replace(/^0x/i, "");
  if (isHex(number)) return number.length >= 16 && digits >= 2;
  if (!looksRandom(value) || strength === "vendor" && digits === 0) return false;
  if (digits >= (strength === "vendor" ? 2 : 1) && value.length >= 10) return true;
  const cased = /[a-z][A-Z].*[a-z][A-Z]/.test(value) && value.length >= 12;
  return isMixed(value) || cased || value.length >= 24 || strength === "secret" && digits >= 2;
}

export interface Place {
  name: string;
  operator: string;
  text: string;
  nameStart: number;
  valueStart: number;
}

/** Without quotes a value may as well be an expression of code: more is asked of it. */
export function isBareSecret(value: string, strength: Strength, place: Place): boolean {
  const { name, operator, text, nameStart, valueStart: start } = place;
  if (isPlaceholder(value.toLowerCase()) || value.length < 4) return false;
  if (strength !== "password") return isSecret(value, strength, name) && /\d|[+/=]/.test(value);
  if (!isPassword(value, name)) return false;
  if (operator === "=" && /^[A-Z][A-Z0-9_]*$/.test(name)) return true;
  const before = text.slice(Math.max(0, nameStart - 10), nameStart);
  const isRandom = /\d/.test(value) && value.length >= 10 && !value.startsWith("//") && looksRandom(value);
  if (!isRandom && !named("before-name").test(`${before}¤${operator}`)) return false;
  // Where neither a blank, a tag nor the line's end follows only what is no word of code.
  if (!/^(?:[\n\r ]|<\/|\\[nr]|$)/.test(text.slice(start + value.length, start + value.length + 2))) {
    return isRandom || operator === "=" && /\d/.test(value) && looksRandom(value);
  }
  return /\d/.test(value) || value.length >= 10 && looksRandom(value);
}

/** Whether what a call or a default is given beside such a name is no name itself, but drawn by lot. */
export function isDrawnByLot(value: string, name: string): boolean {
  return (value.match(/\d/g)?.length ?? 0) >= 2 && isSecret(value, "vendor", name);
}

/** Whether a value that only a space parts from its name is a secret: in a line of their own, or as an option of a command. */
export function isSpacedSecret(value: string, { name, text, nameStart }: Place): boolean {
  if (!named("compound").test(name) && !/pass/i.test(name)) return false;
  const before = text.slice(Math.max(0, nameStart - 30), nameStart);
  return (before.endsWith("--") || named("line-start").test(before)) && isDrawnByLot(value, name);
}
