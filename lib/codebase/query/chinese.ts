import everyday from "./data/glossary_everyday.txt" with { type: "text" };
import technical from "./data/glossary_technical.txt" with { type: "text" };
import traditional from "./data/traditional.txt" with { type: "text" };
import { entriesOf, fieldsOf, STOP_PHRASES } from "./common_words.ts";

let glossary: ReturnType<typeof read> | undefined;

/** English words, with spaces between them, by Chinese term, "" for a phrase that has no subject; `longest` is of the longest term, in characters. Lines are split when a term is met, since few are. */
function read() {
  // A phrase is read as a whole, so that 进行 is no 行 and 当前端口 no 前端.
  const terms = new Map(STOP_PHRASES.map((phrase) => [phrase, ""]));
  for (const line of [...entriesOf(technical), ...entriesOf(everyday)]) {
    const end = line.indexOf(" ");
    terms.set(line.slice(0, end), line.slice(end + 1));
  }
  return { terms, longest: terms.keys().reduce((longest, { length }) => Math.max(longest, length), 0) };
}

/** A programming term as it stands in a run of Chinese characters, and its English words. */
export interface GlossedTerm {
  term: string;
  english: readonly string[];
}

/** The programming terms in a run of Chinese characters, longest first, no character read twice; phrases that say nothing are left out. */
export function glossed(run: string): GlossedTerm[] {
  // Read when first asked for: a request in English needs none of it.
  const { terms, longest } = glossary ??= read();
  const found: GlossedTerm[] = [];
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at);
    while (length > 0 && !terms.has(run.slice(at, at + length))) length--;
    const term = run.slice(at, at + length);
    const english = terms.get(term);
    if (english) found.push({ term, english: english.split(" ") });
    at += Math.max(1, length);
  }
  return found;
}

/** What is left of a run of Chinese characters without phrases that say nothing. */
export function piecesOf(run: string): string[] {
  const rest = STOP_PHRASES.reduce((rest, phrase) => rest.replaceAll(phrase, " "), run);
  return rest.split(" ").filter((piece) => piece !== "");
}

const HAN = /[\u4e00-\u9fff]/;
/** A name that was typed in full width, with the signs that join its parts: `ｓｒｃ／ｌｏｇｉｎ．ｔｓ`. */
const FULL_WIDTH_NAME =
  /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+(?:[\uff0d\uff0e\uff0f][\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+)*/g;

let simplified: Map<string, string> | undefined;

/** Text with its traditional characters simplified, and of the same length. */
export function simplify(text: string): string {
  if (!HAN.test(text)) return text;
  if (!simplified) {
    const characters = fieldsOf(traditional)[0]?.join("") ?? "";
    simplified = new Map();
    for (let at = 0; at + 1 < characters.length; at += 2) {
      simplified.set(characters.charAt(at), characters.charAt(at + 1));
    }
  }
  const known = simplified;
  return text.replace(/[\u4e00-\u9fff]/g, (char) => known.get(char) ?? char);
}

/** Text with names in full width, as Chinese and Japanese keyboards write them, in the letters and digits of code; of the same length. Punctuation stays what it is: `，` and `：` are Chinese. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH_NAME, (name) => name.normalize("NFKC"));
}
