import type { Language } from "../files/languages.ts";
import { type Definition, isType } from "./definition.ts";
import { hasBody, lineForms } from "./definition_forms.ts";
import { isCallable } from "./enclosing.ts";
import { maskedLines } from "./mask.ts";

export type { Definition, DefinitionKind } from "./definition.ts";

const MAX_SIGNATURE = 200;
/** Definitions of one file beyond which it is generated data. */
const MAX_DEFINITIONS = 20_000;

/** There a module is a namespace: it contains nothing. */
const NAMESPACES: ReadonlySet<Language> = new Set(
  ["cpp", "c", "csharp", "php", "typescript", "javascript", "perl"] as const,
);

/** A definition whose last line has not been seen yet. */
interface Open {
  definition: Definition;
  indent: number;
  /** Indentation of the first line inside. */
  inner?: number;
}

/**
 * What a text defines, in order of lines, told by keywords, names and indentation: for files that no parser has seen. Linear in the text; lines
 * over 2,000 characters are passed over. Languages of no code define nothing. `masked`: what `maskedLines` gives.
 */
export function definitions(
  text: string,
  language: Language,
  masked: readonly string[] = maskedLines(text, language),
): Definition[] {
  const forms = lineForms(language);
  if (forms === undefined) return [];
  const lines = text.split("\n");
  const found: Definition[] = [];
  const stack: Open[] = [];
  let last = 0;
  let continued = false;
  for (let index = 0; index < masked.length && found.length < MAX_DEFINITIONS; index++) {
    const whole = masked[index] ?? "";
    const code = tight(whole);
    if (code === "") continue;
    const inMacro: boolean = continued;
    continued = forms.preprocessed && (inMacro || code.startsWith("#")) && code.endsWith("\\");
    if (inMacro) continue;
    const line = index + 1;
    const isDirective = forms.preprocessed && code.startsWith("#");
    const indent = whole.length - whole.trimStart().length;
    if (!isDirective) {
      closeBefore(stack, { code, indent, line, last });
      last = line;
    }
    const top = stack.at(-1);
    if (top !== undefined && indent > top.indent && !code.endsWith(":")) top.inner ??= indent;
    const isDirect = indent === (top === undefined ? 0 : top.inner);
    const outer = top?.definition;
    const candidate = forms.matched(code, {
      outer,
      isDirect,
      isLocal: outer !== undefined && isCallable(outer),
      hasBody: () => hasBody(masked, index),
    });
    if (candidate === undefined) continue;
    const container = candidate.container ?? containerIn(outer, language);
    const isMethod = candidate.kind === "function" &&
      (candidate.container !== undefined ||
        (outer !== undefined && (isType(outer.kind) || outer.kind === "constant")));
    const definition: Definition = {
      ...candidate,
      ...(isMethod && { kind: "method" }),
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

/** Without blanks at the ends and long runs of them inside, which blanked comments leave and patterns would walk through. */
function tight(line: string): string {
  const code = line.trim();
  return code.includes("   ") ? code.replace(/ {3,}/g, "  ") : code;
}

function containerIn(outer: Definition | undefined, language: Language): string | undefined {
  if (outer === undefined) return undefined;
  const holds = isType(outer.kind) || outer.kind === "constant" ||
    (outer.kind === "module" && !NAMESPACES.has(language));
  return holds ? outer.name : undefined;
}
