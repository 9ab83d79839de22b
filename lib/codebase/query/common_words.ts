import table from "./data/common_words.txt" with { type: "text" };

const [stop = [], particles = [], everyday = [], weak = [], phrases = []] = fieldsOf(table).map((lines) =>
  lines.flatMap((line) => line.split(" "))
);

/** Words that say nothing about a place in the code: grammar, politeness, and what every issue says. */
export const STOP_WORDS: ReadonlySet<string> = new Set(stop);

/** Second halves of verbs that code writes as one word: `look up`, `set up`, `time out`. */
export const PARTICLES: ReadonlySet<string> = new Set(particles);

/** Words that stand in code everywhere: as translations of a Chinese term they say little. */
export const EVERYDAY: ReadonlySet<string> = new Set(everyday);

/** Words of the work around the code, in English and Chinese: they say where to look only beside a word that does. */
export const CHORE_WORDS: ReadonlySet<string> = new Set(weak);

/** Chinese phrases without a subject, removed before pairs of characters are formed. Longest first. */
export const STOP_PHRASES: readonly string[] = phrases.sort((a, b) => b.length - a.length);

/** The fields of a word table in `data/`: entries one a line, `#` begins the heading of the next field. */
export function fieldsOf(table: string): string[][] {
  const fields: string[][] = [];
  let field: string[] | undefined;
  for (const line of table.split("\n")) {
    if (line.startsWith("#")) field = undefined;
    else if (line !== "") {
      if (!field) fields.push(field = []);
      field.push(line);
    }
  }
  return fields;
}

/** All entries of a word table, in its order. */
export function entriesOf(table: string): string[] {
  return table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
