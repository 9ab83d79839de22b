import table from "./data/thesaurus.txt" with { type: "text" };
import { stem } from "./tokens.ts";

/** Longest entry of the thesaurus, in words. */
export const MAX_THESAURUS_WORDS = 3;

/** Characters that all words of one stem of this length begin with. */
const COMMON = 3;

/** Every entry on a line of its own, searched as it stands: a table would take a request longer to make than its few words take to find. */
const TEXT = `\n${table}`;

/**
 * The words that code uses for a word, or for two or three neighbouring words taken as one phrase, nearest first; none where the thesaurus has no
 * such entry. `words` are in lower case and in any form: `["gives", "up"]` is `give up`. An entry that is written so comes before one of the same stems.
 */
export function related(words: readonly string[]): readonly string[] {
  if (words.length === 0 || words.length > MAX_THESAURUS_WORDS || !words.every(isPlain)) return [];
  const stems = words.map(stem);
  const line = written(words) ?? written(stems) ?? ofStems(stems);
  return line?.split(" ").slice(1) ?? [];
}

/** Only such words are in the thesaurus; others could match more than one of its words. */
function isPlain(word: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(word);
}

function written(words: readonly string[]): string | undefined {
  const at = TEXT.indexOf(`\n${words.join("_")} `);
  return at < 0 ? undefined : lineAt(at);
}

/** The first line whose words have these stems. */
function ofStems(stems: readonly string[]): string | undefined {
  const [first = ""] = stems;
  const beginning = `\n${first.slice(0, first.length > COMMON ? COMMON : COMMON - 1)}`;
  const sought = stems.join(" ");
  for (let at = TEXT.indexOf(beginning); at >= 0; at = TEXT.indexOf(beginning, at + 1)) {
    const line = lineAt(at);
    const said = line.slice(0, line.indexOf(" ")).split("_");
    if (said.length === stems.length && said.map(stem).join(" ") === sought) return line;
  }
  return undefined;
}

function lineAt(lineBreak: number): string {
  return TEXT.slice(lineBreak + 1, TEXT.indexOf("\n", lineBreak + 1));
}
