import table from "./data/thesaurus.txt" with { type: "text" };
import { entriesOf } from "./common_words.ts";
import { stem } from "./tokens.ts";

/** Longest entry of the thesaurus, in words. */
export const MAX_THESAURUS_WORDS = 3;

/** By an entry as it is written, and by the stems of its words. Made when first asked for. */
let entries: Map<string, readonly string[]> | undefined;

function open(): Map<string, readonly string[]> {
  const lines = entriesOf(table).map((line) => line.split(" "));
  const ofStems = lines.toReversed().map(([said = "", ...code]) =>
    [said.split("_").map(stem).join("_"), code] as const
  );
  return new Map([...ofStems, ...lines.map(([said = "", ...code]) => [said, code] as const)]);
}

/**
 * The words that code uses for a word, or for two or three neighbouring words taken as one phrase, nearest first; none where the thesaurus has no
 * such entry. `words` are in lower case and in any form: `["gives", "up"]` is `give up`. An entry that is written so comes before one of the same stems.
 */
export function related(words: readonly string[]): readonly string[] {
  if (words.length > MAX_THESAURUS_WORDS || words.some((word) => word.includes("_"))) return [];
  entries ??= open();
  return entries.get(words.join("_")) ?? entries.get(words.map(stem).join("_")) ?? [];
}
