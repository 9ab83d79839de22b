import stringWidth from "string-width";

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
/** What a terminal obeys, or shows in another order than it runs. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A text in exactly `columns` columns of a terminal: cut with `…`, or filled up with blanks. */
export function fit(text: string, columns: number): string {
  const cut = shortened(text, columns);
  return cut + " ".repeat(Math.max(0, columns - stringWidth(cut)));
}

/** A text in at most `columns` columns. Control characters, those of writing direction as well, become blanks. */
export function shortened(text: string, columns: number): string {
  const plain = text.replace(CONTROL, " ");
  if (stringWidth(plain) <= columns) return plain;
  if (columns <= 0) return "";
  let kept = "";
  let width = 0;
  for (const { segment } of LETTERS.segment(plain)) {
    const next = stringWidth(segment);
    if (width + next > columns - 1) break;
    kept += segment;
    width += next;
  }
  return `${kept}…`;
}

/** A text in at most `most` lines, broken between words, those of Chinese as well; what is left of it is cut, as is a word that is wider than a line. */
export function wrapped(text: string, columns: number, most: number): string[] {
  const lines = broken(text, columns, WORDS, "");
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join("")];
  return shown.map((line) => shortened(line.trim(), columns)).filter((line) => line !== "");
}

/** All of a text in lines of at most `columns` columns, each but the first indented: nothing is cut, wherever it has to be broken. */
export function whole(text: string, columns: number): string[] {
  return broken(text, columns, LETTERS, " ".repeat(Math.min(8, Math.max(0, columns - 2))));
}

function broken(text: string, columns: number, parts: Intl.Segmenter, indent: string): string[] {
  const lines = [""];
  for (const { segment } of parts.segment(text.replace(CONTROL, " "))) {
    const line = `${lines.at(-1)}${segment}`;
    // A blank at the end of a line of words is dropped.
    if (stringWidth(parts === WORDS ? line.trimEnd() : line) <= columns) lines[lines.length - 1] = line;
    else lines.push(indent + segment);
  }
  return lines;
}
