import type { Language } from "../files/languages.ts";
import { type Candidate, type Definition, type DefinitionKind, isType } from "./definition.ts";
import { ASSIGNING, LINES, MORE_WORDS, PREPROCESSED, TEXTS, TYPED, WORDS } from "./definition_words.ts";

/** What is known of the place of a line. */
export interface Surroundings {
  /** The definition it stands in. */
  outer: Definition | undefined;
  /** Whether it stands in that directly, or at the top of the file. */
  isDirect: boolean;
  /** Whether it stands in a function. */
  isLocal: boolean;
  /** Whether a block follows the brackets that the line opens. */
  hasBody: () => boolean;
}

/** How the lines of a language define names. */
export interface LineForms {
  matched: (code: string, around: Surroundings) => Candidate | undefined;
  /** Whether `#` begins a directive. */
  preprocessed: boolean;
}

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
/** A member or a property that is a function: `put: function`, `onClick = (event) =>`, `Shop.prototype.sell = function`. */
const ASSIGNED = new RegExp(
  String
    .raw`^${MODIFIERS}(?:(?<container>[\w$]+)(?:\.prototype)?\.){0,6}(?<name>#?[\w$]+)\s*(?::[^=]{0,200})?(?:=|:|<-)\s*${FUNCTION_VALUE}`,
);
/** A value of a type that does not change: `private static final Logger LOG = …`. */
const TYPED_CONSTANT =
  /^(?=[^=(]*\b(?:const|constexpr|final|readonly)\s)(?:[\w<>[\],.?*&:]+\s+[*&]?){1,8}(?<name>\w+)(?:\[[^\]]*\])*\s*(?:=|;|\{$)/;
/** Where the parameters of a function's head begin: in C# a type may have brackets of its own. */
const PARAMETERS = /[\w$>\]=!+*/~^%&|()-]\s?\(/;
const ANNOTATIONS =
  /^(?:@[\w.]+(?:\([^()]{0,200}\))?\s+|\[[^\][]{0,200}\]\s*|template\s*<[^<>]{0,200}>\s*){0,8}/;
/** What a head names, at its end, and what stands before the name. */
const HEAD_NAME =
  /(?:(?<container>[\w$]{1,200})(?:<[^<>()]{0,200}>)?::)?(?<name>[~#]?\b[\w$]{1,200}|operator\s?(?:\(\)|[^\s\w(]{1,3}))\s*(?:<[^()]{0,200}>)?\s?$/;
const TYPE = /^(?![:,])[\w$\s.:,?[\]*&<>()]*$/;
const NO_HEAD = new Set(
  ("if for while switch catch return function with elif and or not in is sizeof typeof super new await when unless assert " +
    "defer throw yield case else do try using lock foreach delete import default void synchronized goto define")
    .split(" "),
);
/** What a name may stand behind without belonging to it. */
const NO_CONTAINER = /^(?:exports|module|this|self|prototype)$/;
/** `struct shop *find(`, `class Shop;`: a type that is mentioned. */
const MENTIONED = /^\s*(?:[*&;,)=]|\w+\s*[;=,([])/;

const compiled = new Map<Language, LineForms>();

/** Undefined for languages that define nothing. */
export function lineForms(language: Language): LineForms | undefined {
  if (TEXTS.has(language)) return undefined;
  let forms = compiled.get(language);
  if (forms === undefined) compiled.set(language, forms = formsOf(language));
  return forms;
}

function formsOf(language: Language): LineForms {
  const isTyped = TYPED.has(language);
  const isAssigning = ASSIGNING.has(language);
  const words = [...Object.entries(MORE_WORDS[language] ?? {}), ...Object.entries(WORDS)]
    .filter(([kind]) => kind !== "constant" || !isTyped || isAssigning)
    .map(([kind, alternatives]) => ({
      kind: kind as DefinitionKind,
      is: new RegExp(`^(?:${alternatives})$`, "i"),
      alternatives,
    }));
  const all = words.map(({ alternatives }) => alternatives).join("|");
  const keyword = new RegExp(
    String.raw`^${MODIFIERS}(?<word>${all})(?:\s+|(?=[(<[*]))${BEFORE_NAME}${NAME}(?<rest>.*)$`,
    language === "sql" ? "i" : "",
  );
  const isPreprocessed = PREPROCESSED.has(language);

  function byKeyword(code: string, { outer, isDirect, isLocal }: Surroundings): Candidate | undefined {
    const groups = keyword.exec(code)?.groups;
    if (groups === undefined) return undefined;
    const { word = "", name = "", rest = "", container = groups["receiver"] } = groups;
    const kind = words.find(({ is }) => is.test(word))?.kind ?? "type";
    switch (kind) {
      case "constant":
        if (IS_FUNCTION.test(rest)) return { name, kind: "function" };
        if (IS_TYPE.test(rest)) return { name, kind: "class" };
        return !isLocal && (outer === undefined ? isDirect : isType(outer.kind) || outer.kind === "module")
          ? { name, kind }
          : undefined;
      case "implementation": {
        const type = /^[^{]*?\bfor\s+(?:[&*!]\s*|'\w+\s+|(?:mut|dyn)\s+)*(?:\w+::)*(?!mut\b)(\w+)/.exec(rest)
          ?.[1];
        return type === undefined ? withBases(name, kind, rest) : { name: type, kind, bases: [name] };
      }
      case "class":
      case "interface":
      case "enum":
        return isTyped && MENTIONED.test(rest) ? undefined : withBases(name, kind, rest);
      case "function":
      case "macro":
        return { name, kind, ...containedBy(container) };
      case "module":
        if (word === "namespace") {
          return rest.startsWith(";") ? undefined : { name: spaceOf(code, name), kind };
        }
        return { name, kind };
      default:
        if (/^[^=]*\bstruct\b/.test(rest)) return { name, kind: "class" };
        if (/^[^=]*\binterface\b/.test(rest)) return { name, kind: "interface" };
        return isLocal || rest.startsWith(",") ? undefined : { name, kind };
    }
  }

  function byHead(code: string, { outer, isDirect, isLocal, hasBody }: Surroundings): Candidate | undefined {
    if (isLocal) return undefined;
    const declared = code.replace(ANNOTATIONS, "");
    const head = declared.slice(0, declared.search(PARAMETERS) + 1);
    const named = HEAD_NAME.exec(head);
    if (named === null) return undefined;
    const { name = "", container } = named.groups ?? {};
    const type = head.slice(0, named.index);
    if (!TYPE.test(type) || type.endsWith(".")) return undefined;
    if (NO_HEAD.has(name) || NO_HEAD.has(/^\w*/.exec(type)?.[0] ?? "") && !type.startsWith("void")) {
      return undefined;
    }
    if (type === "" && /^[A-Z][A-Z\d_]+$/.test(name) && name !== outer?.name) return undefined;
    const isMember = isDirect && outer !== undefined && isType(outer.kind);
    const isDeclared = isMember &&
      (type !== "" || name.replace("~", "") === outer.name || outer.kind === "interface");
    if (!isDeclared && !((isDirect || type !== "") && hasBody())) return undefined;
    return { name: name.replace(/\s+/g, ""), kind: "function", ...containedBy(container) };
  }

  function byLine(code: string, { isDirect, isLocal }: Surroundings): Candidate | undefined {
    if (isLocal || !isDirect) return undefined;
    for (const [kind, line] of LINES[language] ?? []) {
      const name = line.exec(code)?.groups?.["name"];
      if (name !== undefined) return { name, kind };
    }
    const constant = isTyped ? TYPED_CONSTANT.exec(code)?.groups?.["name"] : undefined;
    return constant === undefined ? undefined : { name: constant, kind: "constant" };
  }

  return {
    preprocessed: isPreprocessed,
    matched(code, around) {
      if (isPreprocessed && code.startsWith("#")) {
        const name = /^#\s*define\s+(\w+)/.exec(code)?.[1];
        return name === undefined ? undefined : { name, kind: "macro" };
      }
      const assigned = !isAssigning ? undefined : ASSIGNED.exec(code)?.groups;
      return byKeyword(code, around) ??
        (assigned &&
          { name: assigned["name"] ?? "", kind: "function", ...containedBy(assigned["container"]) }) ??
        byLine(code, around) ?? (isTyped ? byHead(code, around) : undefined);
    },
  };
}

/** A namespace is called by all of its parts. */
function spaceOf(code: string, last: string): string {
  return /\bnamespace\s+([\w.:]+)/.exec(code)?.[1] ?? last;
}

function containedBy(container: string | undefined): { container?: string } {
  return container === undefined || NO_CONTAINER.test(container) ? {} : { container };
}

/** A type with its superclasses and interfaces, as far as its line says them. */
function withBases(name: string, kind: DefinitionKind, rest: string): Candidate {
  const header = (rest.split(/\{|;|\bwhere\b/)[0] ?? "").replace(/<[^<>]*>/g, "").replace(/<[^<>]*>/g, "");
  const given = /^\s*\(([^()]*)\)\s*:?$/.exec(header)?.[1]?.split(",").filter((each) =>
    !/[:=]|\w\s+\w/.test(each)
  );
  const said = /(?:\b(?:extends|implements|with)\b|:(?!:)|<)(.+)/
    .exec(header.replace(/\((?:[^()]|\([^()]*\))*\)/g, ""))?.[1]?.split(
      /[,+&]|\b(?:extends|implements|with)\b/,
    );
  const bases = (said ?? given ?? []).map((each) => each.match(/\w+/g)?.at(-1) ?? "")
    .filter((each) => each !== "");
  return { name, kind, ...(bases.length > 0 && { bases: [...new Set(bases)] }) };
}

/** Lines and characters a function's head may take before its body. */
const MAX_HEAD_LINES = 12;

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
