/*
 * Orders whose words cannot be told apart, or stand on several lines: letters with signs between them, look-alikes, digits for letters, names of files
 * and branches, backwards, shifted by thirteen. Only the letters of a text are read, one after another.
 */

/** Digits and signs that stand for letters: `1gn0r3`. */
const LEET: Readonly<Record<string, string>> = {
  o: "[o0]",
  i: "[i1]",
  e: "[e3]",
  a: "[a4@]",
  s: "[s5$]",
  t: "[t7]",
};

const BEGIN = "(?:ignore|disregard|forget|bypass|override|dismiss|discard|neglect)";
const ALL = "(?:all|any|every|each|of|the|these|those|your|my|our|its|and|from){0,5}";
const EARLIER =
  "(?:previous|prior|above|earlier|preceding|former|foregoing|initial|original|system|existing|past)";
const MORE = "(?:and|or|all|the|other|system|safety|user){0,3}";
const WHAT =
  "(?:instructions|prompts|guidelines|directives|directions|guardrails|systemprompt|systemmessage)";
const ORDER = new RegExp(
  [
    `${BEGIN}${ALL}${EARLIER}${MORE}${WHAT}`,
    `(?:ignore|disregard|forget|bypass)(?:all|every)(?:of)?(?:the|your|my|these)?${WHAT}`,
    "(?:reveal|leak|print|output|show|repeat)(?:me)?(?:your|thefull|yourfull|yourentire)systemprompt",
    "youarenow(?:in)?(?:dan|developer|jailbroken|unrestricted|god)(?:mode)?",
    "donottelltheuser(?:about|that|this)",
    "(?:snoitcurtsni|stpmorp|senilediug|sevitcerid)(?:metsys)?(?:suoiverp|roirp|evoba|reilrae)(?:eht|ruoy|lla|fo|yna){0,4}(?:erongi|dragersid|tegrof)",
    "(?:vtaber|qvfertneq|sbetrg)(?:nyy|gur|lbhe|nal|bs){0,4}(?:cerivbhf|cevbe|nobir|rneyvre)(?:vafgehpgvbaf|cebzcgf|ehyrf)",
  ].join("|"),
  "g",
);
/** Words of which each order has one, with whatever stands between their letters; without them no letters are gathered. */
const HINT = new RegExp(
  "ignore disregard forget bypass override dismiss discard neglect systemprompt youarenow tellthe snoitcur stpmorp senilediug sevitcerid vtaber qvfertneq sbetrg"
    .split(" ").map((word) => Array.from(word, (letter) => LEET[letter] ?? letter).join("[^A-Za-z]{0,12}"))
    .join("|"),
  "i",
);
/** What a Latin letter may hide behind. */
const OTHER_LETTERS =
  /[\u00c0-\u024f\u0250-\u02af\u0370-\u052f\u1d00-\u1dbf\u1e00-\u1eff\u2100-\u214f\u2460-\u24ff\ua720-\ua7ff\uff21-\uff5a]|\ud835|\ud83c[\udd30-\udd89]/;

/** Characters between two letters that are too many for one word or sentence. */
const MAX_GAP = 12;
const BREAK = 124;
/** `\n`, `\r` and `\t`, as strings of JSON and code write them, are no letters. */
const BACKSLASH = 92;
const ENDS_LINE = new Set([110, 114, 116]);

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Characters that are read at a time, and that are read again with what follows. */
const WINDOW = 200_000;
const OVERLAP = 600;

/** Where such orders stand, in ascending order, none within another. Takes time proportional to the text. */
export function compactOrders(text: string): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < text.length; from += WINDOW - OVERLAP) {
    for (const span of ordersWithin(text, from, Math.min(text.length, from + WINDOW))) {
      if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
    }
    if (from + WINDOW >= text.length) break;
  }
  return spans;
}

function ordersWithin(text: string, from: number, to: number): Span[] {
  const part = text.slice(from, to);
  if (!HINT.test(part) && !OTHER_LETTERS.test(part)) return [];
  const letters = lettersOf(text, from, to);
  const found = Array.from(letters.matchAll(ORDER), ({ index, 0: { length } }) => ({ index, length }));
  if (found.length === 0) return [];
  const places: number[] = [];
  lettersOf(text, from, to, places);
  return found.map(({ index, length }) => ({
    start: places[index] ?? from,
    end: (places[index + length - 1] ?? from) + 1,
  }));
}

/** The letters of a part of a text, small and Latin, with a sign where too much stands between two; `places` takes where each stood. */
function lettersOf(text: string, from: number, to: number, places?: number[]): string {
  const part = text.slice(from, to);
  const bytes = ENCODER.encode(part);
  const isAscii = bytes.length === part.length;
  const letters = new Uint8Array(part.length * 2);
  let length = 0;
  let last = 0;
  for (let at = 0; at < part.length; at++) {
    const letter = isAscii ? ASCII[bytes[at] ?? 0] ?? 0 : letterAt(part, at);
    if (letter === 0 || part.charCodeAt(at - 1) === BACKSLASH && ENDS_LINE.has(letter)) continue;
    if (at - last > MAX_GAP) {
      letters[length++] = BREAK;
      places?.push(from + at);
    }
    letters[length++] = letter;
    places?.push(from + at);
    last = at;
  }
  return DECODER.decode(letters.subarray(0, length));
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("latin1");

const STANDS_FOR = new Map(
  Object.entries(LEET).flatMap(([letter, signs]) => Array.from(signs.slice(2, -1), (sign) => [sign, letter])),
);
const ASCII = Uint8Array.from({ length: 128 }, (_all, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z]/.test(char) ? char.charCodeAt(0) : STANDS_FOR.get(char)?.charCodeAt(0) ?? 0;
});

/** Small capitals, Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKES = new Map(
  Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢаеорсухіјѕԁһԛԝьвкмнтαεορυινκτη", (letter, index) => [
    letter,
    "abcdefghijklmnoprstuvwyzaeopcyxijsdhqwbbkmhtaeopuivktn".charCodeAt(index),
  ]),
);
const MAX_REMEMBERED = 2000;
const remembered = new Map<number, number>();

/** Code of the small Latin letter that a reader sees, 0 for none. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] ?? 0;
  // Ideographs, syllables and halves of pairs that come second.
  if (code >= 0x2e80 && code < 0xa700 || code >= 0xa800 && code < 0xd800 || code >= 0xdc00 && code < 0xe000) {
    return 0;
  }
  const point = text.codePointAt(at) ?? 0;
  const known = remembered.get(point);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(point).normalize("NFKD").toLowerCase();
  const letter = LOOKALIKES.get(char.charAt(0)) ?? (/^[a-z]/.test(char) ? char.charCodeAt(0) : 0);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(point, letter);
  return letter;
}
