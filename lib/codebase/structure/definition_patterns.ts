import type { DefinitionKind } from "./definition.ts";
import type { Language } from "../files/languages.ts";

/** One way a line defines a name. The pattern is tried at the first non-blank character of a line without comments and strings. */
export interface Pattern {
  kind: DefinitionKind;
  /** Named groups: `name`, and where the language says so `container` and `bases`. */
  at: RegExp;
  /** `member`: only directly inside a type or an object. `top`: only outside of everything but modules and types. */
  where?: "member" | "top";
}

const JS_ARROW = String
  .raw`(?:async\s+)?(?:function\b|(?:<[^=]{0,200}>\s*)?\((?:[^)=]*$|.*\)\s*(?::[^=)]*)?=>)|[\w$]+\s*=>)`;
const JS_MODIFIERS = String
  .raw`(?:(?:public|private|protected|static|abstract|override|readonly|declare|async|get|set)\s+)*`;

const JS: Pattern[] = [
  pattern(
    "class",
    String.raw`(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+(?<name>[\w$]+)`,
  ),
  pattern(
    "function",
    String
      .raw`(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\w$]+)\s*[(<]`,
  ),
  pattern("interface", String.raw`(?:export\s+)?(?:default\s+)?(?:declare\s+)?interface\s+(?<name>[\w$]+)`),
  pattern("enum", String.raw`(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+(?<name>[\w$]+)`),
  pattern("type", String.raw`(?:export\s+)?(?:declare\s+)?type\s+(?<name>[\w$]+)\s*[=<]`),
  pattern("module", String.raw`(?:export\s+)?(?:declare\s+)?(?:namespace|module)\s+(?<name>[\w$.]+)\s*\{`),
  pattern("class", String.raw`(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*class\b`),
  pattern(
    "function",
    String.raw`(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*(?::[^=]*)?=\s*${JS_ARROW}`,
  ),
  pattern(
    "constant",
    String.raw`(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*[=:]`,
    "top",
  ),
  pattern("method", String.raw`(?<container>[\w$.]+)\.prototype\.(?<name>[\w$]+)\s*=`),
  pattern("function", String.raw`(?:module\.)?exports\.(?<name>[\w$]+)\s*=(?!=)`),
  pattern("function", String.raw`(?<container>[\w$]+)\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?function\b`),
  pattern("function", String.raw`module\.exports\s*=\s*(?:async\s+)?function\s+(?<name>[\w$]+)`),
  pattern(
    "method",
    String
      .raw`${JS_MODIFIERS}\*?\s*(?<name>#?[\w$]+)\s*(?:<[^(]{0,200}>)?\s*\((?:[^;()]|\([^()]*\))*\)\s*(?::[^;={]*)?\{`,
  ),
  pattern(
    "method",
    String.raw`${JS_MODIFIERS}\*?\s*(?<name>#?[\w$]+)\??\s*(?:<[^(]{0,200}>)?\s*\(`,
    "member",
  ),
  pattern("method", String.raw`${JS_MODIFIERS}(?<name>#?[\w$]+)\s*(?::[^=]*)?[=:]\s*${JS_ARROW}`, "member"),
];

/** Swift's and Kotlin's modifiers and attributes: `public`, `private(set)`, `@available(iOS 17, *)`. */
const MODIFIED = String.raw`(?:@?[\w.]+(?:\([^)]*\))?\s+)*?`;

