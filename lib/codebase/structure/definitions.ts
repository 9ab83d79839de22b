import { isProgram, type Language } from "../files/languages.ts";
import { containerIn, type Definition, isType, MAX_DEFINITIONS, MAX_SIGNATURE } from "./definition.ts";
import { defined, DIRECTIVE, directive, formsOf, hasBody } from "./definition_lines.ts";
import { maskedLines } from "./mask.ts";

/** A definition whose last line has not been seen yet. */
interface Open {
  definition: Definition;
  indent: number;
  /** Indentation of the first line inside. */
  inner?: number;
}

/** What a text defines, in order of lines, told by keywords, names and indentation: for files that no parser has seen. Linear in the text; lines over 2,000 characters are passed over. `masked`: what `maskedLines` gives. */
export function definitions(
  text: string,
  language: Language,
  masked: readonly string[] = maskedLines(text, language),
): Definition[] {
  if (!isProgram(language)) return [];
  const isSpace = formsOf(language).ways.includes("namespaces");
  const lines = text.split("\n");
  const found: Definition[] = [];
  const stack: Open[] = [];
  let last = 0;
  let continued = false;
  for (let index = 0; index < masked.length && found.length < MAX_DEFINITIONS; index++) {
    const whole = masked[index] ?? "";
    // Blanked comments leave runs of blanks, which patterns would walk through.
    const code = whole.trim().replace(/ {3,}/g, "  ");
    if (code === "") continue;
    const isDirective: boolean = continued || DIRECTIVE.test(code);
    const goesOn = continued;
    continued = isDirective && code.endsWith("\\");
    if (goesOn) continue;
    const line = index + 1;
    const indent = whole.length - whole.trimStart().length;
    if (!isDirective) {
      closeBefore(stack, { code, indent, line, last });
      last = line;
    }
    const top = stack.at(-1);
    if (top !== undefined && indent > top.indent && !code.endsWith(":")) top.inner ??= indent;
    const outer = top?.definition;
    const isDirect = indent === (top === undefined ? 0 : top.inner);
    const its = isDirective
      ? directive(code)
      : defined(code, language, { outer, isDirect, hasBody: () => hasBody(masked, index) });
    if (its === undefined) continue;
    const container = its.container ?? containerIn(outer, isSpace);
    const isMember = its.container !== undefined ||
      (outer !== undefined && (isType(outer.kind) || outer.kind === "constant"));
    const definition: Definition = {
      name: its.name,
      kind: its.kind === "function" && isMember ? "method" : its.kind,
      line,
      endLine: line,
      signature: (lines[index] ?? "").trim().slice(0, MAX_SIGNATURE),
      ...(container !== undefined && { container }),
    };
    found.push(definition);
    if (!isDirective && !isClosed(code)) stack.push({ definition, indent });
  }
  for (const { definition } of stack) definition.endLine = Math.max(definition.line, last);
  return found;
}

/** What goes on with a definition at its own indentation. */
const CONTINUES =
  /^(?:[{)\].:|&?=<>,+\-*/]|(?:where|throws|extends|implements|with|permits|rescue|ensure|else|catch|finally|after)\b|(?!try\b|else\b)[\w ]{1,40}:$)/;
const CLOSES = /^(?:\}|end\b)/;
const OPENS = /(?:[{(:[=]|\b(?:do|then)|[-=]>)$/;

/** Ends what cannot reach a line: one that stands no deeper, unless it goes on with it. */
function closeBefore(
  stack: Open[],
  { code, indent, line, last }: { code: string; indent: number; line: number; last: number },
): void {
  for (let top = stack.at(-1); top !== undefined && indent <= top.indent; top = stack.at(-1)) {
    const isSame = indent === top.indent;
    if (isSame && (CONTINUES.test(code) || (CLOSES.test(code) && OPENS.test(code)))) return;
    stack.pop();
    const isEnd = isSame && CLOSES.test(code);
    top.definition.endLine = Math.max(top.definition.line, isEnd ? line : last);
    if (isEnd) return;
  }
}

/** Whether a definition ends on the line that it begins on. */
function isClosed(code: string): boolean {
  const opened = Math.max(code.lastIndexOf("{"), code.lastIndexOf("("));
  return /[};]$/.test(code) && opened <= Math.max(code.lastIndexOf("}"), code.lastIndexOf(")"));
}
