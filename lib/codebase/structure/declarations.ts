import { afterBalanced } from "./balanced.ts";
import { basesOf } from "./bases.ts";
import type { Candidate } from "./definition.ts";
import type { Language } from "../files/languages.ts";

/** Lines and characters a declaration's head may take before its `{` or `;`. */
const MAX_HEAD_LINES = 12;
const MAX_HEAD = 1500;

/** Languages whose declarations begin with types instead of a keyword. */
export const DECLARATION_LANGUAGES: ReadonlySet<Language> = new Set([
  "c",
  "cpp",
  "objc",
  "java",
  "csharp",
  "dart",
  "groovy",
]);

/** Code before a body or a semicolon: what it says, what ended it, and how many lines it took. */
export interface Head {
  text: string;
  terminator: "{" | ";";
  lines: number;
}

/** The declaration that begins at `lines[from]`, or undefined where none ends within bounds. Preprocessor lines have no head. */
export function headAt(lines: readonly string[], from: number): Head | undefined {
  let text = "";
  let brackets = 0;
  for (
    let index = from;
    index < lines.length && index < from + MAX_HEAD_LINES && text.length < MAX_HEAD;
    index++
  ) {
    const line = lines[index] ?? "";
    if (line.trimStart().startsWith("#")) {
      if (index === from) return undefined;
      continue;
    }
    for (let at = 0; at < line.length; at++) {
      const char = line[at];
      if (char === "(" || char === "[") brackets++;
      else if (char === ")" || char === "]") brackets--;
      else if (char === "}" && text.trim() === "" && line.slice(0, at).trim() === "") return undefined;
      else if ((char === "{" || char === ";") && brackets <= 0) {
        return {
          text: `${text}${line.slice(0, at)}`.trim().replace(/\s{3,}/g, "  "),
          terminator: char,
          lines: index - from + 1,
        };
      }
    }
    text = `${text}${line.trim()} `;
  }
  return undefined;
}

const TYPE_HEAD =
  /^(?:(?:public|private|protected|internal|static|abstract|final|sealed|partial|readonly|ref|unsafe|strictfp|base|mixin|export|inline|typedef|non-sealed|file|new)\s+)*(?<word>class|struct|union|@?interface|enum|record|trait|namespace|module|mixin|extension)\b(?:\s+(?:class|struct))?(?:\s+[A-Z][A-Z0-9_]+(?:\([^)]*\))?(?=\s+\w))?(?:\s+(?<name>[\w.:]+))?(?<rest>[^]*)$/;
