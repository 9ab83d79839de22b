import type { Language } from "../files/languages.ts";
import { type Definition, type DefinitionKind, isCallable, isType, NO_CONTAINER } from "./definition.ts";
import { perLanguage } from "./language_table.ts";

/** Lines that a function's head may take before its body. */
const MAX_HEAD_LINES = 12;

const NAME = String
  .raw`(?!(?:function|class|struct|enum|fn|func|fun|def|type|interface)\b)(?<name>[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*(?:[?!']|=(?=\())?)`;
/** Modifiers, annotations and attributes: `pub(crate)`, `@available(iOS 17, *)`, `[Test]`. */
const MODIFIERS = String
  .raw`(?!(?:return|throw|new|if|for|while|else|yield|await|import|from|using|use|in|is|not|goto|delete)\b)` +
  String
    .raw`(?:#?\[[^\][]{0,200}\]\s*|template\s*<[^<>]{0,200}>\s*|[@#]?[\w.-]+(?:\([^()]{0,200}\)|\[\w+\])?\s+){0,8}?`;
/** What stands between a word and the name: a receiver, types, what the name belongs to. */
const BEFORE_NAME = String
  .raw`(?:(?<=\bfunc\s*)\(\s*(?:\w+\s+)?\*?(?<receiver>\w+)[^()]{0,100}\)\s*|<[^(){}]{0,200}?>\s*|[*&!"^[]\s*|[A-Z][A-Z\d_]+\s+(?=\w)){0,3}` +
  String.raw`(?:(?<container>[\w$]+)(?:<[^(){}]{0,200}?>)?\??(?:\.|::|:(?=\w)|\\)){0,6}`;
const FUNCTION_VALUE = String
  .raw`(?:async\s+)?(?:function\b|(?:<[^=]{0,200}>\s*)?\((?:[^)=]*$|.*\)\s*(?::[^=)]*)?=>)|[\w$]+\s*=>)`;
