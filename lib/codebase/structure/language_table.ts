import type { Language } from "../files/languages.ts";
import table from "./languages.txt" with { type: "text" };

const ROWS = table.split("\n").flatMap((line) => {
  const [, language, what, written] = /^([\w*]+) (\w+) (.+)$/.exec(line) ?? [];
  return written === undefined ? [] : [{ language, what, written }];
});

/** What the table says of a language, its own rows before those that are of all. */
export function rowsOf(language: Language): { what: string | undefined; written: string }[] {
  return [language, "*"].flatMap((spoken) => ROWS.filter((row) => row.language === spoken));
}
