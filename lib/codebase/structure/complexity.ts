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

/** Words that branch in nearly every language, and those of single languages: elsewhere `cond`, `when` and `except` are names. */
const BRANCHING = "if|for|foreach|while|case|catch";
const MORE_WORDS: Readonly<Partial<Record<Language, string>>> = {
  javascript: "",
  typescript: "",
  java: "",
  go: "",
  rust: "",
  c: "",
  cpp: "",
  objc: "",
  kotlin: "",
  scala: "",
  dart: "",
  zig: "",
  swift: "|guard",
  csharp: "|when",
  php: "|elseif",
  python: "|elif|except",
  ruby: "|elsif|unless|until|when|rescue",
  perl: "|elsif|unless|until",
  bash: "|elif|until",
};
const ALL_WORDS = "|elif|elsif|elseif|elsf|until|unless|when|except|rescue|guard|cond";
/** A condition between `?` and `:` may have each on a line of its own. */
const CONDITION = /\?(?=[^\S\n][^:?\n]*:)|(?<=^[^\S\n]*)\?(?=[^\S\n])|(?<=[^\S\n])\?(?=[^\S\n]*$)/.source;
/** There a question mark behind a name or a type is a part of it: `empty? :all`, `String? = nil, count:`. */
const MARKED: ReadonlySet<Language> = new Set(
  ["ruby", "swift", "csharp", "dart", "rust", "kotlin"] as const,
);
/** Languages that spell their operators, and whose `when` or `if` guards are words of their own. */
const SPELLED = /\b(?:and|or)\b/g;
const SPELLED_IN: ReadonlySet<Language> = new Set(
  ["python", "ruby", "lua", "elixir", "perl", "php"] as const,
);
const RUST_ARM = /=>/g;
/** An arm of `when`, but for the last resort; in a lambda a brace stands before the arrow, in a type of functions a colon or an equals sign. */
const KOTLIN_ARM = /^(?![^\S\n]*else\b)(?:[^{}:=\n]|::|[=!<>]=)+?[^\S\n]->(?=[^\S\n]*\S)/gm;
/** Kotlin's `a ?: b`; `when` is counted by its arms. */
const KOTLIN_ELVIS = /\?:/g;

/** Languages whose blocks are told by their indentation here. */
const INDENTED: ReadonlySet<Language> = new Set(
  ["python", "ruby", "bash", "lua", "elixir", "julia", "haskell", "ocaml", "fsharp", "nim"] as const,
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
  const branches = branchesByLine(file);
  const open: number[] = [];
  let next = 0;
  for (const [at, code] of file.code.entries()) {
    const line = at + 1;
    while (open.length > 0 && (callables[open.at(-1) ?? 0]?.endLine ?? 0) < line) open.pop();
    while (callables[next] !== undefined && (callables[next]?.line ?? 0) <= line) open.push(next++);
    const inner = found[open.at(-1) ?? -1];
    if (inner === undefined || code.trim() === "") continue;
    inner.lines++;
    inner.cyclomatic += branches[at] ?? 0;
    inner.nesting = Math.max(inner.nesting, (levels[at] ?? 0) - (levels[inner.definition.line - 1] ?? 0));
  }
  return found;
}

const BRACE = /[{}]/;
const BRACES = /[{}]/g;

/** How many blocks each line stands in: open braces, or indentations that a line above began a block with. */
function blockLevels(file: SourceFile): number[] {
  return INDENTED.has(file.language) ? indentations(file) : braces(file);
}

function braces({ code }: SourceFile): number[] {
  const text = code.join("\n");
  const levels: number[] = [];
  let depth = 0;
  let start = 0;
  let next = text.search(BRACE);
  for (const { length } of code) {
    const end = start + length;
    const closes = text[next] === "}" && next < end && text.slice(start, next).trim() === "";
    levels.push(closes ? Math.max(0, depth - 1) : depth);
    while (next !== -1 && next < end) {
      depth = text[next] === "{" ? depth + 1 : Math.max(0, depth - 1);
      BRACES.lastIndex = next + 1;
      next = BRACES.exec(text)?.index ?? -1;
    }
    start = end + 1;
  }
  return levels;
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

const patterns = new Map<Language, RegExp>();

/** What branches in a language. */
function branching(language: Language): RegExp {
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    const words = BRANCHING + (MORE_WORDS[language] ?? ALL_WORDS);
    const condition = (MARKED.has(language) ? String.raw`(?<![\w>\])])` : "") + CONDITION;
    pattern = new RegExp(String.raw`\b(?:${words})\b|&&|\|\||\?\?(?!=)|${condition}`, "gm");
    patterns.set(language, pattern);
  }
  return pattern;
}

/** One figure to order by: branches first, then depth beyond three levels, then length beyond a screen. */
export function weight({ cyclomatic, nesting, lines }: Complexity): number {
  return cyclomatic + 2 * Math.max(0, nesting - 3) + Math.max(0, lines - 50) / 10;
}

/** How many branches each line has. One search over the whole text takes a fraction of one a line. */
function branchesByLine({ code, language }: SourceFile): Uint16Array {
  const counts = new Uint16Array(code.length);
  const plain = PREPROCESSED_IN.has(language)
    ? code.map((line) => PREPROCESSED.test(line) ? "" : line)
    : code;
  const text = plain.join("\n");
  const all = [
    branching(language),
    ...(SPELLED_IN.has(language) ? [SPELLED] : []),
    ...(language === "rust" ? [RUST_ARM] : []),
    ...(language === "kotlin" ? [KOTLIN_ARM, KOTLIN_ELVIS] : []),
  ];
  for (const pattern of all) {
    let at = 0;
    let end = plain[0]?.length ?? 0;
    for (const { index } of text.matchAll(pattern)) {
      while (index > end) end += 1 + (plain[++at]?.length ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
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
