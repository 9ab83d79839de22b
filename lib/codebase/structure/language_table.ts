import { isSource, type Language, language } from "../files/languages.ts";
import table from "./languages.txt" with { type: "text" };

/** What the table says of a language, by what it is about: its own rows before those that are of all. */
export type Rows = Partial<Record<string, string[]>>;

const ROWS = table.split("\n").flatMap((line) => {
  const [, languages, what = "", written = ""] = /^([\w*|]+) (\w+) (.+)$/.exec(line) ?? [];
  return languages === undefined ? [] : [{ languages: languages.split("|"), what, written }];
});

/** What is made of a language's rows, once for each language that is asked for. */
export function perLanguage<T>(make: (rows: Rows, language: string) => T): (language: string) => T {
  const made = new Map<string, { value: T }>();
  return (language) => {
    let known = made.get(language);
    if (known === undefined) made.set(language, known = { value: make(rowsOf(language), language) });
    return known.value;
  };
}

function rowsOf(language: string): Rows {
  const rows: Rows = {};
  for (const spoken of [language, "*"]) {
    for (const row of ROWS) if (row.languages.includes(spoken)) (rows[row.what] ??= []).push(row.written);
  }
  return rows;
}

const familyOf = perLanguage((rows, language) => rows["family"]?.[0] ?? language);

/** Whether code of the one language calls that of the other as its own. */
export function isFamily(one: Language, other: Language): boolean {
  return familyOf(one) === familyOf(other);
}

/** Whether two files are of languages that do not call each other by names, as far as their paths tell the languages. */
export function areForeign(one: string, other: string): boolean {
  return isSource(one) && isSource(other) && !isFamily(language(one), language(other));
}
