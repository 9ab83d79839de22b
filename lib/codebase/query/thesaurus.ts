import { THESAURUS_TERMS } from "./thesaurus_terms.ts";
import { stem } from "./tokens.ts";

/** Longest entry of the thesaurus, in words. */
export const MAX_THESAURUS_WORDS = 3;

let entries: ReadonlyMap<string, string> | undefined;

/** Code words, with spaces between them, by what they stand for: as it is written, and in stems where no entry is written so. */
function open(): ReadonlyMap<string, string> {
  if (entries) return entries;
  const lines = THESAURUS_TERMS.map((line) => {
    const end = line.indexOf(" ");
    return { said: line.slice(0, end).split("_"), code: line.slice(end + 1) };
  });
  const found = new Map(lines.map(({ said, code }) => [said.join(" "), code]));
  for (const { said, code } of lines) {
    const key = stemsOf(said);
    if (!found.has(key)) found.set(key, code);
  }
  return entries = found;
}

function stemsOf(words: readonly string[]): string {
  return words.map(stem).join(" ");
}

/**
 * The words that code uses for a word, or for two or three neighbouring words taken as one phrase, nearest first; none where the thesaurus has no
 * such entry. `words` are in lower case and in any form: `["gives", "up"]` is `give up`. Two lookups, whatever the size of the thesaurus.
 */
export function related(words: readonly string[]): readonly string[] {
  if (words.length === 0 || words.length > MAX_THESAURUS_WORDS) return [];
  const known = open();
  return (known.get(words.join(" ")) ?? known.get(stemsOf(words)))?.split(" ") ?? [];
}
