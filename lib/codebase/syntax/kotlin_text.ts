/** `in1`, which its grammar takes for the operator `in` and a number. */
const LIKE_OPERATOR = /(?<![\w$@`])(?:in|is|as)(?=\d)/g;
/** `final = true`, `open(file)`: names that its grammar takes for modifiers where a statement begins. */
const LIKE_MODIFIER =
  /(?<![\w$@`])(?:public|private|internal|open|final|abstract|sealed|inline|external|infix|override)(?=\(|[ \t]{0,20}(?:=[^=>]|[.[}]|[-+*/%]=))/g;
/** `set = 1`, `get(key)` and `by.close()`, below what could be a property that they belong to. */
const LIKE_ACCESSOR =
  /(?<![\w$@`])(?:(?:get|set|by)(?=[ \t]{0,20}(?:=[^=>]|[.[]|[-+*/%]=))|get(?=\([^)\s])|set(?=\([^()\n]{1,200},))/g;
/** `catch (_: IOException)` */
const UNNAMED = /(?<=\bcatch[ \t]{0,20}\([ \t]{0,20})_(?=[ \t]{0,20}:)/g;
const MODIFIER =
  "(?:public|private|protected|internal|open|abstract|final|sealed|data|annotation|inner|value|inline|actual|expect|external|operator|const|lateinit|override|infix|tailrec|suspend)";
/** Modifiers, which say nothing that is read here: behind an annotation its grammar may take them and what follows for `a infix b`. */
const MODIFIERS = new RegExp(
  `(?<![\\w$@\`.])${MODIFIER}(?=(?:[ \\t]{1,20}(?:${MODIFIER}|companion|enum)){0,6}[ \\t]{1,20}(?:class|interface|object|constructor|fun|val|var|typealias)\\b)`,
  "g",
);
/** `class Text` and on the next line `internal actual constructor(` or `@Inject`. */
const CONSTRUCTOR_BELOW =
  /(\bclass[ \t]{1,20}\w{1,200}(?:<[^<>\n]{0,200}>)?[ \t]{0,100})(\r?\n[ \t]{0,100})(?=(?:(?:public|private|protected|internal|actual|expect|@[\w.:]{1,100}(?:\([^()\n]{0,200}\))?)\s{1,100}){2,6}constructor\b)/g;
/** `@JvmName("size")` before `get()`, where the property says no type. */
const ON_ACCESSOR = /^([ \t]{1,100})(@[\w:]{1,100}(?:\([^()\n]{0,200}\))?)(?=\s{1,100}(?:get|set)\()/gm;

/** Writes a text of Kotlin so that its grammar can read it; as long as it was, but for a line's end that the grammar looks for at the end. */
export function readableKotlin(text: string): string {
  const another = (word: string) => `_${word.slice(1)}`;
  const blank = (word: string) => " ".repeat(word.length);
  const plain = text.replace(LIKE_OPERATOR, another)
    .replace(LIKE_MODIFIER, another)
    .replace(LIKE_ACCESSOR, another)
    .replace(UNNAMED, "x")
    .replace(MODIFIERS, blank)
    .replace(ON_ACCESSOR, (_, gap: string, annotation: string) => gap + blank(annotation))
    .replace(CONSTRUCTOR_BELOW, (_, head: string, gap: string) => head + blank(gap));
  // At the end of a text its grammar looks for the end of an annotation's name for ever; a line's end is one.
  return `${plain}\n`;
}