/** Keyword-led languages. C and its relatives are in `declarations.ts`. */
export const PATTERNS: Readonly<Partial<Record<Language, readonly Pattern[]>>> = {
  typescript: JS,
  javascript: JS,
  python: [
    pattern("function", String.raw`(?:async\s+)?(?:c?p?def|cdef\s+[\w*]+)\s+(?<name>[^\W\d]\w*)\s*[\[(]`),
    pattern("class", String.raw`(?:cdef\s+)?class\s+(?<name>[^\W\d]\w*)`),
    pattern("type", String.raw`type\s+(?<name>[^\W\d]\w*)\s*(?:\[.*\])?\s*=`, "top"),
    pattern("constant", String.raw`(?!__)(?<name>[^\W\d]\w*)\s*(?::[^=]+)?=(?!=)`, "top"),
  ],
  go: [
    pattern(
      "method",
      String.raw`func\s*\(\s*(?:\w+\s+)?\*?(?<container>\w+)(?:\[[^\]]*\])?\s*\)\s*(?<name>\w+)`,
    ),
    pattern("function", String.raw`func\s+(?<name>\w+)`),
    pattern("class", String.raw`(?:type\s+)?(?<name>\w+)(?:\[[^\]]*\])?\s+struct\b`, "top"),
    pattern("interface", String.raw`(?:type\s+)?(?<name>\w+)(?:\[[^\]]*\])?\s+interface\b`, "top"),
    pattern("type", String.raw`type\s+(?<name>\w+)`),
    pattern("constant", String.raw`(?:const|var)\s+(?<name>\w+)`, "top"),
    pattern("constant", String.raw`(?<name>[A-Z]\w*)(?:\s+[\w.*\[\]]+)?\s*=(?!=)`, "top"),
    pattern("method", String.raw`(?<name>[A-Z]\w*)\(`, "member"),
  ],
  rust: [
    pattern(
      "function",
      String
        .raw`(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?(?:extern\s+(?:"[^"]*"|\s*)\s*)?fn\s+(?<name>\w+)`,
    ),
    pattern("class", String.raw`(?:pub(?:\([^)]*\))?\s+)?(?:struct|union)\s+(?<name>\w+)`),
    pattern("enum", String.raw`(?:pub(?:\([^)]*\))?\s+)?enum\s+(?<name>\w+)`),
    pattern("interface", String.raw`(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+(?<name>\w+)`),
    pattern(
      "implementation",
      String
        .raw`(?:unsafe\s+)?impl\b(?:\s*<[^{]{0,200}?>)?\s+(?:!?(?:\w+::)*(?<bases>\w+)(?:<[^{]{0,200}>)?\s+for\s+)?(?:&(?:\s*'\w+\s)?(?:\s*mut\s)?\s*|dyn\s+)?(?:\w+::)*(?<name>(?!mut\b)\w+)`,
    ),
    pattern("module", String.raw`(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*\{`),
    pattern("type", String.raw`(?:pub(?:\([^)]*\))?\s+)?type\s+(?<name>\w+)`),
    pattern("constant", String.raw`(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?(?<name>\w+)\s*:`),
    pattern("macro", String.raw`macro_rules!\s*(?<name>\w+)`),
  ],
  kotlin: [
    pattern(
      "function",
      String.raw`${MODIFIED}fun\s+(?:<[^(]{0,200}?>\s*)?(?:[\w.<>?, *]+\.)?(?<name>\w+)\s*\(`,
    ),
    pattern("interface", String.raw`${MODIFIED}interface\s+(?<name>\w+)`),
    pattern("enum", String.raw`${MODIFIED}enum\s+class\s+(?<name>\w+)`),
    pattern("class", String.raw`${MODIFIED}(?:class|object)\s+(?<name>\w+)`),
    pattern("type", String.raw`${MODIFIED}typealias\s+(?<name>\w+)`),
    pattern(
      "constant",
      String
        .raw`(?:(?:public|private|internal|protected|override|const|lateinit|open|abstract|actual|expect)\s+)*va[lr]\s+(?:<[^>]*>\s*)?(?:[\w<>?]+\.)?(?<name>\w+)`,
      "top",
    ),
  ],
  swift: [
    pattern("function", String.raw`${MODIFIED}func\s+(?<name>[\w]+)`),
    pattern("function", String.raw`${MODIFIED}(?<name>init|subscript)[?!]?\s*[(<]`, "member"),
    pattern("interface", String.raw`${MODIFIED}protocol\s+(?<name>\w+)`),
    pattern("enum", String.raw`${MODIFIED}enum\s+(?<name>\w+)`),
    pattern("class", String.raw`${MODIFIED}(?:class|struct|actor)\s+(?!func\b|var\b|let\b)(?<name>\w+)`),
    // `extension [Item]`: what is said of several items is said of the item.
    pattern("implementation", String.raw`${MODIFIED}extension\s+\[?(?:\w+\.)*(?<name>\w+)`),
    pattern("type", String.raw`${MODIFIED}(?:typealias|associatedtype)\s+(?<name>\w+)`),
    pattern("constant", String.raw`${MODIFIED}(?:let|var)\s+(?<name>\w+)`, "top"),
  ],
  scala: [
    pattern(
      "function",
      String
        .raw`(?:(?:override|private|protected|final|implicit|inline|lazy|transparent)(?:\[\w+\])?\s+)*def\s+(?<name>\w+)`,
    ),
    pattern("class", String.raw`(?:\w+(?:\[\w+\])?\s+)*?(?:class|object)\s+(?<name>\w+)`),
    pattern("interface", String.raw`(?:\w+(?:\[\w+\])?\s+)*?trait\s+(?<name>\w+)`),
    pattern("enum", String.raw`enum\s+(?<name>\w+)`),
    pattern("type", String.raw`(?:\w+\s+)*?type\s+(?<name>\w+)\s*(?:\[[^\]]*\])?\s*=`),
    pattern(
      "constant",
      String.raw`(?:(?:override|private|protected|final|implicit|lazy)(?:\[\w+\])?\s+)*va[lr]\s+(?<name>\w+)`,
      "top",
    ),
  ],
  ruby: [
    pattern(
      "function",
      String
        .raw`(?:(?:private|public|protected|module_function|private_class_method)\s+)?def\s+(?:(?:self|[A-Z]\w*)\.)?(?<name>[^\W\d]\w*[?!=]?)`,
    ),
    pattern("class", String.raw`class\s+(?:[A-Z]\w*::)*(?<name>[A-Z]\w*)`),
    pattern("module", String.raw`module\s+(?:[A-Z]\w*::)*(?<name>[A-Z]\w*)`),
    pattern(
      "function",
      String
        .raw`(?:define_method|scope|delegate|attr_accessor|attr_reader|attr_writer|alias_method)[\s(]+:(?<name>\w+[?!]?)`,
    ),
    pattern("class", String.raw`(?<name>[A-Z]\w*)\s*=\s*(?:Struct|Class|Data|Module)\.(?:new|define)`),
    pattern("constant", String.raw`(?<name>[A-Z]\w*)\s*\|?\|?=(?![=~>])`, "top"),
  ],
  php: [
    pattern(
      "function",
      String.raw`(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?\s*(?<name>\w+)`,
    ),
    pattern("class", String.raw`(?:(?:abstract|final|readonly)\s+)*(?:class|trait)\s+(?<name>\w+)`),
    pattern("interface", String.raw`interface\s+(?<name>\w+)`),
    pattern("enum", String.raw`enum\s+(?<name>\w+)\s*[:{]?`),
    pattern(
      "constant",
      String.raw`(?:(?:public|private|protected|final)\s+)*const\s+(?:\??\w+\s+)?(?<name>\w+)\s*=`,
    ),
  ],
  bash: [
    pattern("function", String.raw`function\s+(?<name>[\w:.-]+)`),
    pattern("function", String.raw`(?<name>[\w:.-]+)\s*\(\s*\)`),
    pattern("constant", String.raw`(?:readonly|declare\s+-r|export)\s+(?<name>\w+)=`, "top"),
  ],
  powershell: [
    pattern("function", String.raw`(?:function|filter)\s+(?:\w+:)?(?<name>[\w-]+)`),
    pattern("class", String.raw`class\s+(?<name>\w+)`),
  ],
  perl: [
    pattern("function", String.raw`sub\s+(?:\w+::)*(?<name>\w+)`),
    pattern("module", String.raw`package\s+(?:\w+::)*(?<name>\w+)`),
  ],
  lua: [
    pattern("function", String.raw`(?:local\s+)?function\s+(?:(?<container>[\w.]+)[.:])?(?<name>\w+)\s*\(`),
    pattern("function", String.raw`(?:local\s+)?(?:(?<container>[\w.]+)\.)?(?<name>\w+)\s*=\s*function\b`),
    pattern("constant", String.raw`local\s+(?<name>\w+)\s*=`, "top"),
  ],
  r: [
    pattern("function", String.raw`(?<name>[\w.]+)\s*(?:<-|=)\s*function\b`),
    pattern("constant", String.raw`(?<name>[\w.]+)\s*<-`, "top"),
  ],
  julia: [
    pattern("function", String.raw`(?:@\w+\s+)?function\s+(?:\w+\.)*(?<name>\w+!?)`),
    pattern("macro", String.raw`macro\s+(?<name>\w+)`),
    pattern("class", String.raw`(?:mutable\s+)?struct\s+(?<name>\w+)`),
    pattern("interface", String.raw`abstract\s+type\s+(?<name>\w+)`),
    pattern("module", String.raw`(?:bare)?module\s+(?<name>\w+)`),
    pattern("function", String.raw`(?<name>\w+!?)\([^=]*\)(?:::\S+)?\s*=(?!=)`, "top"),
    pattern("constant", String.raw`const\s+(?<name>\w+)`),
  ],
  elixir: [
    pattern("module", String.raw`def(?:module|protocol)\s+(?:\w+\.)*(?<name>\w+)`),
    pattern("implementation", String.raw`defimpl\s+(?:\w+\.)*(?<name>\w+)`),
    pattern("macro", String.raw`defmacrop?\s+(?<name>\w+[?!]?)`),
    pattern("function", String.raw`def(?:p|guard|guardp|delegate)?\s+(?<name>[a-z_]\w*[?!]?)`),
    pattern("type", String.raw`@(?:typep?|opaque)\s+(?<name>\w+)`),
  ],
  erlang: [
    pattern("function", String.raw`(?<name>[a-z]\w*)\(.*(?:->|$)`, "top"),
    pattern("macro", String.raw`-define\(\s*(?<name>\w+)`),
  ],
  haskell: [
    pattern("interface", String.raw`class\s+(?:.*=>\s*)?(?<name>[A-Z]\w*)`),
    pattern("type", String.raw`(?:data|newtype|type)\s+(?:family\s+|instance\s+)?(?<name>[A-Z]\w*)`),
    pattern("function", String.raw`(?<name>[a-z_][\w']*)\s*::`, "top"),
  ],
  ocaml: [
    pattern("function", String.raw`(?:let|and)\s+(?:rec\s+)?(?<name>[a-z_][\w']*)`, "top"),
    pattern("function", String.raw`(?:val|external)\s+(?<name>[a-z_][\w']*)`),
    pattern(
      "type",
      String.raw`(?:type|and)\s+(?:nonrec\s+)?(?:'\w+\s+|\([^)]*\)\s*)?(?<name>[a-z_]\w*)\s*=`,
      "top",
    ),
    pattern("module", String.raw`module\s+(?:type\s+)?(?<name>[A-Z]\w*)`),
  ],
  fsharp: [
    pattern(
      "function",
      String.raw`(?:let|and)\s+(?:(?:rec|inline|private|internal|mutable)\s+)*(?<name>[a-zA-Z_][\w']*)`,
      "top",
    ),
    pattern(
      "method",
      String.raw`(?:(?:static|override|abstract|default)\s+)*member\s+(?:\w+\.)?(?<name>\w+)`,
    ),
    pattern("type", String.raw`type\s+(?:private\s+|internal\s+)?(?<name>\w+)`),
    pattern("module", String.raw`module\s+(?:\w+\.)*(?<name>\w+)`),
  ],
  clojure: [
    pattern("function", String.raw`\(defn-?\s+(?:\^\S+\s+)*(?<name>[\w*+!?<>=/.-]+)`),
    pattern("macro", String.raw`\(defmacro\s+(?<name>[\w*+!?<>=/.-]+)`),
    pattern("interface", String.raw`\(defprotocol\s+(?<name>[\w-]+)`),
    pattern("class", String.raw`\(def(?:record|type)\s+(?<name>[\w-]+)`),
    pattern("constant", String.raw`\(def(?:once|multi|method)?\s+(?:\^\S+\s+)*(?<name>[\w*+!?<>=/.-]+)`),
  ],
  zig: [
    pattern("function", String.raw`(?:pub\s+)?(?:export\s+)?(?:inline\s+)?fn\s+(?<name>\w+)`),
    pattern(
      "class",
      String.raw`(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|union|opaque)\b`,
    ),
    pattern("enum", String.raw`(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:enum|error)\b`),
    pattern("constant", String.raw`(?:pub\s+)?(?:const|var)\s+(?<name>\w+)`, "top"),
  ],
  nim: [
    pattern("function", String.raw`(?:proc|func|method|iterator|template|macro|converter)\s+(?<name>\w+)`),
    pattern(
      "type",
      String.raw`(?<name>[A-Z]\w*)\*?\s*(?:\[[^\]]*\])?\s*=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b`,
    ),
  ],
  sql: [
    pattern(
      "function",
      String
        .raw`create\s+(?:or\s+(?:replace|alter)\s+)?(?:definer\s*=\s*\S+\s+)?(?:function|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?(?:["\w]+\.)?"?(?<name>\w+)`,
    ),
    pattern(
      "type",
      String
        .raw`create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|materialized|unique)\s+)*(?:table|view|type|domain|index|sequence)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:["\w]+\.)?"?(?<name>\w+)`,
    ),
  ],
  proto: [
    pattern("class", String.raw`(?:message|struct|exception|union)\s+(?<name>\w+)`),
    pattern("enum", String.raw`enum\s+(?<name>\w+)`),
    pattern("interface", String.raw`service\s+(?<name>\w+)`),
    pattern("method", String.raw`rpc\s+(?<name>\w+)`),
  ],
  graphql: [
    pattern("class", String.raw`(?:extend\s+)?(?:type|input)\s+(?<name>\w+)`),
    pattern("interface", String.raw`interface\s+(?<name>\w+)`),
    pattern("enum", String.raw`enum\s+(?<name>\w+)`),
    pattern("type", String.raw`(?:union|scalar|directive)\s+@?(?<name>\w+)`),
    pattern("function", String.raw`(?:query|mutation|subscription|fragment)\s+(?<name>\w+)`),
  ],
};

/** Made when it is first asked for: a prompt needs those of a language or two. */
function pattern(kind: DefinitionKind, source: string, where?: Pattern["where"]): Pattern {
  let at: RegExp | undefined;
  return {
    kind,
    get at() {
      return at ??= new RegExp(`^${source}`, source.startsWith("create") ? "i" : "");
    },
    ...(where === undefined ? {} : { where }),
  };
}
