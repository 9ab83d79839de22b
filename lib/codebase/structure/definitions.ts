import { basesOf } from "./bases.ts";
import { DECLARATION_LANGUAGES, declared, headAt } from "./declarations.ts";
import { type Candidate, type Definition, isType } from "./definition.ts";
import { type Pattern, PATTERNS } from "./definition_patterns.ts";
import type { Language } from "../files/languages.ts";
import { maskedLines } from "./mask.ts";
import { type BlockStyle, type OpenBlock, OpenBlocks } from "./open_blocks.ts";

export type { Definition, DefinitionKind } from "./definition.ts";

const MAX_SIGNATURE = 200;
/** Definitions of one file beyond which it is generated data. */
const MAX_DEFINITIONS = 20_000;

const INDENTED: ReadonlySet<Language> = new Set(
  [
    "python",
    "ruby",
    "elixir",
    "lua",
    "julia",
    "haskell",
    "ocaml",
    "fsharp",
    "nim",
    "clojure",
    "erlang",
  ] as const,
);
/** There a module is a namespace: its functions are no one's methods and its constants are still at the top. */
const NAMESPACES: ReadonlySet<Language> = new Set(
  ["cpp", "c", "csharp", "php", "typescript", "javascript", "perl"] as const,
);
const TYPE_KEYWORD_BASES: ReadonlySet<string> = new Set(["class", "interface", "enum", "implementation"]);
/** What may stand before a parenthesis in JavaScript without being a method. */
const NOT_METHODS = new Set(
  "if for while switch catch return function with do else await new typeof super import throw try case default delete void yield"
    .split(" "),
);

/**
 * What a text defines, in order of lines: regular expressions per language over code without comments and strings, no parser.
 * Linear in the text; lines over 2,000 characters are passed over. Languages without patterns define nothing. `masked`: what `maskedLines` gives.
 */
export function definitions(
  text: string,
  language: Language,
  masked: readonly string[] = maskedLines(text, language),
): Definition[] {
  const declarative = DECLARATION_LANGUAGES.has(language);
  const patterns = PATTERNS[language];
  if (!declarative && patterns === undefined) return [];
  const style: BlockStyle = INDENTED.has(language) ? "indent" : "braces";
  const blocks = new OpenBlocks(style);
  const lines = text.split("\n");
  const found: Definition[] = [];
  let headUntil = 0;
  /** Whether the line belongs to a macro that began above it. */
  let macro = false;
  for (let index = 0; index < masked.length && found.length < MAX_DEFINITIONS; index++) {
    const whole = masked[index] ?? "";
    const code = tight(whole);
    if (code === "") continue;
    const continued: boolean = macro;
    macro = declarative && (continued || code.startsWith("#")) && /\\\s*$/.test(code);
    if (continued) continue;
    const indent = whole.length - whole.trimStart().length;
    const line = index + 1;
    blocks.before(line, indent, code);
    let candidate: Candidate | undefined;
    let at = index;
    if (patterns !== undefined) candidate = matched(patterns, code, masked, index, blocks, style, language);
    else if (index >= headUntil && atDeclarationLevel(blocks)) {
      const head = headAt(masked, index);
      headUntil = index + (head?.lines ?? 1);
      candidate = head === undefined
        ? preprocessed(code)
        : declared(head, language, directContainer(blocks.top));
      if (candidate !== undefined && head !== undefined) {
        at = lineOf(candidate.name, masked, index, head.lines);
      }
    }
    if (candidate === undefined) takeIn(code, language, blocks.top?.definition);
    if (candidate !== undefined) {
      const container = candidate.container ?? containerName(blocks.stack, language);
      const signature = (lines[at] ?? "").trim().slice(0, MAX_SIGNATURE);
      const kind = candidate.kind === "function" && inType(blocks.stack) ? "method" : candidate.kind;
      const defined = { ...candidate, kind, ...(container !== undefined && { container }) };
      found.push(
        blocks.open(defined, { line: at + 1, indent, headEnd: Math.max(headUntil, line) }, signature),
      );
    }
    blocks.after(line, code);
  }
  blocks.finish();
  return found.filter(({ name }) => name !== "");
}

