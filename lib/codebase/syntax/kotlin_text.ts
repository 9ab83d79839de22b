/** `in1`, which its grammar takes for the operator `in` and a number. */
const LIKE_OPERATOR = /(?<![\w$@`])(?:in|is|as)(?=\d)/g;
/** `class Text` and on the next line `internal actual constructor(`. */
const CONSTRUCTOR_BELOW =
  /(\bclass[ \t]{1,20}\w{1,200}(?:<[^<>\n]{0,200}>)?[ \t]{0,100})(\r?\n[ \t]{0,100})(?=(?:(?:public|private|protected|internal|actual|expect)[ \t]{1,20}){2,4}constructor\b)/g;
/** `@JvmName("size")` before `get()`, where the property says no type. */
const ON_ACCESSOR = /^([ \t]{1,100})(@[\w:]{1,100}(?:\([^()\n]{0,200}\))?)(?=\s{1,100}(?:get|set)\()/gm;

/** Writes a text of Kotlin so that its grammar can read it; as long as it was, but for a line's end that the grammar looks for at the end. */
export function readableKotlin(text: string): string {
  const plain = text.replace(LIKE_OPERATOR, (word) => `_${word.slice(1)}`)
    .replace(ON_ACCESSOR, (_, gap: string, annotation: string) => gap + " ".repeat(annotation.length))
    .replace(CONSTRUCTOR_BELOW, (_, head: string, gap: string) => head + " ".repeat(gap.length));
  // At the end of a text its grammar looks for the end of an annotation's name for ever; a line's end is one.
  return `${plain}\n`;
}
