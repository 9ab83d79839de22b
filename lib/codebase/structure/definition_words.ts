import type { Language } from "../files/languages.ts";
import type { DefinitionKind } from "./definition.ts";

type Words = Readonly<Partial<Record<DefinitionKind, string>>>;

/** Words that a definition's name follows, in nearly every language that has them. */
export const WORDS: Words = {
  class: "class|struct|union",
  interface: "interface|trait|protocol",
  enum: "enum(?: class| struct)?",
  function: "function|func|fun|fn|def",
  type: "type|typealias",
  module: "module|namespace|mod",
  implementation: "impl|extension",
  constant: "const(?: val)?|val|let|var",
  macro: "macro",
};
/** Words of single languages: elsewhere they are names. */
export const MORE_WORDS: Readonly<Partial<Record<Language, Words>>> = {
  python: { function: "c?p?def|cdef [\\w*]+" },
  rust: { constant: "static", macro: "macro_rules!" },
  kotlin: { class: "object|companion object" },
  scala: { class: "object", enum: "enum" },
  swift: { class: "actor", type: "associatedtype" },
  java: { class: "record", interface: "@interface" },
  csharp: { class: "record(?: struct| class)?" },
  dart: { class: "mixin" },
  objc: { class: "@interface", interface: "@protocol", implementation: "@implementation" },
  powershell: { function: "filter" },
  perl: { module: "package", function: "sub" },
  lua: { constant: "local" },
  bash: { constant: "readonly|export" },
  julia: { interface: "abstract type" },
  elixir: {
    module: "defmodule|defprotocol",
    implementation: "defimpl",
    macro: "defmacrop?",
    function: "defp|defguardp?|defdelegate",
    type: "@(?:typep?|opaque)",
  },
  haskell: { type: "data|newtype|data family|type family" },
  ocaml: { function: "external", type: "and", constant: "let rec" },
  fsharp: { function: "member", constant: "let (?:rec|inline|private|mutable)" },
  clojure: {
    function: "\\(defn-?",
    macro: "\\(defmacro",
    interface: "\\(defprotocol",
    class: "\\(def(?:record|type)",
    constant: "\\(def(?:once|multi|method)?",
  },
  nim: { function: "proc|method|iterator|template|converter" },
  sql: {
    function: "procedure|trigger",
    type: "(?:table|view|domain|index|sequence|type)(?: concurrently)?(?: if not exists)?",
  },
  proto: { class: "message|exception", interface: "service", function: "rpc" },
  graphql: {
    class: "type|input",
    type: "scalar|directive",
    function: "query|mutation|subscription|fragment",
  },
};

/** Whole lines that name something without a word before the name. */
export const LINES: Readonly<Partial<Record<Language, readonly (readonly [DefinitionKind, RegExp])[]>>> = {
  python: [["constant", /^(?!__)(?<name>[^\W\d]\w*)\s*(?::[^=]+)?=(?!=)/]],
  go: [["function", /^(?<name>[A-Z]\w*)\(/]],
  ruby: [[
    "function",
    /^(?:alias|alias_method|attr_\w+|define_method|delegate|scope)[\s(]+:?(?<name>\w+[?!]?)/,
  ], ["constant", /^(?<name>[A-Z]\w*)\s*\|?\|?=(?![=~>])/]],
  r: [["constant", /^(?<name>[\w.]+)\s*<-/]],
  haskell: [["function", /^(?<name>[a-z_][\w']*)\s*::/]],
  swift: [["function", /^(?:@?[\w.]+(?:\([^()]*\))?\s+){0,8}?(?<name>init|subscript)[?!]?\s*[(<]/]],
  erlang: [["macro", /^-define\(\s*(?<name>\w+)/], ["function", /^(?<name>[a-z]\w*)\(.*(?:->|$)/]],
  nim: [[
    "type",
    /^(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]]*\])?\s*=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/,
  ]],
  csharp: [[
    "property",
    /^(?:(?:public|private|protected|internal|static|virtual|override|abstract|sealed|new|required)\s+)+(?!const|readonly)[\w<>,?[\].]+\s+(?<name>\w+)\s*(?:[;={]|$)/,
  ]],
  c: [["class", /^\}\s*(?<name>\w+)\s*;/], [
    "type",
    /^typedef\b[^{]*?\b(?<name>\w+)\)?(?:\([^()]*\)|\[\w*\])?;$/,
  ]],
  cpp: [["type", /^typedef\b[^{]*?\b(?<name>\w+)\)?(?:\([^()]*\)|\[\w*\])?;$/], [
    "type",
    /^using\s+(?<name>\w+)\s*=/,
  ]],
};

/** Languages that begin a function with its type, or with nothing. */
export const TYPED: ReadonlySet<Language> = new Set(
  ["c", "cpp", "objc", "java", "csharp", "dart", "groovy", "javascript", "typescript", "bash"] as const,
);
/** Languages whose functions are values of names as well. */
export const ASSIGNING: ReadonlySet<Language> = new Set(["javascript", "typescript", "lua", "r"] as const);
export const PREPROCESSED: ReadonlySet<Language> = new Set(["c", "cpp", "objc", "csharp"] as const);
/** Languages without definitions. */
export const TEXTS: ReadonlySet<Language> = new Set(["doc", "config", "css", "html", "text"] as const);