function matched(
  patterns: readonly Pattern[],
  code: string,
  masked: readonly string[],
  index: number,
  blocks: OpenBlocks,
  style: BlockStyle,
  language: Language,
): Candidate | undefined {
  const top = blocks.top;
  for (const { kind, at, where } of patterns) {
    if (where === "member" && !isMemberLevel(top, blocks.depth, style)) continue;
    if (
      where === "top" &&
      !blocks.stack.every(({ definition }) => definition.kind === "module" || isType(definition.kind))
    ) continue;
    const match = at.exec(code);
    const name = match?.groups?.["name"];
    if (match === null || name === undefined || (kind === "method" && NOT_METHODS.has(name))) continue;
    const container = match.groups?.["container"]?.split(/[.:]/).pop();
    const implemented = match.groups?.["bases"];
    const header = TYPE_KEYWORD_BASES.has(kind)
      ? headerAfter(code.slice(match[0].length), masked, index, language)
      : "";
    const bases = implemented !== undefined ? [implemented] : header === "" ? [] : basesOf(header, language);
    return { name, kind, ...(container !== undefined && { container }), ...(bases.length > 0 && { bases }) };
  }
  return undefined;
}

/** Without blanks at the ends and long runs of them inside, which blanked comments leave and patterns would walk through. */
function tight(line: string): string {
  const code = line.trim();
  return code.includes("   ") ? code.replace(/ {3,}/g, "  ") : code;
}

/** What follows a type's name, up to its body, over at most four lines. */
function headerAfter(rest: string, masked: readonly string[], index: number, language: Language): string {
  let header = rest;
  if (language === "ruby") return header;
  for (let next = index + 1; next < index + 4 && !/[{;]|:\s*$/.test(header); next++) {
    const line = masked[next] ?? "";
    if (
      language === "python"
        ? !header.includes("(")
        : !/^\s*(?:[:,+{(]|extends|implements|with|where)|^\s{4,}/.test(line)
    ) break;
    header += ` ${line}`;
  }
  const brace = header.indexOf("{");
  return brace === -1 ? header : header.slice(0, brace);
}

function isMemberLevel(top: OpenBlock | undefined, depth: number, style: BlockStyle): boolean {
  if (top === undefined || !top.entered || (style === "braces" && depth !== top.level + 1)) return false;
  return isType(top.definition.kind) || top.definition.kind === "constant";
}

/** Outside of everything, or directly inside a type or a namespace. */
function atDeclarationLevel({ top, depth }: OpenBlocks): boolean {
  if (top === undefined) return depth === 0 || depth === 1;
  const { kind } = top.definition;
  return top.entered && depth === top.level + 1 && (kind === "module" || isType(kind));
}

function directContainer(top: OpenBlock | undefined): string | undefined {
  return top !== undefined && isType(top.definition.kind) ? top.definition.name : undefined;
}

function inType(stack: readonly OpenBlock[]): boolean {
  const top = stack.at(-1);
  return top !== undefined && isType(top.definition.kind);
}

function containerName(stack: readonly OpenBlock[], language: Language): string | undefined {
  const top = stack.at(-1)?.definition;
  if (top === undefined || top.name === "") return undefined;
  if (isType(top.kind) || top.kind === "constant") return top.name;
  return top.kind === "module" && !NAMESPACES.has(language) ? top.name : undefined;
}

/** Ruby and Go: what a line of a type's body mixes in or embeds is a base of it, like a superclass. */
function takeIn(code: string, language: Language, definition: Definition | undefined): void {
  if (definition === undefined || !isType(definition.kind) && definition.kind !== "module") return;
  const bases = language === "ruby" ? mixedIn(code) : language === "go" ? embedded(code) : [];
  if (bases.length > 0) definition.bases = [...new Set([...definition.bases ?? [], ...bases])];
}

/** `include A, B::C` */
function mixedIn(code: string): string[] {
  const given = /^(?:include|extend|prepend)[ (](.+)$/.exec(code)?.[1];
  if (given === undefined) return [];
  return basesOf(`(${given.replace(/\)$/, "")})`, "python").filter((name) => /^[A-Z]/.test(name));
}

/** `RouterGroup`, `*http.Server`, `sync.Mutex` with a tag behind it. */
function embedded(code: string): string[] {
  const name = /^\*?(?:[A-Za-z_]\w*\.)?([A-Za-z_]\w*)(?:\[[^\]]*\])?(?:\s+["`].*)?$/.exec(code)?.[1];
  return name === undefined ? [] : [name];
}

function preprocessed(code: string): Candidate | undefined {
  const macro = /^#\s*define\s+(\w+)/.exec(code)?.[1];
  return macro === undefined ? undefined : { name: macro, kind: "macro" };
}

/** Index of the line of a head that the name stands on. */
function lineOf(name: string, masked: readonly string[], from: number, count: number): number {
  for (let index = from; index < from + count; index++) {
    const line = masked[index] ?? "";
    const at = name === "" ? -1 : line.search(new RegExp(`(?<!\\w)${name.replace(/\W/g, "\\$&")}(?!\\w)`));
    if (at !== -1) return index;
  }
  return from;
}
