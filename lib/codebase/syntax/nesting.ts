import type { Language } from "../files/languages.ts";
import { maskedLines, MAX_LINE } from "../structure/mask.ts";

/** Brackets within brackets. People write some twenty; a parser's memory grows with the square of them. */
const MAX_DEPTH = 500;
/** There `<` may open a list of types, which is tried for each that no statement's end has ruled out. */
const GENERIC: ReadonlySet<Language> = new Set(["java", "csharp", "cpp", "c", "typescript", "rust"]);

/** Whether more brackets are open at one place than code has. Looks away from comments and strings only where it seems so. */
export function isTooDeep(text: string, language: Language): boolean {
  if (openings(text) <= MAX_DEPTH) return false;
  return isDeep(text, GENERIC.has(language)) && isDeep(bare(text, language), GENERIC.has(language));
}

/** How many brackets open, wherever they stand: most files have fewer than may be within one another. */
function openings(text: string): number {
  let count = 0;
  for (const open of "([{<") count += text.split(open).length - 1;
  return count;
}

/** The text without comments and strings; lines that are too long to be masked as they are. */
function bare(text: string, language: Language): string {
  const masked = maskedLines(text, language);
  return text.split("\n").map((line, index) => line.length > MAX_LINE ? line : masked[index] ?? "").join(
    "\n",
  );
}

function isDeep(text: string, generic: boolean): boolean {
  let depth = 0;
  let angles = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(" || char === "[" || char === "{") depth++;
    else if ((char === ")" || char === "]" || char === "}") && depth > 0) depth--;
    if (char === "{" || char === "}" || char === ";") angles = 0;
    else if (char === "<" && generic) angles++;
    else if (char === ">" && angles > 0) angles--;
    if (depth > MAX_DEPTH || angles > MAX_DEPTH) return true;
  }
  return false;
}
