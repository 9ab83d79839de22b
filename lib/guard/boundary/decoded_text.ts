import { hexOf } from "../../settings/sha256.ts";

const utf8 = new TextDecoder();
/** Encodings by the marks that texts of Windows begin with. */
const WIDE: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };
/** A character a byte; from 80 to 9f they are others than the bytes, 80 the sign of the euro. */
const latin1 = new TextDecoder("iso-8859-1");

/** Chinese characters below which what they stand for is a guess. */
const MIN_CHARACTERS = 4;

/** The text of a file: undefined where it is binary, as NUL bytes say, unless it begins as UTF-16 does. Other bytes that are no text come back as replacement characters. */
export function decodedText(bytes: Uint8Array): string | undefined {
  const wide = WIDE[hexOf(bytes.subarray(0, 2))];
  const decoder = wide === undefined ? utf8 : new TextDecoder(wide);
  const text = wide === undefined && bytes.includes(0) ? "\0" : decoder.decode(bytes);
  if (text.includes("\0")) return undefined;
  // GB 18030, which GBK is a part of, where it is no UTF-8.
  const isChinese = wide === undefined && text.includes("\ufffd") && readsAsChinese(bytes);
  return isChinese ? new TextDecoder("gb18030").decode(bytes) : text;
}

/** Nearly all that is not ASCII are pairs of bytes of GB 2312, most of them its common characters, and some behind the place where Korean ends. Words of European languages are pairs by chance only; Japanese has kana. */
function readsAsChinese(bytes: Uint8Array): boolean {
  const text = latin1.decode(bytes);
  const read = text.match(/[^\0-\x7f\u20ac\xff][^\0-\x3f]|[^\0-\x7f]/g) ?? [];
  const share = (pattern: RegExp) => read.filter((pair) => pattern.test(pair)).length;
  const characters = share(/^[\xb0-\xf7][\xa1-\xfe]$/);
  const others = read.length - characters - share(/^[\xa1-\xa3][\xa1-\xfe]$/);
  return characters >= MIN_CHARACTERS && others * 20 <= read.length - others &&
    share(/^[\xb0-\xd7][\xa1-\xfe]$/) * 4 >= characters * 3 &&
    share(/^[\xc9-\xd7][\xa1-\xfe]$/) * 7 >= characters;
}
