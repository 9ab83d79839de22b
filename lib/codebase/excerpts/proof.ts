import { IMPORT_LINE, wordPattern } from "../structure/line_patterns.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { Relation } from "./relations.ts";

/** Characters of a line that are looked at. */
const MAX_CHARS = 400;

/**
 * The line (from 1) of a neighbour that shows how it is related to the other file: the definition, the use or the import; undefined where it is not
 * found. `names`: what the other file defines and the request is about.
 */
export function provingLine(
  { lines, code, definitions }: Pick<SourceFile, "lines" | "code" | "definitions">,
  { tie, symbol, of, line }: Pick<Relation, "tie" | "symbol" | "of" | "line">,
  names: readonly string[],
): number | undefined {
  if (tie === "definer") return definitions.find(({ name }) => name === symbol)?.line;
  // The file may have changed since it was parsed.
  if (line !== undefined && lines[line - 1]?.includes(symbol ?? "")) return line;
  const used = lineOf(code, symbol === undefined ? names : [symbol], (line) => !IMPORT_LINE.test(line));
  return used ?? (tie === "test" ? importLine(lines, of) : undefined);
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
