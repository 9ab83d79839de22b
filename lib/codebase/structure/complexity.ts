import type { Definition } from "./definition.ts";
import { isCallable } from "./enclosing.ts";
import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";

/** How hard one function is to hold in mind. Lines of functions inside it count for those alone. */
export interface Complexity {
  definition: Definition;
  /** Ways through it: 1 + branches (McCabe, by keywords and operators). */
  cyclomatic: number;
  /** Deepest level of indentation inside, 1 for a flat body. */
  nesting: number;
  /** Lines with code. */
  lines: number;
}

const WORDS =
  /\b(?:if|elif|elsif|elseif|elsf|for|foreach|while|until|unless|case|when|catch|except|rescue|guard|cond)\b|&&|\|\||\?\?(?!=)|\?(?=\s[^:?]*:)/g;
/** Languages that spell their operators, and whose `when` or `if` guards are words of their own. */
const SPELLED = /\b(?:and|or)\b/g;
const SPELLED_IN: ReadonlySet<Language> = new Set(
  ["python", "ruby", "lua", "elixir", "perl", "php"] as const,
);
const RUST_ARM = /=>/g;

/** Languages whose blocks are told by their indentation here. */
const INDENTED: ReadonlySet<Language> = new Set(
  ["python", "ruby", "lua", "elixir", "julia", "haskell", "ocaml", "fsharp", "nim"] as const,
);

/** A condition for the compiler: no way through the function as it runs. */
const PREPROCESSED = /^\s*#/;
const PREPROCESSED_IN: ReadonlySet<Language> = new Set(["c", "cpp", "objc", "csharp"] as const);

/** The complexity of every function and method of a file, in order; lines of a macro count for what is around it. */
export function complexities(file: SourceFile): Complexity[] {
  const callables = file.definitions.filter((each) => isCallable(each) && each.kind !== "macro");
  if (callables.length === 0) return [];
  const found = callables.map((definition) => ({ definition, cyclomatic: 1, nesting: 1, lines: 0 }));
  const levels = blockLevels(file);
  const directives = PREPROCESSED_IN.has(file.language);
  const open: number[] = [];
  let next = 0;
  for (const [at, code] of file.code.entries()) {
    const line = at + 1;
    while (open.length > 0 && (callables[open.at(-1) ?? 0]?.endLine ?? 0) < line) open.pop();
    while (callables[next] !== undefined && (callables[next]?.line ?? 0) <= line) open.push(next++);
    const inner = found[open.at(-1) ?? -1];
    if (inner === undefined || code.trim() === "") continue;
    inner.lines++;
    if (!directives || !PREPROCESSED.test(code)) inner.cyclomatic += branches(code, file.language);
    inner.nesting = Math.max(inner.nesting, (levels[at] ?? 0) - (levels[inner.definition.line - 1] ?? 0));
  }
  return found;
}

const OPENING = 0x7b;
const CLOSING = 0x7d;
const SPACE = 0x20;

/** How many blocks each line stands in: open braces, or indentations that a line above began a block with. */
function blockLevels(file: SourceFile): number[] {
  return INDENTED.has(file.language) ? indentations(file) : braces(file);
}

function braces({ code }: SourceFile): number[] {
  let depth = 0;
  return code.map((line) => {
    let level = depth;
    let plain = false;
    for (let at = 0; at < line.length; at++) {
      const unit = line.charCodeAt(at);
      if (unit === OPENING) depth++;
      else if (unit === CLOSING) {
        depth = Math.max(0, depth - 1);
        if (!plain) level = depth;
      }
      plain ||= unit > SPACE;
    }
    return level;
  });
}

/** A deeper line that continues an expression is no block: in Python a block begins behind a colon. */
function indentations({ code, language }: SourceFile): number[] {
  const stack: number[] = [];
  let opens = false;
  return code.map((line) => {
    const trimmed = line.trim();
    if (trimmed === "") return stack.length;
    const indent = columns(line);
    while ((stack.at(-1) ?? -1) > indent) stack.pop();
    if (stack.length === 0 || (opens && stack.at(-1) !== indent)) stack.push(indent);
    opens = language !== "python" || trimmed.endsWith(":");
    return stack.length;
  });
}

/** One figure to order by: branches first, then depth beyond three levels, then length beyond a screen. */
export function weight({ cyclomatic, nesting, lines }: Complexity): number {
  return cyclomatic + 2 * Math.max(0, nesting - 3) + Math.max(0, lines - 50) / 10;
}

function branches(code: string, language: Language): number {
  let count = code.match(WORDS)?.length ?? 0;
  if (SPELLED_IN.has(language)) count += code.match(SPELLED)?.length ?? 0;
  if (language === "rust") count += code.match(RUST_ARM)?.length ?? 0;
  return count;
}

function columns(line: string): number {
  let count = 0;
  for (const char of line) {
    if (char === " ") count++;
    else if (char === "\t") count += 4;
    else break;
  }
  return count;
}
