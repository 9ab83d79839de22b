import type { Definition } from "../structure/definition.ts";
import { maskedLines } from "../structure/mask.ts";

/** A text that its grammar can read, and what had to go for it. */
export interface Preprocessed {
  /** As long as the text, with the same line ends: blanks stand where something went. */
  code: string;
  /** What C's directives define, in order of lines. */
  macros: Definition[];
}

const MAX_SIGNATURE = 200;
const MAX_MACROS = 20_000;

/**
 * Takes out of C, C++ or C# what no grammar has a place for: the lines of directives, branches of `#if` that are no whole pieces of code, and macros
 * that stand for an attribute, a modifier or nothing.
 *
 * Of branches that are pieces of a statement only the first is kept; of others all are, so that whatever any of them defines is found.
 */
export function preprocessed(text: string, language: "c" | "cpp" | "csharp"): Preprocessed {
  const { code, macros } = text.includes("#")
    ? withoutDirectives(text, language)
    : { code: text, macros: [] };
  return language === "csharp" ? { code, macros: [] } : { code: withoutMacros(code, language), macros };
}

/** `class EXPORT Name`, `class OWNER EXPORT("x") [[nodiscard]] Name`; the name is no macro where it is all that there is: `class IO final`. */
const AFTER_KEYWORD =
  /\b((?:class|struct|union)\s{1,20})((?:[A-Z][A-Z0-9_]{2,100}(?:\([^()\n]{0,200}\))?[ \t]{1,20}){0,3}[A-Z][A-Z0-9_]{2,100}(?:\([^()\n]{0,200}\))?)(?=\s{1,20}(?!final\b)(?:[A-Za-z_]|\[\[))/g;
/** `char* nonnull name`: only what says something of the pointer stands between it and a name. */
const BEHIND_POINTER =
  /([\w>][ \t]?\*{1,2}[ \t]{0,2})(?!(?:const|volatile|restrict|__restrict\w*)\b)([A-Za-z_]\w{2,60})(?=[ \t]{1,4}(?!(?:and|or|xor|bitand|bitor|not_eq)\b)[A-Za-z_~])/g;
const TYPE = "(?:void|char|short|int|long|float|double|bool|_Bool|signed|unsigned)";
/** Neither a type nor a word of the language. */
const NO_WORD = String.raw`(?!(?:${TYPE}|const|volatile|restrict|inline|static|constexpr|operator)\b)`;
/** `int __init name(`: between a built-in type and a function's name stand macros alone. */
const BEHIND_TYPE = new RegExp(
  String
    .raw`\b(${TYPE}[ \t]{1,20})((?:${NO_WORD}[A-Za-z_]\w{2,60}[ \t]{1,4}){0,2}${NO_WORD}[A-Za-z_]\w{2,60})` +
    String.raw`(?=\s{1,20}(?!(?:operator|and|or|not)\b)[A-Za-z_]\w{0,100}[ \t]{0,4}\()`,
  "g",
);
/** `EXPORT template <…>` */
const BEFORE_KEYWORD =
  /^[ \t]{0,100}[A-Z][A-Z0-9_]{3,100}(?:\([^()\n]{0,200}\))?(?=[ \t]{1,20}(?:template|class|struct|enum|union|namespace|using|typedef)\b)/gm;
/** `template <typename T, REQUIRES(is_integral<T>::value)>` */
const IN_TEMPLATE =
  /(\btemplate\s{0,20}<[^;{}]{0,300}?)((?:,\s{0,100}[A-Z][A-Z0-9_]{2,100}\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,100}\)){0,300}\)\s{0,100}){1,4})(?=>)/g;
