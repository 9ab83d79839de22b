/** Letters that follow one another in an ordinary word, with a number behind: `utf8`, `Base64`, `OAUTH2`. */
const WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,3}$/;
const CAMEL = /(?:[A-Z]|(?<![\da-z])[a-z])[a-z]*\d{0,4}(?![a-z\d])|[A-Z]+(?![a-z])\d{0,4}/g;
const SEPARATOR = /[-_.,:/=+~|%@\s]+/;
const SEPARATORS = /[-_.,:/=+~|%@\s]/g;

/** Characters: a part without vowels that is longer than this is no word and no abbreviation. */
const LONGEST_ABBREVIATION = 4;
/** Characters: names in camel case have longer pieces than this on average, base62 shorter ones. */
const LEAST_MEAN_PIECE = 3;
/** Characters: text as mixed as base64, of this length, has nothing to say as words. */
const LEAST_MIXED = 20;

/** Whether a value looks drawn by lot: not made of words, names, numbers or versions. Short values need digits among their letters, long ones variety. Linear. */
export function looksRandom(value: string): boolean {
  if (value.length < 8) return false;
  if (new Set(value).size < Math.min(7, value.length / 2)) return false;
  if (value.split(SEPARATOR).every(isCamelName)) return false;
  if (value.length >= LEAST_MIXED && /^[\w+/=|~!@#$%^&*?-]+$/.test(value) && isMixed(value)) return true;
  let wordy = 0;
  for (const part of value.split(SEPARATOR)) wordy += wordyChars(part);
  const separators = value.match(SEPARATORS)?.length ?? 0;
  return wordy + separators <= value.length * 0.55;
}

/** Random text has short pieces between its digits and capitals, camel case has whole words. */
function isCamelName(part: string): boolean {
  const pieces = part.match(CAMEL) ?? [];
  return pieces.join("") === part && part.length / pieces.length >= LEAST_MEAN_PIECE &&
    hasCommonPairs(pieces);
}

function wordyChars(part: string): number {
  if (/^\d*$/.test(part)) return part.length;
  if (WORD.test(part)) return isWord(part) ? part.length : 0;
  if (isCamelName(part)) return part.length;
  const pieces = part.match(CAMEL) ?? [];
  const words = pieces.filter((piece) => piece.length >= 4 && isWord(piece));
  return words.reduce((sum, piece) => sum + piece.length, 0);
}

function isWord(part: string): boolean {
  const letters = part.replace(/\d+$/, "").toLowerCase();
  const vowels = letters.match(/[aeiouy]/g)?.length ?? 0;
  if (vowels === 0) return letters.length <= LONGEST_ABBREVIATION;
  return vowels / letters.length >= 0.2 && hasCommonPairs([letters]);
}

/** Whether a text of letters and digits was drawn by lot, and is long enough for a token: a short hexadecimal one is mostly a digest. */
export function isDrawnByLot(value: string): boolean {
  if (isHex(value)) return value.length >= 32 && /\d/.test(value) && /[a-f]/i.test(value);
  return looksRandom(value) && /\d/.test(value);
}

export const isHex = (value: string) => /^[0-9a-f]+$/i.test(value);

/** Capitals, small letters and digits all through the value, as in base62 and base64. */
export function isMixed(value: string): boolean {
  const count = (pattern: RegExp) => value.match(pattern)?.length ?? 0;
  return count(/[A-Z]/g) >= 2 && count(/[a-z]/g) >= 2 && /\d/.test(value) &&
    count(/[A-Z]+|[a-z]+|\d+|[^A-Za-z\d]+/g) >= value.length * 0.3;
}

/** Letters that often follow each letter, a to z: nine tenths of the pairs in 26,000 words of code and documents, a third of those that chance makes. */
const FOLLOWERS =
  ("bcdgiklmnprstuvy aeilorsu acehiklorstu adeiorsu abcdefgilmnpqrstvwx aefiloru aehilnorsu aeiort abcdefglmnoprstvz e aeis adeilostuy " +
    "abeimopsu acdefgiknostuv abcdfgiklmnoprstuvw aehiloprstu u acdegiklmnoprstuvy acehilopstuy acehilorstuy abcegilmnprst aei aei ept p ae")
    .split(" ");

/** Share of common pairs that words have at least, and text drawn by lot hardly ever. */
const LEAST_SHARE = 0.7;

/** What follows each letter as in language, and any letter that follows another. */
const COMMON = new RegExp(
  FOLLOWERS.map((after, at) => `(?<=${String.fromCharCode(97 + at)})[${after}]`).join("|"),
  "gi",
);
const PAIR = /(?<=[a-z])[a-z]/gi;

/** Whether the letters of these words, each by itself, follow one another as in language; words of one letter say nothing. */
function hasCommonPairs(words: readonly string[]): boolean {
  const count = (pattern: RegExp) => words.join(" ").match(pattern)?.length ?? 0;
  return count(COMMON) >= count(PAIR) * LEAST_SHARE;
}
