/**
 * What can hide something: controls but tab and line ends, zero-width, bidirectional, tag and filler characters, joiners, line separators.
 * Written as escapes, so that this file holds none of them. Most texts have none, and no other pattern is compiled for them.
 */
const HIDING = new RegExp(
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff" +
    "\\uffa0\\ufff9-\\ufffb\\udb40-\\udb43]|\\r(?!\\n|$)",
);

/** What most texts have nothing of, and which is told quickly. */
const UNUSUAL = /[^\t\n -~]/;

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
  if (!UNUSUAL.test(text) || !HIDING.test(text)) return { text, removed: 0 };
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
