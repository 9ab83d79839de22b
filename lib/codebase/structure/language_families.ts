import { isSource, type Language, language } from "../files/languages.ts";
import { perLanguage } from "./language_table.ts";

const familyOf = perLanguage((rows, language) => rows["family"]?.[0] ?? language);

/** Whether code of the one language calls that of the other as its own. */
export function isFamily(one: Language, other: Language): boolean {
  return familyOf(one) === familyOf(other);
}

/** Of tests that are named like a file those in its language; all where there is none. */
export function inItsLanguage<T>(
  tests: readonly T[],
  path: string,
  pathOf: (test: T) => string,
): readonly T[] {
  const same = tests.filter((test) => isFamily(language(pathOf(test)), language(path)));
  return same.length > 0 ? same : tests;
}

/** Whether two files are of languages that do not call each other by names, as far as their paths tell the languages. */
export function areForeign(one: string, other: string): boolean {
  return isSource(one) && isSource(other) && !isFamily(language(one), language(other));
}
