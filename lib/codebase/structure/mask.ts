import type { Language } from "../files/languages.ts";
import { rowsOf } from "./language_table.ts";

/** Characters of a line beyond which it is data or minified, and is not looked at. */
export const MAX_LINE = 2000;

/** What ends each opening of a comment or string; an empty text means the end of the line. */
const ENDS: Readonly<Record<string, string>> = {
  ...{ "//": "", "#": "", "--": "", ";": "", "%": "", "/*": "*/", "<#": "#>", "(*": "*)", "--[[": "]]" },
  ...{ '"': '"', "'": "'", "`": "`", '"""': '"""', "'''": "'''" },
  ...{ 'r"': '"', 'r#"': '"#', 'r##"': '"##', '@"': '"', 'R"(': ')"' },
};
/** Openings whose text goes on over lines, and in whose text a backslash is only a backslash. */
const MULTILINE = new Set(["/*", "<#", "(*", "--[[", "`", '"""', "'''", 'r"', 'r#"', 'r##"', '@"', 'R"(']);
const RAW = new Set(["/*", "<#", "(*", "--[[", "`", 'r"', 'r#"', 'r##"', '@"', 'R"(']);

/** Where `'` opens no string it is a lifetime, a type variable or a symbol: only whole characters are blanked. */
const CHARACTER = /'(?:\\[^']{1,10}|[^\\'])'/.source;
/** A regular expression where a value may stand; without it `/["]/` would open a string. Bounded, so that a line costs little. */
const REGEX_LITERAL =
  /(?<=(?:^\s{0,40}|(?:[(,=:[!&|?{};]|\breturn)[ ]{0,2}))\/(?![*/])(?:[^\\/[]|\\.|\[(?:[^\]\\]|\\.){0,99}\]){1,200}\//
    .source;

/** What finds the next thing that is not plain code, and the same inside a template's expression, where braces count. */
interface Tokens {
  plain: RegExp;
  nested: RegExp;
  language: Language;
}

const compiled = new Map<Language, Tokens>();

function tokensOf(language: Language): Tokens {
  let tokens = compiled.get(language);
  if (tokens === undefined) {
    const row = rowsOf(language).find(({ what }) => what === "opens");
    const openings = (row?.written ?? "").split(" ").sort((a, b) => b.length - a.length);
    const patterns = openings.map((opening) => {
      const literal = opening.replace(/[^\w\s]/g, "\\$&");
      if (opening === "#") return `(?<!\\S)${literal}`;
      return /^\w/.test(opening) ? `(?<!\\w)${literal}` : literal;
    });
    if (isScript(language)) patterns.unshift(REGEX_LITERAL);
    if (!openings.includes("'")) patterns.unshift(CHARACTER);
    const source = patterns.join("|");
    tokens = { plain: new RegExp(source, "g"), nested: new RegExp(`${source}|[{}]`, "g"), language };
    compiled.set(language, tokens);
  }
  return tokens;
}

/**
 * The lines of a text with comments and strings blanked out, column by column, so that what is left is code. Lines over
 * `MAX_LINE` characters are empty. An approximation: heredocs are not followed.
 */
export function maskedLines(text: string, language: Language): string[] {
  const tokens = tokensOf(language);
  const state: State = { open: "", templates: [] };
  return text.split("\n").map((line) => line.length > MAX_LINE ? "" : maskedLine(line, tokens, state));
}

/** What a line begins in. */
interface State {
  /** The opening of the string or comment, empty in code. */
  open: string;
  /** For each JavaScript template around, the braces that are open inside its `${`. */
  templates: number[];
}

function maskedLine(line: string, tokens: Tokens, state: State): string {
  let out = "";
  let at = 0;
  const blankTo = (end: number) => {
    out += " ".repeat(end - at);
    at = end;
  };
  for (;;) {
    if (state.open === "") {
      const token = state.templates.length > 0 ? tokens.nested : tokens.plain;
      token.lastIndex = at;
      const found = token.exec(line)?.[0];
      if (found === undefined) return out === "" ? line : out + line.slice(at);
      out += line.slice(at, token.lastIndex - found.length);
      at = token.lastIndex - found.length;
      blankTo(token.lastIndex);
      if (found === "{" || found === "}") brace(found, state);
      else if (ENDS[found] !== undefined) state.open = found;
      continue;
    }
    const { open } = state;
    const end = ENDS[open] ?? "";
    const isTemplate = open === "`" && isScript(tokens.language);
    const isRaw = RAW.has(open) && !isTemplate;
    const closing = end === "" ? -1 : isRaw ? line.indexOf(end, at) : closingIndex(line, end, at);
    const expression = isTemplate ? closingIndex(line, "${", at) : -1;
    if (expression !== -1 && (closing === -1 || expression < closing)) {
      blankTo(expression + 2);
      state.templates.push(0);
    } else if (closing !== -1) blankTo(closing + end.length);
    else {
      const goesOn = MULTILINE.has(open) || (end !== "" && line.endsWith("\\")) ||
        (open === '"' && tokens.language === "rust");
      if (!goesOn) state.open = "";
      return out + " ".repeat(line.length - at);
    }
    state.open = "";
  }
}

function isScript(language: Language): boolean {
  return language === "typescript" || language === "javascript";
}

/** A brace inside `${…}`: the one that ends it leads back into the template. */
function brace(found: string, state: State): void {
  const depth = state.templates.pop() ?? 0;
  if (found === "{") state.templates.push(depth + 1);
  else if (depth > 0) state.templates.push(depth - 1);
  else state.open = "`";
}

/** Index of the next `end` that no odd run of backslashes stands before. */
function closingIndex(line: string, end: string, from: number): number {
  for (let at = line.indexOf(end, from); at !== -1; at = line.indexOf(end, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
