import type { Call } from "../syntax/outline.ts";
import { aliasOf, callsOfAlias } from "./aliases.ts";
import { type Definition, isType } from "./definition.ts";
import { escaped } from "./call_site.ts";
import { enclosing, enclosingCallable, isCallable } from "./enclosing.ts";
import { isAside, isTest, mayBeSource } from "../files/languages.ts";
import type { Reference } from "./references.ts";
import type { SourceFile } from "../files/source_file.ts";

export type UsageKind = "defines" | "imports" | "calls" | "inherits" | "uses";

/** One line of code in which a name stands, and what it does there. */
export interface Usage {
  name: string;
  kind: UsageKind;
  file: SourceFile;
  line: number;
  /** The definition itself where the line defines the name, else the innermost function or type around the line. */
  symbol?: Definition;
  /** Of a call: what stands before the name, where it is one plain name. */
  receiver?: string;
  /** What the file calls it, where that is another name. */
  alias?: string;
}

/** Files looked into for one question; tests have places of their own, so that neither crowds the other out. */
export const MAX_USAGE_FILES = 60;
export const MAX_TEST_FILES = 20;

/** A line that names what a file takes from others. */
export const IMPORT_LINE =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\b.*\bfrom\b|use\s|pub\s+use\s|using\s|#\s*include|#\s*import|require(?:_relative)?\b|(?:const|let|var)\b.*\brequire\s*\(|alias\s|@import)/;

/**
 * What each reference is, by reading its file: a name in a comment or a string is no usage. Stops at `deadline` (a `performance.now()` value).
 */
export function usages(
  names: readonly string[],
  found: readonly Reference[],
  read: (path: string) => SourceFile | undefined,
  deadline: number,
): Usage[] {
  const patterns = names.map((name) => ({ name, word: wordPattern(name) }));
  const byFile = new Map<string, Reference[]>();
  for (const reference of found) {
    const known = byFile.get(reference.path);
    if (known === undefined) byFile.set(reference.path, [reference]);
    else known.push(reference);
  }
  const named = [...byFile.keys()].filter(mayBeSource);
  const paths = [
    ...named.filter((path) => !isTest(path)).sort((a, b) => Number(isAside(a)) - Number(isAside(b))).slice(
      0,
      MAX_USAGE_FILES,
    ),
    ...named.filter(isTest).slice(0, MAX_TEST_FILES),
  ];
  const usages: Usage[] = [];
  for (const path of paths) {
    if (performance.now() > deadline) break;
    const file = read(path);
    // Where no parser told the calls, a file that defines nothing is a text rather than code.
    if (file === undefined || (!file.parsed && file.definitions.length === 0)) continue;
    for (const { line, text } of byFile.get(path) ?? []) {
      let code: string | undefined;
      for (const { name, word } of patterns) {
        const told = toldUsage(name, file, line);
        if (told !== undefined) {
          usages.push(told);
          continue;
        }
        if (!text.includes(name)) continue;
        code ??= file.codeLine(line);
        const at = code.search(word);
        const other = at === -1 ? undefined : otherUsage(name, code, at, file, line);
        if (other === undefined) continue;
        usages.push(other);
        const alias = other.kind === "imports" ? aliasOf(name, text) : undefined;
        if (alias !== undefined) {
          for (const call of callsOfAlias(alias, file)) {
            usages.push({ ...placeOf(name, file, call.line), kind: "calls", alias });
          }
        }
      }
    }
  }
  return usages;
}

/** Of `files` that have a name, how many are not looked into for want of room. `found`: the lines that have it, as far as files were read. */
export function filesLeftOut(found: readonly Reference[], files: number): number {
  const named = [...new Set(found.map(({ path }) => path))].filter(mayBeSource);
  const tests = named.filter(isTest).length;
  return Math.max(
    0,
    files - Math.min(tests, MAX_TEST_FILES) - Math.min(named.length - tests, MAX_USAGE_FILES),
  );
}

/** Lines of a type's head, in which its bases stand. */
const HEAD_LINES = 8;

/** A usage that definitions and calls tell, without a look at the text. */
function toldUsage(name: string, file: SourceFile, line: number): Usage | undefined {
  const { definitions } = file;
  const here = definitions.filter((definition) => definition.line === line);
  const defined = here.find((definition) => definition.name === name);
  if (defined !== undefined) return { name, kind: "defines", file, line, symbol: defined };
  const heir = here.find(({ bases }) => bases?.includes(name));
  if (heir !== undefined) return { name, kind: "inherits", file, line, symbol: heir };
  const call = file.parsed ? callAt(file.calls, name, line) : undefined;
  return call && { ...placeOf(name, file, line), kind: "calls", ...receiverOf(call) };
}

