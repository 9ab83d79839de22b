import { enclosing } from "../structure/definition.ts";
import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";
import type { FileCode } from "./file_code.ts";
import { type Quote, quoteAround } from "./quote.ts";
import type { Relation } from "./relations.ts";

/** Lines quoted for a relation, and those of them before the one that proves it. */
const QUOTED = { max: 6, before: 2 };
/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

/**
 * The lines of a neighbour that show how it is tied to the other file: the definition or the use; undefined where they are not found.
 * `names`: what the other file defines and the request is about.
 */
export function proof(
  { lines, masked, definitions }: Pick<FileCode, "lines" | "masked" | "definitions">,
  { tie, symbol, of, line }: Pick<Relation, "tie" | "symbol" | "of" | "line">,
  names: readonly string[],
): Quote | undefined {
  const defined = tie === "definer" ? definitions.find(({ name }) => name === symbol) : undefined;
  if (tie === "definer") return defined && quoteAround(lines, defined.line, defined, QUOTED);
  // The file may have changed since it was parsed.
  const isThere = line !== undefined && lines[line - 1]?.includes(symbol ?? "");
  const used = isThere ? line : lineUsing(masked, symbol === undefined ? names : [symbol]);
  if (used !== undefined) return quoteAround(lines, used, enclosing(definitions, used), QUOTED);
  const imported = tie === "test" ? importLine(lines, of) : undefined;
  return imported === undefined
    ? undefined
    : quoteAround(lines, imported, undefined, { ...QUOTED, before: 0 });
}

/** The first line (from 1) that uses one of the names other than to import it. */
function lineUsing(code: readonly string[], names: readonly string[]): number | undefined {
  return lineOf(code, names, (line) => !IMPORT_LINE.test(line));
}

/** The line (from 1) that imports a path: it says the name of its file, or of its folder where the file's says nothing. */
export function importLine(lines: readonly string[], path: string): number | undefined {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/\.[^.]*$/, "");
  const names = /^(?:__init__|index|mod|lib|main)$/.test(own) ? [parts.at(-2) ?? own, own] : [own];
  return lineOf(lines, names, (line) => IMPORT_LINE.test(line) || /\bfrom\s*['"]/.test(line));
}

function lineOf(
  lines: readonly string[],
  names: readonly string[],
  fits: (line: string) => boolean,
): number | undefined {
  for (const name of names) {
    const word = wordPattern(name);
    const at = lines.findIndex((line) => {
      const part = line.slice(0, MAX_CHARS);
      return part.includes(name) && word.test(part) && fits(part);
    });
    if (at !== -1) return at + 1;
  }
  return undefined;
}
