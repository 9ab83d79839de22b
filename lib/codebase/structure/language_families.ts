import { isSource, type Language, language } from "../files/languages.ts";

/** Languages whose code calls the other's by its names. */
const FAMILIES: readonly (readonly Language[])[] = [
  ["javascript", "typescript"],
  ["java", "kotlin", "scala", "groovy", "clojure"],
  ["csharp", "fsharp"],
  ["erlang", "elixir"],
  ["c", "cpp", "objc", "swift"],
];
/** Whether code of the one language calls that of the other as its own. */
export function isFamily(one: Language, other: Language): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other));
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