/** What a name at a place in a line of code is there. */
function otherUsage(
  name: string,
  code: string,
  at: number,
  file: SourceFile,
  line: number,
): Usage | undefined {
  const after = code.slice(at + name.length);
  const within = enclosing(file.definitions, line);
  if (
    within !== undefined && (isType(within.kind) || within.kind === "module") &&
    within.bases?.includes(name) &&
    line - within.line < HEAD_LINES
  ) return { name, kind: "inherits", file, line, symbol: within };
  const place = placeOf(name, file, line);
  if (isImport(file.lines, line)) return { ...place, kind: "imports" };
  if (file.parsed) {
    // What looks like a call and is none for a parser stands in a text of several lines; in C it declares.
    return /^\s*\(/.test(after) && !/^(?:c|cpp|objc)$/.test(file.language)
      ? undefined
      : { ...place, kind: "uses" };
  }
  const call = callAt(file.calls, name, line) ??
    (file.language === "ruby" ? plainCall(place, code.slice(0, at), after) : undefined);
  // Outside of everything, a header only declares.
  const declared = place.symbol === undefined && /\.h\w*$/.test(file.path);
  const called = !declared && (call !== undefined || /^!?\s*(?:::)?(?:<[^()]{0,200}>)?\s*\(/.test(after));
  return { ...place, kind: called ? "calls" : "uses", ...receiverOf(call) };
}

/** Ruby calls methods without parentheses: a plain name that is no symbol, key, parameter or variable. */
function plainCall(
  { name, line, file, symbol }: Omit<Usage, "kind">,
  before: string,
  after: string,
): Call | undefined {
  if (!/^[a-z_]/.test(name) || /^:(?!:)/.test(after)) return undefined;
  if (/(?:[@$]|(?<!:):)$/.test(before) || /^\s*def\b/.test(before)) return undefined;
  const receiver = /([A-Za-z_]\w*)\s*(?:&?\.|::)\s*$/.exec(before)?.[1];
  // What `Type.new` makes is read off the line.
  if (receiver === "new") return /^\s*(?:\(|$)/.test(after) ? { name, line } : undefined;
  if (receiver !== undefined) return { name, line, receiver };
  if (/(?:\.|::)\s*$/.test(before)) return undefined;
  const plain = escaped(name);
  const variable = new RegExp(
    `(?<![\\w.@$:])${plain}\\s*(?:\\|\\||&&|[-+*/])?=(?![=~>])|(?:\\bdo|\\{)\\s*\\|[^|]*\\b${plain}\\b|^\\s*def\\b.*[( ,*&]${plain}\\b`,
  );
  const from = symbol !== undefined && isCallable(symbol) ? symbol.line : line;
  return file.code.slice(from - 1, line).some((text) => variable.test(text)) ? undefined : { name, line };
}

/** Lines that an import statement may have before the one in question. */
const MAX_IMPORT_LINES = 40;

/** Whether a line (from 1) stands in an import statement, of one line or of several in brackets. */
function isImport(lines: readonly string[], line: number): boolean {
  if (IMPORT_LINE.test(lines[line - 1] ?? "")) return true;
  for (let at = line - 1; at >= Math.max(1, line - MAX_IMPORT_LINES); at--) {
    const before = lines[at - 1] ?? "";
    if (/[})\];]\s*$/.test(before) && !/^\s*\w*(?:::\w+)*::\{.*\},?\s*$/.test(before)) return false;
    if (IMPORT_LINE.test(before) || /^\s*(?:export|import)\s*(?:type\s*)?\{/.test(before)) {
      return /[{(]/.test(before) && !/[})]/.test(before.replace(/\{[^{}]*\}|\([^()]*\)/g, ""));
    }
  }
  return false;
}

/** A name on a line and the function or type around it. */
export function placeOf(name: string, file: SourceFile, line: number): Omit<Usage, "kind"> {
  const around = enclosingCallable(file.definitions, line) ?? enclosing(file.definitions, line);
  return { name, file, line, ...(around !== undefined && { symbol: around }) };
}

function receiverOf(call: Call | undefined): Pick<Usage, "receiver"> {
  return call?.receiver === undefined ? {} : { receiver: call.receiver };
}

/** The first call of a name on a line. `calls` are in order of lines. */
function callAt(calls: readonly Call[], name: string, line: number): Call | undefined {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((calls[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  for (let at = low; calls[at]?.line === line; at++) if (calls[at]?.name === name) return calls[at];
  return undefined;
}

/** A name as a whole word; `$` counts as a letter. */
export function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`);
}