/** `if CONSTEXPR (…)` */
const BEHIND_IF = /(\bif[ \t]{1,20})([A-Z][A-Z0-9_]{2,100})(?=[ \t]{0,20}\()/g;
/** `unsigned(x)`, which its grammar takes for no conversion; `operator unsigned()` and `function<unsigned(int)>` are none. */
const CONVERSION = /(?<![\w<:.]|\boperator[ \t]{1,20})(?:unsigned|signed|long|short)(?=\((?![*&)]))/g;
/** `BEGIN_NAMESPACE` on a line of its own, and any such line above a declaration. */
const ALONE =
  /^[ \t]{0,100}(?:[A-Z0-9_]{0,100}(?:BEGIN|END|NAMESPACE|DECLS|OBJECT)[A-Z0-9_]{0,100}|[A-Z][A-Z0-9_]{3,100}(?:\([^()\n]{0,200}\))?(?=[ \t]{0,100}\r?\n(?:[ \t]{0,100}(?:\/\/[^\n]{0,300})?\r?\n){0,20}\s{0,100}(?:template|class|struct|enum|union|namespace|inline|constexpr|static|using|typedef|extern|explicit|virtual|friend|public|private|protected)\b))[ \t]{0,100}(?=\r?$)/gm;
/** `) PRINTF_LIKE(2, 3);` */
const BEHIND_PARAMETERS =
  /(\)\s{1,100}(?:(?:const|noexcept|override|final)\s{1,100}){0,3})([A-Z][A-Z0-9_]{2,100}(?:\([^()\n]{0,200}\))?)(?=\s{0,100}[;{])/g;
const MODIFIERS =
  /^([ \t]{0,100}(?:(?:static|inline|extern|virtual|explicit|friend|constexpr)[ \t]{1,20}){0,4})/.source;
const TEMPLATE = /(?:template[ \t]{0,9}<[^\n]{0,200}>[ \t]{1,20})?/.source;
/** `API void name(` */
const BEFORE_TYPE = new RegExp(
  MODIFIERS.slice(0, 1) + "(" + TEMPLATE + MODIFIERS.slice(2) +
    /([A-Z][A-Z0-9_]{3,100})(?=[ \t]{1,20}[A-Za-z_][\w:]{0,100}(?:<[^<>\n]{0,100}>)?[ \t*&]{1,20}[A-Za-z_]\w{0,100}[ \t]{0,20}[(A-Za-z_*])/
      .source,
  "gm",
);
/** `CONSTEXPR Name(`, a constructor. */
const BEFORE_NAME = new RegExp(
  MODIFIERS +
    /([A-Z0-9_]{0,100}(?:CONSTEXPR|INLINE|EXPLICIT|NODISCARD|API|EXPORT|DEPRECATED|FUNC|DECL)[A-Z0-9_]{0,100})(?=[ \t]{1,20}~?[A-Za-z_]\w{0,100}\()/
      .source,
  "gm",
);

function withoutMacros(text: string, language: "c" | "cpp"): string {
  const blankSecond = (_: string, before: string, macro: string) => before + " ".repeat(macro.length);
  const plain = text.replace(AFTER_KEYWORD, blankSecond).replace(ALONE, (line) => " ".repeat(line.length))
    .replace(BEHIND_PARAMETERS, blankSecond).replace(BEHIND_POINTER, blankSecond).replace(
      BEHIND_TYPE,
      blankSecond,
    ).replace(
      BEFORE_TYPE,
      blankSecond,
    ).replace(
      BEFORE_TYPE,
      blankSecond,
    );
  if (language === "c") return plain;
  const blank = (macro: string) => " ".repeat(macro.length);
  return plain.replace(BEFORE_NAME, blankSecond).replace(BEHIND_IF, blankSecond)
    .replace(BEFORE_KEYWORD, blank).replace(CONVERSION, blank)
    .replace(IN_TEMPLATE, (_, before: string, macros: string) => before + macros.replace(/[^\r\n]/g, " "));
}

/** The lines of one branch of a condition, without those of the directives around it. */
interface Branch {
  /** Indexes of lines, the second one behind the last. */
  from: number;
  to: number;
  /** How many more brackets it opens than it closes. */
  open: number;
  /** The lowest that count was. */
  lowest: number;
  /** The last character of its code; "" where it has none. */
  last: string;
  /** Whether it is never compiled: `#if 0`. */
  never: boolean;
}

/** Branches of one condition so far; the last is being read. */
type Condition = [Branch, ...Branch[]];

const DIRECTIVE = /^\s*#\s*(\w*)(.*)/;
const BRANCHES = /^(?:if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)$/;
const MAX_NESTED = 200;

function withoutDirectives(text: string, language: "c" | "cpp" | "csharp"): Preprocessed {
  const lines = text.split("\n");
  const masked = maskedLines(text, language);
  const code = [...lines];
  const macros: Definition[] = [];
  const stack: Condition[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = masked[index] ?? "";
    const directive = line.includes("#") ? DIRECTIVE.exec(line) : null;
    const branch = stack.at(-1)?.at(-1);
    if (directive === null) {
      if (branch !== undefined) count(branch, line);
      continue;
    }
    const first = index;
    while (index + 1 < lines.length && /\\\s*$/.test(lines[index] ?? "")) index++;
    for (let at = first; at <= index; at++) code[at] = onlyOpenComment(lines[at] ?? "", masked[at] ?? "");
    const [, word = "", rest = ""] = directive;
    if (!BRANCHES.test(word)) {
      if (word === "define" && macros.length < MAX_MACROS) {
        define(macros, rest, lines[first] ?? "", first + 1, index + 1);
      }
    } else if (word.startsWith("if")) {
      if (stack.length < MAX_NESTED) {
        stack.push([branchFrom(index + 1, word === "if" && /^\s*0\s*$/.test(rest))]);
      }
    } else if (branch !== undefined) {
      branch.to = first;
      if (word !== "endif") stack.at(-1)?.push(branchFrom(index + 1, false));
      else {
        const condition = stack.pop();
        const kept = condition === undefined ? [] : keep(condition, lines, code);
        const around = stack.at(-1)?.at(-1);
        if (around !== undefined) { for (const each of kept) absorb(around, each); }
      }
    }
  }
  return { code: code.join("\n"), macros };
}

function define(macros: Definition[], rest: string, written: string, line: number, endLine: number): void {
  const name = /^\s+([A-Za-z_$][\w$]{0,199})/.exec(rest)?.[1];
  if (name === undefined) return;
  macros.push({ name, kind: "macro", line, endLine, signature: written.trim().slice(0, MAX_SIGNATURE) });
}

/** Blanks a line, but for a comment in it that goes on behind it. */
function onlyOpenComment(line: string, masked: string): string {
  const at = line.lastIndexOf("/*");
  const open = at !== -1 && masked[at] === " " && line.indexOf("*/", at + 2) === -1;
  return blanked(open ? line.slice(0, at) : line) + (open ? line.slice(at) : "");
}

function blanked(line: string): string {
  return " ".repeat(line.endsWith("\r") ? line.length - 1 : line.length) + (line.endsWith("\r") ? "\r" : "");
}

function branchFrom(from: number, never: boolean): Branch {
  return { from, to: from, open: 0, lowest: 0, last: "", never };
}

function count(branch: Branch, code: string): void {
  for (let at = 0; at < code.length; at++) {
    switch (code.charCodeAt(at)) {
      case 123: // {
      case 40: // (
        branch.open++;
        break;
      case 125: // }
      case 41: // )
        branch.lowest = Math.min(branch.lowest, --branch.open);
    }
  }
  const end = code.trimEnd();
  if (end !== "") branch.last = end.slice(-1);
}

/** Counts what is kept of a condition to the branch around it. */
function absorb(around: Branch, inner: Branch): void {
  around.lowest = Math.min(around.lowest, around.open + inner.lowest);
  around.open += inner.open;
  if (inner.last !== "") around.last = inner.last;
}

/** Blanks the branches that go, and gives those that stay. */
function keep(condition: Condition, lines: readonly string[], code: string[]): Branch[] {
  const alive = condition.filter(({ never, last }) => !never && last !== "");
  const whole = alive.every(({ open, lowest, last }) => open === 0 && lowest === 0 && /[;{},:]/.test(last));
  const kept = whole ? alive : alive.slice(0, 1);
  for (const branch of condition) {
    // A branch without code may have comments, which do no harm.
    if (kept.includes(branch) || (!branch.never && branch.last === "")) continue;
    for (let index = branch.from; index < branch.to; index++) code[index] = blanked(lines[index] ?? "");
  }
  return kept;
}
