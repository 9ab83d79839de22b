import type { Language } from "../files/languages.ts";
import { type Definition, type DefinitionKind, isCallable, isType, NO_CONTAINER } from "./definition.ts";
import { rowsOf } from "./language_table.ts";

/** Lines that a function's head may take before its body. */
const MAX_HEAD_LINES = 12;

export const NO_CODE: ReadonlySet<Language> = new Set(["doc", "config", "css", "html", "text"] as const);
/** Languages that begin a function with its type, or with nothing. */
const TYPED: ReadonlySet<Language> = new Set(
  ["c", "cpp", "objc", "java", "csharp", "dart", "groovy", "javascript", "typescript", "bash"] as const,
);
/** Languages whose functions are values of names as well. */
const ASSIGNING: ReadonlySet<Language> = new Set(["javascript", "typescript", "lua", "r"] as const);

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
/** What makes a value a function. */
const FUNCTION_VALUE = String
  .raw`(?:async\s+)?(?:function\b|(?:<[^=]{0,200}>\s*)?\((?:[^)=]*$|.*\)\s*(?::[^=)]*)?=>)|[\w$]+\s*=>)`;
const IS_FUNCTION = new RegExp(String.raw`^\s*(?::[^=]*)?=\s*${FUNCTION_VALUE}`);
const IS_TYPE = /^\s*(?::[^=]*)?=\s*(?:(?:packed|extern)\s+)?(?:class|struct|union|enum|opaque)\b/;
/** A function that is the value of a name: `put: function`, `onClick = (event) =>`, `Shop.prototype.sell = function`. */
const ASSIGNED = new RegExp(
  String
    .raw`^${MODIFIERS}(?:(?<container>[\w$]+)(?:\.prototype)?\.){0,6}(?<name>#?[\w$]+)\s*(?::[^=]{0,200})?(?:=|:|<-)\s*${FUNCTION_VALUE}`,
);
/** A name that is given a value, without a word before it. */
const CONSTANT = /^(?!__)(?<name>[^\W\d]\w*)\s*(?::[^=:]+)?(?:\|\|)?(?:=(?![=~>])|<-)/;
/** A value of a type that does not change: `private static final Logger LOG = …`. */
const TYPED_CONSTANT =
  /^(?=[^=(]*\b(?:const|constexpr|final|readonly)\s)(?:[\w<>[\],.?*&:]+\s+[*&]?){1,8}(?<name>\w+)(?:\[[^\]]*\])*\s*(?:=|;|\{$)/;
/** What names something in its own way; elsewhere a name is given a value. */
const LINES: Readonly<Partial<Record<Language, readonly [DefinitionKind, RegExp]>>> = {
  bash: ["constant", /^(?:readonly|export)\s+(?<name>\w+)=/],
  c: ["class", /^\}\s*(?<name>\w+)\s*;/],
  erlang: ["function", /^(?<name>[a-z]\w*)\(.*(?:->|$)/],
  go: ["function", /^(?<name>[A-Z]\w*)\(/],
  haskell: ["function", /^(?<name>[a-z_][\w']*)\s*::/],
  swift: ["function", /^(?:@?[\w.]+(?:\([^()]*\))?\s+){0,8}?(?<name>init|subscript)[?!]?\s*[(<]/],
};
/** The head of a function without a word for it: types, what it belongs to, its name. */
const HEAD =
  /^(?<type>(?![:,]|[^(]*>\s+\w+\s*=)[\w$\s.:,?[\]*&<>@]*?)(?:(?<container>[\w$]{1,200})(?:<[^<>()]{0,200}>)?::)?(?<name>[~#]?\b[\w$]{1,200})\s*(?:<[^()]{0,200}>)?\s?\($/;
const ANNOTATIONS = /^(?:@[\w.]+(?:\([^()]{0,200}\))?\s*|\[[^\][]{0,200}\]\s*){1,8}/;
const NO_HEAD =
  /^(?:if|for|while|switch|catch|return|function|with|sizeof|typeof|super|new|await|when|assert|throw|case|else|do|try|using|lock|foreach|delete|synchronized|goto)\b/;
/** `struct shop *find(`, `class Shop;`: a type that is mentioned. */
const MENTIONED = /^\s*(?:[*&;,)=]|\w+\s*[;=,([])/;
export const DIRECTIVE = /^#\s*(?:define|undef|if|el|end|include|import|pragma|region|error)/;

/** What a line defines. */
export type Found = Pick<Definition, "name" | "kind" | "container" | "bases">;

/** What is known of the place of a line. */
export interface Surroundings {
  /** The definition it stands in. */
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
  const found = byKeyword(code, language, around);
  if (found !== undefined) return found;
  const assigned = ASSIGNING.has(language) ? ASSIGNED.exec(code)?.groups : undefined;
  if (assigned !== undefined) return functionOf(assigned["name"], assigned["container"]);
  if (outer !== undefined && isCallable(outer)) return undefined;
  const [kind, form] = LINES[language] ?? ["constant", CONSTANT];
  const isNamed = isDirect && (kind !== "constant" || holdsValues(around));
  const name = isNamed ? form.exec(code)?.groups?.["name"] : undefined;
  if (name !== undefined) return { name, kind };
  if (!TYPED.has(language)) return undefined;
  const constant = isDirect ? TYPED_CONSTANT.exec(code)?.groups?.["name"] : undefined;
  return constant === undefined ? byHead(code, around) : { name: constant, kind: "constant" };
}

function functionOf(name = "", container?: string, kind: DefinitionKind = "function"): Found {
  return {
    name,
    kind,
    ...(container !== undefined && !NO_CONTAINER.test(container) && { container }),
  };
}

function byKeyword(code: string, language: Language, around: Surroundings): Found | undefined {
  const { kindOf, pattern } = keywordsOf(language);
  const groups = pattern.exec(code)?.groups;
  if (groups === undefined) return undefined;
  const { word = "", name = "", rest = "", container = groups["receiver"] } = groups;
  const kind = kindOf(word);
  const isLocal = around.outer !== undefined && isCallable(around.outer);
  switch (kind) {
    case "constant":
      if (IS_FUNCTION.test(rest)) return { name, kind: "function" };
      if (IS_TYPE.test(rest)) return { name, kind: "class" };
      // `const int limit`: a type, which the name follows.
      return !holdsValues(around) || (TYPED.has(language) && !/^\s*(?:[:=;,]|$)/.test(rest))
        ? undefined
        : { name, kind };
    case "implementation": {
      const type = /^[^{]*?\bfor\s+(?:[&*!]\s*|'\w+\s+|(?:mut|dyn)\s+)*(?:\w+::)*(?!mut\b)(\w+)/.exec(rest)
        ?.[1];
      return type === undefined ? { name, kind, ...basesIn(rest) } : { name: type, kind, bases: [name] };
    }
    case "class":
    case "interface":
    case "enum":
      return TYPED.has(language) && MENTIONED.test(rest) ? undefined : { name, kind, ...basesIn(rest) };
    case "function":
    case "macro":
      return functionOf(name, container, kind);
    case "module":
      return { name, kind };
    default:
      if (/^[^=]*\bstruct\b/.test(rest)) return { name, kind: "class" };
      if (/^[^=]*\binterface\b/.test(rest)) return { name, kind: "interface" };
      return isLocal || rest.startsWith(",") ? undefined : { name, kind };
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

/** Superclasses and interfaces, as far as the rest of the line says them. */
function basesIn(rest: string): { bases?: string[] } {
  const header = (rest.split(/[{;]|\bwhere\b/)[0] ?? "").replace(/<[^<>]*>/g, "").replace(/<[^<>]*>/g, "");
  const given = /^\s*\(([^()]*)\)\s*:?$/.exec(header)?.[1]?.replace(/[^,]*[:=][^,]*|\w+\s\w+/g, "");
  const said = /(?:\b(?:extends|implements|with)\b|:(?!:)|<)(.+)/.exec(header.replace(/\([^()]*\)/g, ""))
    ?.[1];
  const bases = (said ?? given ?? "").split(/[,+&]|\b(?:extends|implements|with)\b/)
    .map((each) => each.match(/\w+/g)?.at(-1) ?? "").filter((each) => each !== "");
  return bases.length === 0 ? {} : { bases: [...new Set(bases)] };
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

interface Keywords {
  pattern: RegExp;
  kindOf: (word: string) => DefinitionKind;
}

const keywords = new Map<Language, Keywords>();

function keywordsOf(language: Language): Keywords {
  const known = keywords.get(language);
  if (known !== undefined) return known;
  const words = rowsOf(language).filter(({ what }) => what !== "opens" && what !== "branch")
    .map(({ what, written }) => ({
      kind: what as DefinitionKind,
      is: new RegExp(`^(?:${written})$`, "i"),
      pattern: written,
    }));
  const all = words.map(({ pattern }) => pattern).join("|");
  const made: Keywords = {
    pattern: new RegExp(
      String.raw`^${MODIFIERS}(?<word>${all})(?:\s+|(?=[(<[*]))${BEFORE_NAME}${NAME}(?<rest>.*)$`,
      language === "sql" ? "i" : "",
    ),
    kindOf: (word) => words.find(({ is }) => is.test(word))?.kind ?? "type",
  };
  keywords.set(language, made);
  return made;
}
