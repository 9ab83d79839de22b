const utf8 = new TextDecoder();

/** Chinese characters below which what they stand for is a guess. */
const MIN_CHARACTERS = 4;

/** The text of a file: undefined where it is binary, as NUL bytes say, unless it begins as UTF-16 does. Other bytes that are no text come back as replacement characters. */
export function decodedText(bytes: Uint8Array): string | undefined {
  const wide = wideEncoding(bytes);
  if (wide === undefined) return bytes.includes(0) ? undefined : narrowText(bytes);
  const text = new TextDecoder(wide).decode(bytes);
  return text.includes("\0") ? undefined : text;
}

/** UTF-16 with a byte order mark, as programs of Windows write it. */
function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** UTF-8, or GB 18030, which GBK is a part of, where it is no UTF-8 and reads as Chinese. */
function narrowText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  return text.includes("\ufffd") && readsAsChinese(bytes) ? new TextDecoder("gb18030").decode(bytes) : text;
}

/**
 * Nearly all that is not ASCII are pairs of bytes for characters of GB 2312, most of them the common ones, which stand by their sound, and some of those behind the place where Korean, which lies in
 * the same bytes, ends. Words of European languages are pairs by chance only, and Japanese has kana among them.
 */
function readsAsChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let characters = 0;
  let common = 0;
  let late = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const second = bytes[at + 1] ?? 0;
    const isCharacter = first >= 0xb0 && first <= 0xf7;
    if (second < 0xa1 || second === 0xff || !(isCharacter || (first >= 0xa1 && first <= 0xa3))) {
      others++;
      // As it would be read: a byte that cannot begin a pair stands alone.
      if (first > 0x80 && first < 0xff && second >= 0x40) at++;
      continue;
    }
    at++;
    pairs++;
    if (!isCharacter) continue;
    characters++;
    if (first <= 0xd7) common++;
    if (first > 0xc8 && first <= 0xd7) late++;
  }
  return characters >= MIN_CHARACTERS && others * 20 <= pairs && common * 4 >= characters * 3 &&
    late * 7 >= characters;
}
