import type { Language } from "../files/languages.ts";

/** Characters of a line beyond which it is data or minified, and is not looked at. */
export const MAX_LINE = 2000;

/** Comments and strings of a language, as far as finding definitions needs them. */
interface Lexis {
  /** Finds the next thing that is not plain code; sticky state is kept in `lastIndex`. */
  token: RegExp;
  /** The same inside a template's expression, where braces count. */
  nested: RegExp;
  /** What ends each opening token; an empty text means the end of the line. */
  ends: Readonly<Record<string, string>>;
  /** Openings whose text may go on over lines. */
  multiline: ReadonlySet<string>;
  /** Openings in whose text a backslash is only a backslash. */
  raw: ReadonlySet<string>;
}

const SLASHES = { "//": "", "/*": "*/", '"': '"', "'": "'" };
const C_LIKE = lexis(SLASHES, ["/*"]);
const GO = lexis({ ...SLASHES, "`": "`" }, ["/*", "`"], { raw: ["`"] });
/** A regular expression where a value may stand; without it `/["]/` would open a string. Bounded, so that a line costs little. */
const REGEX_LITERAL =
  /(?<=(?:^\s{0,40}|(?:[(,=:[!&|?{};]|\breturn)[ ]{0,2}))\/(?![*/])(?:[^\\/[]|\\.|\[(?:[^\]\\]|\\.){0,99}\]){1,200}\//
    .source;
const SCRIPT = lexis({ ...SLASHES, "`": "`" }, ["/*", "`"], { whole: REGEX_LITERAL });
const TRIPLE = lexis({ ...SLASHES, '"""': '"""' }, ["/*", '"""']);
/** A lone quote is a lifetime, a type variable or a quoted symbol there: only whole characters are blanked. */
const CHARACTER = /'(?:\\[^']{1,10}|[^\\'])'/.source;
const NO_CHARACTERS = lexis({ "//": "", "/*": "*/", '"': '"' }, ["/*"], { whole: CHARACTER });
const RUST = lexis(
  { "//": "", "/*": "*/", '"': '"', 'r"': '"', 'r#"': '"#', 'r##"': '"##' },
  ["/*", '"', 'r"', 'r#"', 'r##"'],
  { whole: CHARACTER, raw: ['r"', 'r#"', 'r##"'] },
);
const HASH = lexis({ "#": "", '"': '"', "'": "'" }, []);
const DASHES = lexis({ "--": "", '"': '"' }, []);
const ML = lexis({ "(*": "*)", '"': '"' }, ["(*"]);

const LEXES: Readonly<Partial<Record<Language, Lexis>>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  python: lexis({ "#": "", '"""': '"""', "'''": "'''", '"': '"', "'": "'" }, ['"""', "'''"]),
  go: GO,
  rust: RUST,
  zig: NO_CHARACTERS,
  kotlin: TRIPLE,
  scala: lexis({ "//": "", "/*": "*/", '"""': '"""', '"': '"' }, ["/*", '"""']),
  swift: TRIPLE,
  java: TRIPLE,
  cpp: lexis({ ...SLASHES, 'R"(': ')"' }, ["/*", 'R"('], { raw: ['R"('] }),
  csharp: lexis({ ...SLASHES, '"""': '"""', '@"': '"' }, ["/*", '"""', '@"'], { raw: ['@"'] }),
  groovy: TRIPLE,
  dart: lexis({ ...SLASHES, '"""': '"""', "'''": "'''" }, ["/*", '"""', "'''"]),
  php: lexis({ ...SLASHES, "#": "" }, ["/*"]),
  ruby: HASH,
  bash: HASH,
  powershell: lexis({ "#": "", "<#": "#>", '"': '"', "'": "'" }, ["<#"]),
  perl: HASH,
  r: HASH,
  nim: HASH,
  julia: lexis({ "#": "", '"""': '"""', '"': '"' }, ['"""']),
  elixir: lexis({ "#": "", '"""': '"""', '"': '"' }, ['"""']),
  graphql: lexis({ "#": "", '"""': '"""', '"': '"' }, ['"""']),
  lua: lexis({ "--[[": "]]", "--": "", '"': '"', "'": "'" }, ["--[["]),
  sql: lexis({ "--": "", "/*": "*/", "'": "'" }, ["/*"]),
  haskell: DASHES,
  ocaml: ML,
  fsharp: lexis({ "//": "", "(*": "*)", '"': '"' }, ["(*"]),
  clojure: lexis({ ";": "", '"': '"' }, []),
  erlang: lexis({ "%": "", '"': '"' }, []),
};

/**
 * The lines of a text with comments and strings blanked out, column by column, so that what is left is code. Lines over
 * `MAX_LINE` characters are empty. An approximation: heredocs are not followed.
 */
export function maskedLines(text: string, language: Language): string[] {
  const lexis = LEXES[language] ?? C_LIKE;
  const state: State = { open: "", templates: [] };
  return text.split("\n").map((line) => line.length > MAX_LINE ? "" : maskedLine(line, lexis, state));
}

/** What a line begins in. */
interface State {
  /** The opening of the string or comment, empty in code. */
  open: string;
  /** For each JavaScript template around, the braces that are open inside its `${`. */
  templates: number[];
}

function maskedLine(line: string, lexis: Lexis, state: State): string {
  const { ends, multiline, raw } = lexis;
  let out = "";
  let at = 0;
  for (;;) {
    if (state.open === "") {
      const tokens = state.templates.length > 0 ? lexis.nested : lexis.token;
      tokens.lastIndex = at;
      const found = tokens.exec(line)?.[0];
      if (found === undefined) return out === "" ? line : out + line.slice(at);
      const start = tokens.lastIndex - found.length;
      out += line.slice(at, start) + " ".repeat(found.length);
      at = start + found.length;
      if (found === "{" || found === "}") brace(found, state);
      else if (ends[found] !== undefined) state.open = found;
      if (state.open === "") continue;
    }
    const { open } = state;
    const end = ends[open] ?? "";
    const closing = end === "" ? -1 : raw.has(open) ? line.indexOf(end, at) : closingIndex(line, end, at);
    const expression = open === "`" && !raw.has(open) ? closingIndex(line, "${", at) : -1;
    if (expression !== -1 && (closing === -1 || expression < closing)) {
      out += " ".repeat(expression + 2 - at);
      at = expression + 2;
      state.templates.push(0);
      state.open = "";
      continue;
    }
    if (closing === -1) {
      if (!multiline.has(open) && (end === "" || !line.endsWith("\\"))) state.open = "";
      return out + " ".repeat(line.length - at);
    }
    out += " ".repeat(closing + end.length - at);
    at = closing + end.length;
    state.open = "";
  }
}

/** A brace inside `${…}`: the one that ends it leads back into the template. */
function brace(found: string, state: State): void {
  const depth = state.templates.pop() ?? 0;
  if (found === "{") state.templates.push(depth + 1);
  else if (depth > 0) state.templates.push(depth - 1);
  else state.open = "`";
}

/** Index of the next `end` that no odd run of backslashes stands before. */
function closingIndex(line: string, end: string, from: number): number {
  for (let at = line.indexOf(end, from); at !== -1; at = line.indexOf(end, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** Made when it is first asked for. `whole` is a pattern of things that are blanked as they stand. */
function lexis(
  ends: Record<string, string>,
  multiline: string[],
  { whole, raw = [] }: { whole?: string; raw?: string[] } = {},
): Lexis {
  const patterns = (): string[] => {
    const openings = Object.keys(ends).sort((a, b) => b.length - a.length);
    const escaped = openings.map((opening) => {
      const literal = opening.replace(/[^\w\s]/g, "\\$&");
      if (opening === "#") return `(?<!\\S)${literal}`;
      return /^\w/.test(opening) ? `(?<!\\w)${literal}` : literal;
    });
    return whole === undefined ? escaped : [whole, ...escaped];
  };
  let token: RegExp | undefined;
  let nested: RegExp | undefined;
  return {
    get token() {
      return token ??= new RegExp(patterns().join("|"), "g");
    },
    get nested() {
      return nested ??= new RegExp([...patterns(), "[{}]"].join("|"), "g");
    },
    ends,
    multiline: new Set(multiline),
    raw: new Set(raw),
  };
}
