import type { Language } from "../files/languages.ts";
import { perLanguage } from "./language_table.ts";

/** Characters of a line beyond which it is data or minified, and is not looked at. */
export const MAX_LINE = 2000;

/** What ends each opening of a comment or string; an empty text means the end of the line. */
const ENDS: Readonly<Record<string, string>> = {
  ...{ "//": "", "#": "", "--": "", ";": "", "%": "", "/*": "*/", "<#": "#>", "(*": "*)", "--[[": "]]" },
  ...{ '"': '"', "'": "'", "`": "`", '"""': '"""', "'''": "'''" },
  ...{ 'r"': '"', 'r#"': '"#', 'r##"': '"##', '@"': '"', 'R"(': ')"' },
};
/** Openings whose text goes on over lines, and those in whose text a backslash is only a backslash. */
const MULTILINE = new Set(["/*", "<#", "(*", "--[[", "`", '"""', "'''", 'r"', 'r#"', 'r##"', '@"', 'R"(']);
const RAW = new Set(["/*", "<#", "(*", "--[[", "`", 'r"', 'r#"', 'r##"', '@"', 'R"(']);

/** Where `'` opens no string it is a lifetime, a type variable or a symbol: only whole characters are blanked. */
const CHARACTER = /'(?:\\[^'\n]{1,10}|[^\\'\n])'/.source;
/** A regular expression where a value may stand; without it `/["]/` would open a string. Bounded, so that a line costs little. */
const REGEX_LITERAL =
  /(?<=(?:^\s{0,40}|(?:[(,=:[!&|?{};]|\breturn)[ ]{0,2}))\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,99}\]){1,200}\//
    .source;

/** Everything that is not plain code, from its opening to its end. */
const patternOf = perLanguage(({ opens = [] }, language) => {
  const isScript = language === "typescript" || language === "javascript";
  const openings = (opens[0] ?? "").split(" ").sort((a, b) => b.length - a.length);
  const patterns = openings.map((opening) => {
    const goesOn = MULTILINE.has(opening) || (opening === '"' && language === "rust");
    const isRaw = RAW.has(opening) && !(isScript && opening === "`");
    const start = `${opening === "#" ? "(?<!\\S)" : /^\w/.test(opening) ? "(?<!\\w)" : ""}${
      literal(opening)
    }`;
    const end = ENDS[opening] ?? "";
    if (end === "") return `${start}.*`;
    const inside = isRaw ? "[^]" : goesOn ? String.raw`(?:\\[^]|[^\\])` : String.raw`(?:\\[^]|[^\\\n])`;
    return `${start}${inside}*?(?:${literal(end)}|${goesOn ? "(?![^])" : "(?![^\\n])"})`;
  });
  if (isScript) patterns.unshift(REGEX_LITERAL);
  if (!openings.includes("'")) patterns.unshift(CHARACTER);
  return new RegExp(patterns.join("|"), "gm");
});

function literal(text: string): string {
  return text.replace(/[^\w\s]/g, "\\$&");
}

/** The lines of a text with comments and strings blanked out, column by column, so that what is left is code. Lines over `MAX_LINE` characters are empty. An approximation: heredocs and the expressions in templates are not followed. */
export function maskedLines(text: string, language: Language): string[] {
  const code = text.replace(patternOf(language), blank);
  return code.split("\n").map((line) => line.length > MAX_LINE ? "" : line);
}

function blank(found: string): string {
  if (!found.includes("\n")) return " ".repeat(found.length);
  return found.split("\n").map((line) => " ".repeat(line.length)).join("\n");
}
