import table from "../data/hidden.txt" with { type: "text" };
import { patternOf, rulesOf } from "../rule_table.ts";

/** What most texts have nothing of, and which is told quickly. */
const UNUSUAL = /[^\t\n -~]/;

/** Compiled once a text has anything unusual: whether something hides in it, and what. */
let patterns: RegExp[] | undefined;

/** Drops what cannot be seen or drives a terminal. A byte order mark at the very start and form feeds go without being counted. */
export function removeHiddenCharacters(text: string): { text: string; removed: number } {
  if (!UNUSUAL.test(text)) return { text, removed: 0 };
  const [any = /^/, ...each] = patterns ??= rulesOf(table).map(({ patterns: [written = ""] }) =>
    patternOf(written)
  );
  if (!any.test(text)) return { text, removed: 0 };
  let removed = 0;
  let clean = text.replace(/^\ufeff/, "").replaceAll("\f", "");
  for (const hiding of each) {
    clean = clean.replace(hiding, () => {
      removed++;
      return "";
    });
  }
  return { text: clean.replace(/[\u2028\u2029\u0085]/g, " "), removed };
}
