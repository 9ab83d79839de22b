/** Runs of base64, plain or for URLs, and of hexadecimal digits of letters that can be read. */
const BASE64 = /(?<![\w+/-])[A-Za-z0-9+/_-]{24,}(?![\w+/-])={0,2}/g;
const HEX = /(?<![0-9A-Za-z])(?:[2-7][0-9A-Fa-f]){12,}(?![0-9A-Za-z])/g;
const PERCENT = /(?<![\w.~+%-])[\w.~+-]*(?:%(?:2[0-9A-Fa-f]|3[A-Fa-f]|[57][BDbd])[\w.~+-]{0,200}){3,100}/g;

/** Characters whose meaning tells whether the rest may be text. */
const SAMPLE = 16;
const NOT_TEXT = /[^\t\n\r -~]/;

/**
 * Replaces what is base64, hexadecimal or percent-encoded and a secret once decoded.
 *
 * @param isSecret judges the decoded text.
 */
export function redactEncoded(
  text: string,
  isSecret: (decoded: string) => boolean,
  note: (kind: string) => void,
): string {
  const hide = (whole: string, decoded: string | undefined) => {
    if (decoded === undefined || NOT_TEXT.test(decoded) || !isSecret(decoded)) return whole;
    note("encoded");
    return "<redacted>";
  };
  const clean = text
    .replace(BASE64, (whole) => hide(whole, fromBase64(whole)))
    .replace(HEX, (whole) => hide(whole, fromHex(whole)));
  return clean.includes("%") ? clean.replace(PERCENT, (whole) => hide(whole, fromPercent(whole))) : clean;
}

function fromBase64(encoded: string): string | undefined {
  const plain = encoded.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (NOT_TEXT.test(atob(plain.slice(0, SAMPLE)))) return undefined;
  return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
}

function fromHex(encoded: string): string {
  let decoded = "";
  for (let at = 0; at + 1 < encoded.length; at += 2) {
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
