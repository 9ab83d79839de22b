import { type Definition, isType } from "../structure/definition.ts";
import { enclosing } from "../structure/enclosing.ts";
import type { FileCode } from "./file_code.ts";
import { type Quoted, quotedLines } from "./quoted_lines.ts";
import type { Relation } from "./relations.ts";
import { IMPORT_LINE, wordPattern } from "../structure/words.ts";

/** Lines quoted for a relation. */
const MAX_LINES = 6;
/** Lines of them before the one that proves it. */
const BEFORE = 2;
/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

export interface Proof extends Quoted {
  start: number;
  end: number;
  symbol?: Definition;
}

/**
 * The lines of a neighbour that show how it is tied to the other file: the definition, the use, the import; undefined where they are not found.
 * `names`: what the other file defines and the request is about.
 */
export function proof(
  code: Pick<FileCode, "lines" | "masked" | "definitions">,
  { tie, symbol, of, line }: Pick<Relation, "tie" | "symbol" | "of" | "line">,
  names: readonly string[],
): Proof | undefined {
  const { lines, definitions } = code;
  if (tie === "definer") {
    const definition = definitions.find(({ name }) => name === symbol);
    return definition && quote(lines, definition.line - 1, definition.line - 1, definition);
  }
  if (line !== undefined && isNamedFrom(line, symbol ?? "", lines)) {
    return quoteAt(lines, line - 1, definitions);
  }
  const wanted = symbol === undefined ? names : [symbol];
  const at = used(code.masked, wanted);
  if (at !== -1) return quoteAt(lines, at, definitions);
  const imported = tie === "importer" || tie === "test" ? importOf(lines, of) : -1;
  return imported === -1 ? undefined : quote(lines, imported, imported, undefined);
}

/** Lines of a type's head, in one of which its base stands. */
const HEAD_LINES = 8;

/** Whether a line (from 1), or the head that begins there, has the name: the file may have changed since it was parsed. */
function isNamedFrom(line: number, name: string, lines: readonly string[]): boolean {
  return lines.slice(line - 1, line - 1 + HEAD_LINES).some((text) => text.includes(name));
}

/** The first line (from 0) that uses one of the names other than to import it. */
function used(code: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const word = wordPattern(name);
    const at = code.findIndex((line) => {
      const part = line.slice(0, MAX_CHARS);
      return part.includes(name) && word.test(part) && !IMPORT_LINE.test(part);
    });
    if (at !== -1) return at;
  }
  return -1;
}

/** The line (from 1) that imports a path; undefined where none says so. */
export function importLine(lines: readonly string[], path: string): number | undefined {
  const at = importOf(lines, path);
  return at === -1 ? undefined : at + 1;
}

/** The line (from 0) that imports a path: it says the name of its file, or of its folder where the file's says nothing. */
function importOf(lines: readonly string[], path: string): number {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/\.[^.]*$/, "");
  for (const name of /^(?:__init__|index|mod|lib|main)$/.test(own) ? [parts.at(-2) ?? own, own] : [own]) {
    const word = wordPattern(name);
    const at = lines.findIndex((line) => {
      const part = line.slice(0, MAX_CHARS);
      return part.includes(name) && word.test(part) && (IMPORT_LINE.test(part) || /\bfrom\s*['"]/.test(part));
    });
    if (at !== -1) return at;
  }
  return -1;
}

/** A line (from 0) with what stands before it: the head of its definition where that is near. */
function quoteAt(lines: readonly string[], at: number, definitions: readonly Definition[]): Proof {
  const around = enclosing(definitions, at + 1);
  const first = around && at - (around.line - 1) <= BEFORE ? around.line - 1 : Math.max(0, at - BEFORE);
  return quote(lines, first, at, around);
}

function quote(lines: readonly string[], from: number, at: number, around: Definition | undefined): Proof {
  let end = Math.min(lines.length, from + MAX_LINES);
  if (around && !isType(around.kind)) end = Math.max(at + 1, Math.min(end, around.endLine));
  while (end > at + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  return { start: from + 1, end, ...quotedLines(lines, from, end), ...(around ? { symbol: around } : {}) };
}