const IS_FUNCTION = new RegExp(String.raw`^\s*(?::[^=]*)?=\s*${FUNCTION_VALUE}`);
/** A function that is the value of a name: `put: function`, `onClick = (event) =>`, `Shop.prototype.sell = function`. */
const ASSIGNED = new RegExp(
  String
    .raw`^${MODIFIERS}(?:(?<container>[\w$]+)(?:\.prototype)?\.){0,6}(?<name>#?[\w$]+)\s*(?::[^=]{0,200})?(?:=|:|<-)\s*${FUNCTION_VALUE}`,
);
/** A value of a type that does not change: `private static final Logger LOG = …`. */
const TYPED_CONSTANT =
  /^(?=[^=(]*\b(?:const|constexpr|final|readonly)\s)(?:[\w<>[\],.?*&:]+\s+[*&]?){1,8}(?<name>\w+)(?:\[[^\]]*\])*\s*(?:=|;|\{$)/;
/** The head of a function without a word for it: types, what it belongs to, its name. */
const HEAD =
  /^(?<type>(?![:,]|[^(]*>\s+\w+\s*=)[\w$\s.:,?[\]*&<>@]*?)(?:(?<container>[\w$]{1,200})(?:<[^<>()]{0,200}>)?::)?(?<name>[~#]?\b[\w$]{1,200})\s*(?:<[^()]{0,200}>)?\s?\($/;
const ANNOTATIONS = /^(?:@[\w.]+(?:\([^()]{0,200}\))?\s*|\[[^\][]{0,200}\]\s*){1,8}/;
const NO_HEAD =
  /^(?:if|for|while|switch|catch|return|function|with|sizeof|typeof|super|new|await|when|assert|throw|case|else|do|try|using|lock|foreach|delete|synchronized|goto)\b/;
/** What a trait of Rust is implemented for. */
const IMPLEMENTED = /^[^{]*?\bfor\s+(?:[&*!]\s*|'\w+\s+|(?:mut|dyn)\s+)*(?:\w+::)*(?!mut\b)(\w+)/;
/** `struct shop *find(`, `class Shop;`: a type that is mentioned. */
const MENTIONED = /^\s*(?:[*&;,)=]|\w+\s*[;=,([])/;
export const DIRECTIVE = /^#\s*(?:define|undef|if|el|end|include|import|pragma|region|error)/;

export type Found = Pick<Definition, "name" | "kind" | "container">;

/** What is known of the place of a line. */
export interface Surroundings {
  outer: Definition | undefined;
  /** Whether it stands in that directly, or at the top of the file. */
  isDirect: boolean;
  /** Whether a block follows the brackets that the line opens. */
  hasBody: () => boolean;
}

export function directive(code: string): Found | undefined {
  const name = /^#\s*define\s+(\w+)/.exec(code)?.[1];
  return name === undefined ? undefined : { name, kind: "macro" };
}

/** What a line defines, by a keyword, by a value that is a function, or by the head of a function. */
export function defined(code: string, language: Language, around: Surroundings): Found | undefined {
  const { outer, isDirect } = around;
  const { line, keyword, ways } = formsOf(language);
  const worded = keyword.exec(code)?.groups;
  const found = worded && byKeyword(worded, language, around);
  if (found !== undefined) return found;
  const assigned = ways.includes("assigned") ? ASSIGNED.exec(code)?.groups : undefined;
  if (assigned !== undefined) return functionOf(assigned["name"], assigned["container"]);
  if (outer !== undefined && isCallable(outer)) return undefined;
  const isNamed = isDirect && (line.kind !== "constant" || holdsValues(around));
  const name = isNamed ? line.pattern.exec(code)?.groups?.["name"] : undefined;
  if (name !== undefined) return { name, kind: line.kind };
  if (!ways.includes("typed")) return undefined;
  const constant = isDirect ? TYPED_CONSTANT.exec(code)?.groups?.["name"] : undefined;
  return constant === undefined ? byHead(code, around) : { name: constant, kind: "constant" };
}

function functionOf(name = "", container?: string, kind: DefinitionKind = "function"): Found {
  return { name, kind, ...(container !== undefined && !NO_CONTAINER.test(container) && { container }) };
}

function byKeyword(
  { name = "", rest = "", receiver, container = receiver, ...words }: Record<string, string | undefined>,
  language: Language,
  around: Surroundings,
): Found | undefined {
  const isTyped = formsOf(language).ways.includes("typed");
  const kind = Object.keys(words).find((kind) => words[kind] !== undefined) as DefinitionKind;
  switch (kind) {
    case "constant":
      if (IS_FUNCTION.test(rest)) return { name, kind: "function" };
      // `const int limit`: a type, which the name follows.
      return !holdsValues(around) || (isTyped && !/^\s*(?:[:=;,]|$)/.test(rest)) ? undefined : { name, kind };
    case "implementation":
      return { name: IMPLEMENTED.exec(rest)?.[1] ?? name, kind };
    case "function":
    case "macro":
      return functionOf(name, container, kind);
    case "class":
    case "interface":
    case "enum":
      return isTyped && MENTIONED.test(rest) ? undefined : { name, kind };
    default:
      return { name, kind };
  }
}

/** A function whose head has no word for it: it has a body, or a type declares it. */
function byHead(code: string, { outer, isDirect, hasBody }: Surroundings): Found | undefined {
  const head = code.replace(ANNOTATIONS, "");
  const { name, type = "", container } = HEAD.exec(head.slice(0, head.indexOf("(") + 1))?.groups ?? {};
  if (name === undefined || type.endsWith(".") || NO_HEAD.test(name) || NO_HEAD.test(type)) return undefined;
  if (type === "" && /^[A-Z][A-Z\d_]+$/.test(name)) return undefined;
  const isDeclared = isDirect && outer !== undefined && isType(outer.kind) &&
    (type !== "" || name.replace("~", "") === outer.name || outer.kind === "interface");
  return isDeclared || ((isDirect || type !== "") && hasBody()) ? functionOf(name, container) : undefined;
}

/** Whether a name that is given a value there is more than a variable. */
function holdsValues({ outer, isDirect }: Surroundings): boolean {
  return outer === undefined ? isDirect : isType(outer.kind) || outer.kind === "module";
}

/** Whether the brackets that a line opens are closed and followed by a block, and not by a semicolon. */
export function hasBody(lines: readonly string[], from: number): boolean {
  let brackets = 0;
  for (const line of lines.slice(from, from + MAX_HEAD_LINES)) {
    for (let at = 0; at < line.length; at++) {
      const char = line[at] ?? "";
      if (char === "(") brackets++;
      else if (char === ")") brackets--;
      else if (brackets > 0) continue;
      else if (char === ";") return false;
      else if (char === "{" || (char === "=" && line[at + 1] === ">")) return true;
    }
  }
  return false;
}

const NO_KIND = /^(?:opens|branch|family|files|import|line|way)$/;

/** How a language names what is defined: behind a word, in a group named like its kind, or in a form of a line. */
export const formsOf = perLanguage((rows, language) => {
  const [, kind = "", pattern = ""] = /^(\w+) (.*)$/.exec(rows["line"]?.[0] ?? "") ?? [];
  const kinds = Object.entries(rows).filter(([what]) => !NO_KIND.test(what))
    .map(([kind, written]) => `(?<${kind}>${written?.join("|")})`);
  return {
    keyword: new RegExp(
      String.raw`^${MODIFIERS}(?:${kinds.join("|")})(?:\s+|(?=[(<[*]))${BEFORE_NAME}${NAME}(?<rest>.*)$`,
      language === "sql" ? "i" : "",
    ),
    line: { kind: kind as DefinitionKind, pattern: new RegExp(pattern) },
    ways: rows["way"] ?? [],
  };
});
