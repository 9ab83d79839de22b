/** `in1`, which its grammar takes for the operator `in` and a number. */
const LIKE_OPERATOR = /(?<![\w$@`])(?:in|is|as)(?=\d)/g;
/** `final = true`, `open(file)`: names that its grammar takes for modifiers where a statement begins. */
const LIKE_MODIFIER =
  /(?<![\w$@`])(?:public|private|internal|open|final|abstract|sealed|inline|external|infix|override)(?=\(|[ \t]{0,20}(?:=[^=>]|[.[}]|[-+*/%]=))/g;
/** `set = 1`, `get(key)`, `get {` and `by.close()`, below what could be a property that they belong to. */
const LIKE_ACCESSOR =
  /(?<![\w$@`])(?:(?:get|set|by)(?=[ \t]{0,20}(?:=[^=>]|[.[]|[-+*/%]=))|(?:get|set)(?=[ \t]{0,20}\{)|get(?=\([^)\s])|set(?=\([^()\n]{1,200},))/g;
/** `dynamic = true`, which its grammar takes for the type of JavaScript's values wherever it stands. */
const LIKE_TYPE = /(?<![\w$@`.])(?<!(?:[:<,]|\b(?:as|is))[ \t]{0,20})dynamic(?!\w)/g;
/** `catch (_: IOException)` */
const UNNAMED = /(?<=\bcatch[ \t]{0,20}\([ \t]{0,20})_(?=[ \t]{0,20}:)/g;
/** `suspend { }` */
const SUSPENDING = /(?<![\w$@`.])suspend(?=[ \t]{0,20}\{)/g;
/** `$$"price: $1"`: how many dollars stand before a name that is filled in. */
const DOLLARS = /(?<=[=(,:{>\s])\${2,9}("(?!"")(?:[^"\\\n]|\\.){0,1000}"|(?="""))/g;
/** `context(shop: Shop)` above or before a function. */
const CONTEXT =
  /^([ \t]{0,100})context\((?:[^()\n]|\([^()\n]{0,200}\)){0,500}\)(?=\s{1,100}(?:@|[a-z]{2,20}\s))/gm;
/** `is Shop if shop.open ->`, which is read as if it had no condition. */
const GUARD =
  /^([ \t]{1,200}(?:!?is|!?in|[\w.]{1,200})\b[^\n{}"=]{0,200}?[ \t])(if[ \t][^\n{}]{1,300}?)(?=[ \t]->)/gm;
const MODIFIER =
  "(?:public|private|protected|internal|open|abstract|final|sealed|data|annotation|inner|value|inline|actual|expect|external|operator|const|lateinit|override|infix|tailrec|suspend)";
/** Modifiers, which say nothing that is read here: behind an annotation its grammar may take them and what follows for `a infix b`. */
const MODIFIERS = new RegExp(
  `(?<![\\w$@\`.])${MODIFIER}(?=(?:[ \\t]{1,20}(?:${MODIFIER}|companion|enum)){0,6}[ \\t]{1,20}(?:class|interface|object|constructor|fun|val|var|typealias)\\b)`,
  "g",
);
const ARGUMENTS = /(?:\((?:[^()"]|"(?:[^"\\\n]|\\.){0,300}"|\([^()"]{0,200}\)){0,500}\))?/.source;
/** `@Flaky // Is slow.` above a declaration. */
const COMMENTED = new RegExp(
  `^([ \\t]{0,100}@[\\w.:]{1,100}${ARGUMENTS}[ \\t]{1,20})(//[^\\n\\r]{0,300})$`,
  "gm",
);
/** Annotations above a type that has neither parameters nor bases: its grammar may take its name for a call there. */
const ANNOTATION = new RegExp(
  `^[ \\t]{0,100}@[\\w.:]{1,100}${ARGUMENTS}[ \\t]{0,20}$` +
    `(?=(?:\\s{1,100}@[\\w.:]{1,100}${ARGUMENTS}){0,4}\\s{1,100}(?:(?:${MODIFIER}|enum)[ \\t]{1,20}){0,6}` +
    `(?:class|interface|object)[ \\t]{1,20}\\w{1,200}(?!\\w|\\s{0,100}(?:[(:<]|(?:(?:${MODIFIER}|@\\w{1,100})\\s{1,20}){0,4}constructor\\b)))`,
  "gm",
);
/** `class Text` and on the next line `internal actual constructor(` or `@Inject`. */
const CONSTRUCTOR_BELOW =
  /(\bclass[ \t]{1,20}\w{1,200}(?:<[^<>\n]{0,200}>)?[ \t]{0,100})(\r?\n[ \t]{0,100})(?=(?:(?:public|private|protected|internal|actual|expect|@[\w.:]{1,100}(?:\([^()\n]{0,200}\))?)\s{1,100}){2,6}constructor\b)/g;
/** `@JvmName("size")` before `get()`, where the property says no type. */
const ON_ACCESSOR = /^([ \t]{1,100})(@[\w:]{1,100}(?:\([^()\n]{0,200}\))?)(?=\s{1,100}(?:get|set)\()/gm;

/** Writes a text of Kotlin so that its grammar can read it; as long as it was, but for a line's end that the grammar looks for at the end. */
export function readableKotlin(text: string): string {
  const another = (word: string) => `_${word.slice(1)}`;
  const blank = (word: string) => word.replace(/[^\r\n]/g, " ");
  const blankSecond = (_: string, before: string, second: string) => before + blank(second);
  const plain = text.replace(COMMENTED, blankSecond)
    .replace(ANNOTATION, blank)
    .replace(CONTEXT, blank)
    .replace(GUARD, blankSecond)
    .replace(SUSPENDING, blank)
    .replace(DOLLARS, (whole, quoted: string) => quoted.replaceAll("$", " ").padStart(whole.length))
    .replace(LIKE_TYPE, another)
    .replace(LIKE_OPERATOR, another)
    .replace(LIKE_MODIFIER, another)
    .replace(LIKE_ACCESSOR, another)
    .replace(UNNAMED, "x")
    .replace(MODIFIERS, blank)
    .replace(ON_ACCESSOR, blankSecond)
    .replace(CONSTRUCTOR_BELOW, (_, head: string, gap: string) => head + " ".repeat(gap.length));
  // At the end of a text its grammar looks for the end of an annotation's name for ever; a line's end is one.
  return `${plain}\n`;
}
