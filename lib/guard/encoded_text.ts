/** Runs of base64, plain or for URLs, and of hexadecimal digits of letters that can be read. */
const BASE64 = /(?<![\w+/-])[A-Za-z0-9+/_-]{24,}(?![\w+/-])={0,2}/g;
const HEX = /(?<![0-9A-Za-z])(?:[2-7][0-9A-Fa-f]){12,}(?![0-9A-Za-z])/g;
const PERCENT = /(?<![\w.~+%-])[\w.~+-]*(?:%(?:2[0-9A-Fa-f]|3[A-Fa-f]|[57][BDbd])[\w.~+-]{0,200}){3,100}/g;

/** Characters whose meaning tells whether the rest may be text. */
const SAMPLE = 24;
// deno-lint-ignore no-control-regex
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** One of every few encoded runs is long; this many characters of each are enough to judge it. */
const MAX_DECODED = 200_000;

/** Replaces by `mark` what is base64, hexadecimal or percent-encoded text and bad once decoded. */
export function replaceEncoded(text: string, isBad: (decoded: string) => boolean, mark: string): string {
  const judge = (whole: string, decoded: string | undefined) =>
    decoded !== undefined && !CONTROL.test(decoded) && isBad(decoded) ? mark : whole;
  const clean = text
    .replace(BASE64, (whole) => judge(whole, fromBase64(whole)))
    .replace(HEX, (whole) => judge(whole, fromHex(whole)));
  return clean.includes("%") ? clean.replace(PERCENT, (whole) => judge(whole, fromPercent(whole))) : clean;
}

function fromBase64(encoded: string): string | undefined {
  const plain = encoded.slice(0, MAX_DECODED).replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  const sample = atob(plain.slice(0, SAMPLE));
  if (CONTROL.test(sample) || utf8(sample, true) === undefined) return undefined;
  return utf8(atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain), false);
}

/** @param cut whether the last character may be there by half. */
function utf8(bytes: string, cut: boolean): string | undefined {
  try {
    const encoded = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(encoded, { stream: cut });
  } catch (error) {
    // Not a text.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function fromHex(encoded: string): string {
  let decoded = "";
  for (let at = 0; at + 1 < Math.min(encoded.length, MAX_DECODED); at += 2) {
    decoded += String.fromCharCode(Number.parseInt(encoded.slice(at, at + 2), 16));
  }
  return decoded;
}

function fromPercent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    // Bytes that are no UTF-8: not a text that anybody wrote.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