const NOT_CALLABLE = new Set(
  "if for while switch catch return sizeof throw new else do try using lock foreach when synchronized defined assert case yield await delete typeof alignas decltype static_assert"
    .split(" "),
);
const CALLABLE =
  /((?:[A-Za-z_$][\w$]*(?:<[^<>()]*>)?\s*::\s*)*)(~?[A-Za-z_$][\w$]*|operator\s*[^\s\w(]{1,3})\s*(?:<[^<>()]*>)?\s*$/;
const TUPLE_BEFORE =
  /(?:[<,]|\b(?:public|private|protected|internal|static|async|override|virtual|abstract|sealed|readonly|new))\s*$/;
const ACCESS_LABEL = /^(?:public|private|protected|signals|Q_SIGNALS)(?:\s+(?:slots|Q_SLOTS))?\s*:(?!:)\s*/;

/** What a head declares. `container` is the type it stands directly in, which allows constructors and methods without a body. */
export function declared(
  head: Head,
  language: Language,
  container: string | undefined,
): Candidate | undefined {
  const text = withoutAnnotations(head.text, language);
  return typeDeclared(text, head, language) ?? callableDeclared(text, head, language, container) ??
    valueDeclared(text, language, container);
}

function typeDeclared(text: string, { terminator }: Head, language: Language): Candidate | undefined {
  const groups = TYPE_HEAD.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { word = "", name = "", rest = "" } = groups;
  const record = word === "record" || (language === "csharp" && /^(?:class|struct)$/.test(word));
  if (!record && /^\s*[(*&]|^\s+\w+\s*[([=]/.test(rest)) return undefined;
  if (terminator === ";" && !record) return undefined;
  const typedef = text.startsWith("typedef");
  if (name === "" && !typedef) return undefined;
  const kind = /interface/.test(word)
    ? "interface"
    : word === "enum"
    ? "enum"
    : word === "namespace" || word === "module"
    ? "module"
    : word === "extension"
    ? "implementation"
    : "class";
  const bases = kind === "module" ? [] : basesOf(record ? withoutParameters(rest) : rest, language);
  const last = kind === "module" ? name : name.split("::").pop() ?? name;
  return { name: last, kind, ...(bases.length > 0 && { bases }) };
}

/** What follows a primary constructor. */
function withoutParameters(rest: string): string {
  return /^\s*\(/.test(rest) ? afterBalanced(rest, "(", ")") : rest;
}

/** Index of the parenthesis that the parameters begin with: not a tuple's, in C# a type of its own. */
function parametersAt(text: string, language: Language): number {
  let at = text.indexOf("(");
  while (at > 0 && language === "csharp" && TUPLE_BEFORE.test(text.slice(0, at))) {
    const rest = afterBalanced(text.slice(at), "(", ")");
    const next = rest.indexOf("(");
    at = next === -1 ? -1 : text.length - rest.length + next;
  }
  return at;
}

function callableDeclared(
  text: string,
  { terminator }: Head,
  language: Language,
  container: string | undefined,
): Candidate | undefined {
  const paren = parametersAt(text, language);
  if (paren <= 0) return undefined;
  const before = text.slice(0, paren);
  const match = CALLABLE.exec(before);
  if (match === null || /=(?!\s*$)/.test(before.replace(/operator\s*[^\s\w]+/, ""))) return undefined;
  const name = (match[2] ?? "").replace(/\s+/g, "");
  const owner = (match[1] ?? "").replace(/\s+|<[^<>]*>/g, "").split("::").filter((part) => part !== "").pop();
  if (NOT_CALLABLE.has(name)) return undefined;
  const type = before.slice(0, match.index).trim();
  if (NOT_CALLABLE.has(type.split(/\s+/)[0] ?? "") || type.endsWith(".") || type.startsWith("typedef")) {
    return undefined;
  }
  const arrow = text.includes("=>") && (language === "csharp" || language === "dart");
  const body = terminator === "{" || arrow;
  const free = language === "dart" || language === "groovy";
  const isConstructor = name === (owner ?? container) || name.startsWith("~");
  if (type === "" && !isConstructor && !(free && body) && owner === undefined) return undefined;
  if (!/[\w>\]*&?]$/.test(type) && type !== "") return undefined;
  if (!body && container === undefined) return undefined;
  const holder = owner ?? container;
  return {
    name,
    kind: holder === undefined ? "function" : "method",
    ...(owner !== undefined && { container: owner }),
  };
}

function valueDeclared(
  text: string,
  language: Language,
  container: string | undefined,
): Candidate | undefined {
  const alias = /^using\s+(\w+)\s*=/.exec(text)?.[1] ??
    /^typedef\b[^{]*?\(\s*\*\s*(\w+)\s*\)/.exec(text)?.[1] ??
    /^typedef\b[^{]*\b(\w+)(?:\[\w*\])?$/.exec(text)?.[1];
  if (alias !== undefined) return { name: alias, kind: "type" };
  if (/^(?:[\w<>,?[\]*&:]+\s+)*(?:const|constexpr|final|readonly)\s/.test(text)) {
    const name = /\b([A-Za-z_]\w*)(?:\[[^\]]*\])*\s*(?:=[^]*)?$/.exec(text.split("=")[0] ?? "")?.[1];
    const inBody = container === undefined && language === "java";
    if (name !== undefined && !inBody && !text.includes("(", 0) || /=/.test(text) && name !== undefined) {
      return { name, kind: "constant" };
    }
  }
  if (language !== "csharp" || container === undefined) return undefined;
  const property =
    /^(?:(?:public|private|protected|internal|static|virtual|override|abstract|sealed|new|required|extern)\s+)+[\w<>,?[\].]+\s+(\w+)(?:\s*=>[^]*)?$/
      .exec(text)?.[1];
  return property === undefined ? undefined : { name: property, kind: "property" };
}

/** Drops annotations, attributes, template parameters and access labels, all of which stand before what is declared. */
function withoutAnnotations(text: string, language: Language): string {
  let rest = text.replace(/__(?:attribute__|declspec)\s*\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)/g, " ").trim();
  for (;;) {
    const before = rest;
    rest = rest.replace(ACCESS_LABEL, "");
    if (/^@(?!interface\b)[\w.]+/.test(rest)) {
      rest = rest.replace(/^@[\w.]+\s*/, "");
      if (rest.startsWith("(")) rest = afterBalanced(rest, "(", ")");
    } else if (rest.startsWith("[") && language !== "java") rest = afterBalanced(rest, "[", "]");
    else if (/^template\s*</.test(rest)) rest = afterBalanced(rest.replace(/^template\s*/, ""), "<", ">");
    else if (/^extern\s{2,}/.test(rest)) rest = rest.replace(/^extern\s+/, "");
    rest = rest.trimStart();
    if (rest === before) return rest;
  }
}
