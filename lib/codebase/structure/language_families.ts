import { isSource, type Language, language } from "../files/languages.ts";

/** Languages whose code calls the other's by its names. */
const FAMILIES: readonly (readonly Language[])[] = [
  ["javascript", "typescript"],
  ["java", "kotlin", "scala", "groovy", "clojure"],
  ["csharp", "fsharp"],
  ["erlang", "elixir"],
  ["c", "cpp", "objc", "swift"],
];
/** Languages that others call by the same names, through bindings or code that is made of them. */
const BOUND: readonly Language[] = [
  "c",
  "cpp",
  "objc",
  "rust",
  "go",
  "swift",
  "zig",
  "dart",
  "proto",
  "graphql",
  "sql",
];

/** Whether code of the one language calls that of the other as its own. */
export function isFamily(one: Language, other: Language): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other));
}

/** Of tests that are named like a file those in its language; where there is none, those of languages that bind it. */
export function inItsLanguage<T>(tests: readonly T[], path: string, pathOf: (test: T) => string): T[] {
  const same = tests.filter((test) => isFamily(language(pathOf(test)), language(path)));
  return same.length > 0 ? same : tests.filter((test) => !areForeign(pathOf(test), path));
}

/** Whether two files are of languages that never call each other by names, as far as their paths tell the languages. */
export function areForeign(one: string, other: string): boolean {
  const spoken = [language(one), language(other)] as const;
  return isSource(one) && isSource(other) && !isFamily(...spoken) &&
    !spoken.some((each) => BOUND.includes(each));
}
