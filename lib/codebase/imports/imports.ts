import type { Language } from "../files/languages.ts";
import { MAX_LINE } from "../structure/mask.ts";

export { resolveImports } from "./resolve_imports.ts";
export { type FileIndex, fileIndex } from "./file_index.ts";

/** Imports of one file beyond which the rest is left out: generated barrels. */
const MAX_IMPORTS = 500;
/** Specifiers read, repeats and all: a file that says one thing a thousand times costs no more. */
const MAX_SPECIFIERS = 2000;
/** Lines of one import statement. */
const MAX_STATEMENT_LINES = 60;

const SCRIPT =
  /(?:\bfrom|\bimport|\brequire|\bimport\s*\(|\brequire\s*\()\s*\(?\s*["'`]([^"'`\s]{1,300})["'`]/g;
const JVM = /^\s*import\s+(?:static\s+)?([\w.]+[*]?)/;

/** How a language's lines name other files; each match's first group is the specifier. */
const LINE_PATTERNS: Readonly<Partial<Record<Language, readonly RegExp[]>>> = {
  java: [JVM],
  kotlin: [JVM],
  groovy: [JVM],
  csharp: [/^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([A-Z][\w.]*)\s*;/],
  c: [/^\s*#\s*(?:include|import)\s*[<"]([^>"]{1,300})[>"]/],
  cpp: [/^\s*#\s*(?:include|import)\s*[<"]([^>"]{1,300})[>"]/],
  objc: [/^\s*#\s*(?:include|import)\s*[<"]([^>"]{1,300})[>"]/],
  php: [/\b(?:require|include)(?:_once)?\b[^"']{0,80}["']([^"']{1,300})["']/],
  swift: [/^\s*(?:@testable\s+)?import\s+(?:class\s+|struct\s+|func\s+)?([\w.]+)/],
  bash: [/^\s*(?:source|\.)\s+["']?(?:\$\{?\w+\}?\/|\$\([^)]{0,200}\)\/)?([\w./-]+)/],
  lua: [/\brequire\s*\(?\s*["']([^"']{1,300})["']/, /\bdofile\s*\(?\s*["']([^"']{1,300})["']/],
  elixir: [/^\s*(?:alias|import|use|require)\s+([A-Z][\w.]*)/],
  dart: [/^\s*(?:import|export|part)\s+["']([^"']{1,300})["']/],
  proto: [
    /^\s*import\s+(?:public\s+|weak\s+)?["']([^"']{1,300})["']/,
    /^\s*include\s+["']([^"']{1,300})["']/,
  ],
  perl: [/^\s*(?:use|require)\s+([A-Z][\w:]*)/],
  haskell: [/^\s*import\s+(?:qualified\s+)?([A-Z][\w.]*)/],
  erlang: [/^\s*-include(?:_lib)?\s*\(\s*"([^"]{1,300})"/],
  julia: [/\binclude\s*\(\s*"([^"]{1,300})"/],
  r: [/\bsource\s*\(\s*["']([^"']{1,300})["']/],
  zig: [/@import\s*\(\s*"([^"]{1,300})"/],
  clojure: [/\[([\w.-]+)\s+:(?:as|refer)/],
};

/**
 * What a file imports, as it says so, without repeats and in order: paths, modules or packages. Python's `from a import b` gives
 * `a.b`; Rust's `use a::{b, c}` gives `a::b` and `a::c`, and `mod x;` gives `mod x`; Ruby's `require_relative` begins with `./`.
 */
export function imports(text: string, language: Language): string[] {
  const found = new Set<string>();
  let statements = 0;
  for (const specifier of specifiers(text, language)) {
    found.add(specifier);
    if (found.size >= MAX_IMPORTS || ++statements >= MAX_SPECIFIERS) break;
  }
  return [...found];
}

function* specifiers(text: string, language: Language): Generator<string> {
  const lines = text.split("\n").map((line) => line.length > MAX_LINE ? "" : line);
  switch (language) {
    case "typescript":
    case "javascript":
      for (const line of lines) {
        if (/from|import|require/.test(line)) {
          for (const match of line.matchAll(SCRIPT)) yield match[1] ?? "";
        }
      }
      return;
    case "python":
      return yield* python(lines);
    case "go":
      return yield* go(lines);
    case "rust":
      return yield* rust(lines);
    case "scala":
      for (const line of lines) {
        const path = /^\s*import\s+([\w.]+(?:\{[^}]*\}|[*_])?)/.exec(line)?.[1];
        if (path !== undefined) yield* expanded(path, ".");
      }
      return;
    case "ruby":
      for (const line of lines) {
        const match =
          /^\s*(require|require_relative|load|autoload)\b\s*\(?(?:\s*:\w+\s*,)?\s*["']([^"']{1,300})["']/
            .exec(line);
        if (match !== null) yield match[1] === "require_relative" ? `./${match[2]}` : match[2] ?? "";
      }
      return;
    case "php":
      for (const line of lines) {
        const used = /^use\s+(?:function\s+|const\s+)?([\\\w]+(?:\{[^}]*\})?)/.exec(line)?.[1];
        if (used !== undefined) yield* expanded(used.replace(/^\\/, ""), "\\");
      }
  }
  const patterns = LINE_PATTERNS[language] ?? [];
  for (const line of lines) {
    for (const pattern of patterns) {
      const specifier = pattern.exec(line)?.[1];
      if (specifier !== undefined) yield specifier;
    }
  }
}

function* python(lines: readonly string[]): Generator<string> {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const plain = /^\s*c?import\s+([^#;]+)/.exec(line)?.[1];
    if (plain !== undefined) {
      for (const item of plain.split(",")) yield item.trim().split(/\s/)[0] ?? "";
      continue;
    }
    const from = /^\s*from\s+([.\w]+)\s+c?import\s+(.*)$/.exec(line);
    if (from === null) continue;
    const [, module = "", first = ""] = from;
    const names = first.trimStart().startsWith("(")
      ? statement(lines, index, first, ")")
      : { text: first, last: index };
    index = names.last;
    for (const item of names.text.replace(/#.*|[()\\]/g, "").split(",")) {
      const name = item.trim().split(/\s/)[0] ?? "";
      if (name === "" || name === "*") yield module;
      else yield module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
    }
  }
}

function* go(lines: readonly string[]): Generator<string> {
  let inside = false;
  for (const line of lines) {
    if (/^import\s*\(/.test(line)) inside = true;
    else if (inside && /^\s*\)/.test(line)) inside = false;
    const path = inside || /^import\b/.test(line) ? /"([^"]{1,300})"/.exec(line)?.[1] : undefined;
    if (path !== undefined) yield path;
    if (/^(?:func|type)\b/.test(line)) return;
  }
}

function* rust(lines: readonly string[]): Generator<string> {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const module = /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/.exec(line)?.[1];
    if (module !== undefined) yield `mod ${module}`;
    const used = /^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(.*)$/.exec(line)?.[1];
    if (used !== undefined) {
      const { text, last } = statement(lines, index, used, ";");
      index = last;
      yield* expanded(text.replace(/\s+as\s+\w+|\s+/g, ""), "::");
    }
  }
}

/** The rest of a statement, up to its end, over the following lines, and the index of its last line. */
function statement(
  lines: readonly string[],
  index: number,
  first: string,
  end: string,
): { text: string; last: number } {
  let text = uncommented(first);
  let last = index;
  while (!text.includes(end) && last + 1 < Math.min(lines.length, index + MAX_STATEMENT_LINES)) {
    text += ` ${uncommented(lines[++last] ?? "")}`;
  }
  const at = text.indexOf(end);
  return { text: at === -1 ? text : text.slice(0, at), last };
}

function uncommented(line: string): string {
  return line.replace(/(?:#|\/\/).*$/, "");
}

/** `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`. */
function expanded(path: string, separator: string): string[] {
  const found: string[] = [];
  const prefixes: string[] = [];
  let prefix = "";
  let part = "";
  const take = () => {
    const name = part.trim().replace(/\s*=>.*$/, "").replace(/(?:::|[.\\])?[*_]$/, "");
    const whole = name === "self" || name === "" ? prefix.slice(0, -separator.length) : `${prefix}${name}`;
    if (part.trim() !== "" && whole !== "") found.push(whole);
    part = "";
  };
  for (const char of path) {
    if (char === "{") {
      prefixes.push(prefix);
      prefix += part.trim();
      part = "";
    } else if (char === "}") {
      take();
      prefix = prefixes.pop() ?? "";
    } else if (char === ",") take();
    else part += char;
  }
  take();
  return found;
}
