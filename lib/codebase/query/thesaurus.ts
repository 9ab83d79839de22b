import table from "./data/thesaurus.txt" with { type: "text" };
import { entriesOf } from "./common_words.ts";
import { stem } from "./tokens.ts";

/** Longest entry of the thesaurus, in words. */
export const MAX_THESAURUS_WORDS = 3;

/** Entries by the first two letters, which no stem loses, so that few are stemmed. Made when first asked for. */
let entries: Map<string, string[][]> | undefined;

const stemmed = (said: string) => said.split("_").map(stem).join("_");

/** An entry that is written so, else the first whose stems are. */
function entryOf(said: string): readonly string[] | undefined {
  entries ??= Map.groupBy(entriesOf(table).map((line) => line.split(" ")), ([said = ""]) => said.slice(0, 2));
  const near = entries.get(said.slice(0, 2)) ?? [];
  const found = near.findLast(([entry]) => entry === said) ??
    near.find(([entry = ""]) => stemmed(entry) === said);
  return found?.slice(1);
}

/**
 * The words that code uses for a word, or for two or three neighbouring words taken as one phrase, nearest first; none where the thesaurus has no
 * such entry. `words` are in lower case and in any form: `["gives", "up"]` is `give up`. An entry that is written so comes before one of the same stems.
 */
export function related(words: readonly string[]): readonly string[] {
  if (words.length > MAX_THESAURUS_WORDS || words.some((word) => word.includes("_"))) return [];
  const said = words.join("_");
  return entryOf(said) ?? entryOf(stemmed(said)) ?? [];
}
