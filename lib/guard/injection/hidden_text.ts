/**
 * What can hide something: controls but tab and line ends, zero-width, bidirectional, tag and filler characters, joiners, line separators.
 * Written as escapes, so that this file holds none of them. Most texts have none, and no other pattern is compiled for them.
 */
const HIDING = new RegExp(
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff" +
    "\\uffa0\\ufff9-\\ufffb\\udb40-\\udb43]|\\r(?!\\n|$)",
);

/** ANSI escapes: CSI, OSC and two-character ones. */
const [ESC, CSI, BEL] = ["\u001b", "\u009b", "\u0007"];
const patterns = () => [
  new RegExp(
    `${ESC}\\[[0-?]{0,64}[ -/]{0,8}[@-~]|${ESC}\\][^${BEL}${ESC}\\n]{0,2048}(?:${BEL}|${ESC}\\\\)?|${CSI}[0-?]{0,64}[ -/]{0,8}[@-~]|${ESC}[ -/]{0,4}[0-~]?`,
    "g",
  ),
  /(?![\t\n\f\r\u0085])\p{Cc}|\r(?!\n|$)/gu,
  new RegExp(
    "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]|" +
      "[\\u{e0000}-\\u{e0fff}]|[\\ufe00-\\ufe0f]{2,}",
    "gu",
  ),
  // Joiners are letters' business in emoji, Arabic and Indic scripts, and nobody's elsewhere.
  new RegExp(
    "(?<![\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Tamil}\\p{Script=Malayalam}" +
      "\\p{Script=Kannada}\\p{Script=Telugu}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Sinhala}\\p{Mn}\\p{Mc}])[\\u200c\\u200d]+|[\\u200c\\u200d]{2,}",
    "gu",
  ),
];
let compiled: RegExp[] | undefined;

/** Drops what cannot be seen or drives a terminal. A byte order mark at the very start and form feeds go without being counted. */
export function removeHiddenCharacters(text: string): { text: string; removed: number } {
  if (!HIDING.test(text)) return { text, removed: 0 };
  let removed = 0;
  let clean = text.replace(/^\ufeff/, "").replaceAll("\f", "");
  for (const hiding of compiled ??= patterns()) {
    clean = clean.replace(hiding, () => {
      removed++;
      return "";
    });
  }
  return { text: clean.replace(/[\u2028\u2029\u0085]/g, " "), removed };
}

/** Cyrillic and Greek letters that look like Latin ones, as orders are disguised with them. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    "аеорсухіјѕԁһԛԝьАВЕКМНОРСТХУІЅЈ",
    (letter, index) => [letter, Array.from("aeopcyxijsdhqwbABEKMHOPCTXYISJ")[index] ?? letter],
  )
    .concat(
      Array.from(
        "αεορυινκτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        (letter, index) => [letter, Array.from("aeopuivktABEZHIKMNOPTYX")[index] ?? letter],
      ),
    ),
);
/** As change logs name a commit or a request, which says nothing: `([9a4c69c](https://…/commit/…))`. */
const CHANGE_LINK =
  /\(?\[[#`\w]{1,42}\]\(https?:\/\/[^\s()]{1,100}\/(?:commit|pull|issues|compare)\/[\w.]{1,80}\)\)?/g;

/** Signs of vowels and lengthening, which Arabic is as well read without. */
const ARABIC = /[\u0621-\u064a]/;
const VOWEL_SIGNS = /[\u0640\u064b-\u065f\u0670]/g;

const MIXED_WORD = /[A-Za-z][\u0370-\u04ff\u0500-\u052f]|[\u0370-\u04ff\u0500-\u052f][A-Za-z]/;

/**
 * The text as a reader takes it, for judging only: compatibility forms and look-alike letters folded, entities and escapes resolved, emphasis and signs of
 * vowels undone, white space single.
 */
export function revealed(text: string): string {
  let plain = text.normalize("NFKC");
  if (plain.includes("](http")) plain = plain.replace(CHANGE_LINK, "");
  if (plain.includes("&#")) {
    plain = plain.replace(
      /&#(?:x([0-9a-f]{2,6})|(\d{2,7}));?/gi,
      (whole, hex: string | undefined, decimal: string | undefined) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    );
  }
  if (plain.includes("&")) {
    plain = plain.replace(/&nbsp;/g, " ").replace(/&(?:shy|zwnj|zwj|ZeroWidthSpace);/g, "");
  }
  if (plain.includes("\\")) {
    // In a string of JSON or code a line ends like this.
    plain = plain.replace(/(?<!\\)\\[nrt]/g, " ").replace(
      /\\(?:u\{?([0-9a-f]{4,6})\}?|x([0-9a-f]{2}))/gi,
      (whole, long: string | undefined, short: string | undefined) => {
        const code = Number.parseInt(long ?? short ?? "", 16);
        return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    );
  }
  if (/%[2-7][0-9a-f].*%[2-7][0-9a-f]/i.test(plain)) {
    plain = plain.replace(
      /%([2-7][0-9a-f])/gi,
      (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  if (ARABIC.test(plain)) plain = plain.replace(VOWEL_SIGNS, "");
  if (MIXED_WORD.test(plain)) {
    plain = plain.replace(/[\u0370-\u04ff\u0500-\u052f]/g, (letter) => LOOKALIKES[letter] ?? letter);
  }
  return plain
    .replace(/(?<=[\s([])[*_~`]{1,3}(?=\w)|(?<=\w)[*_~`]{1,3}(?=[\s.,:;!?)\]])|^[*_~`]{1,3}(?=\w)/g, "")
    .replace(/(?<=[\u3040-\u30ff\u4e00-\u9fff])[ \t]+(?=[\u3040-\u30ff\u4e00-\u9fff])/g, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ");
}
