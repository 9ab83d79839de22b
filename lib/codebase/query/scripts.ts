import table from "./data/traditional.txt" with { type: "text" };
import { fieldsOf } from "./common_words.ts";

const HAN = /[\u4e00-\u9fff]/;
/** A name that was typed in full width, with the signs that join its parts: `ｓｒｃ／ｌｏｇｉｎ．ｔｓ`. */
const FULL_WIDTH_NAME =
  /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+(?:[\uff0d\uff0e\uff0f][\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]+)*/g;

let simplified: Map<string, string> | undefined;

/** Text with its traditional characters simplified, and of the same length. */
export function simplify(text: string): string {
  if (!HAN.test(text)) return text;
  if (!simplified) {
    const characters = fieldsOf(table)[0]?.join("") ?? "";
    simplified = new Map();
    for (let at = 0; at + 1 < characters.length; at += 2) {
      simplified.set(characters.charAt(at), characters.charAt(at + 1));
    }
  }
  const known = simplified;
  return text.replace(/[\u4e00-\u9fff]/g, (char) => known.get(char) ?? char);
}

/**
 * Text with names in full width, as Chinese and Japanese keyboards write them, in the letters and digits of code; of the same length. Punctuation stays
 * what it is: `，` and `：` are Chinese.
 */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH_NAME, (name) => name.normalize("NFKC"));
}
