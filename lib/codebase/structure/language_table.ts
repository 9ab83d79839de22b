import table from "./languages.txt" with { type: "text" };

const ROWS = table.split("\n").flatMap((line) => {
  const [, languages, what = "", written = ""] = /^([\w*|]+) (\w+) (.+)$/.exec(line) ?? [];
  return languages === undefined ? [] : [{ languages: languages.split("|"), what, written }];
});

/** What the table says of a language, its own rows before those that are of all. */
export function rowsOf(language: string): Partial<Record<string, string[]>> {
  const rows: Partial<Record<string, string[]>> = {};
  for (const spoken of [language, "*"]) {
    for (const row of ROWS) if (row.languages.includes(spoken)) (rows[row.what] ??= []).push(row.written);
  }
  return rows;
}
