import stringWidth from "string-width";

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "grapheme" });
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
  for (const { segment } of SEGMENTER.segment(plain)) {
    const next = stringWidth(segment);
    if (width + next > columns - 1) break;
    kept += segment;
    width += next;
  }
  return `${kept}…`;
}

/** A text in lines of at most `columns` columns, broken between words where there are any; at most `most` lines, the last of them cut. */
export function wrapped(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replace(CONTROL, " ").split(/ +/)) {
    for (const piece of pieces(word, columns)) {
      const joined = line === "" ? piece : `${line} ${piece}`;
      if (stringWidth(joined) <= columns) line = joined;
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  if (line !== "") lines.push(line);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(" "), columns)];
}

/** A word that is wider than a line, such as a sentence in Chinese, in pieces that fit. */
function pieces(word: string, columns: number): string[] {
  if (stringWidth(word) <= columns) return [word];
  const found: string[] = [];
  let piece = "";
  for (const { segment } of SEGMENTER.segment(word)) {
    if (stringWidth(piece + segment) > columns) {
      found.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...found, piece];
}
