import { isSource, type Language, language } from "../files/languages.ts";

/** Languages whose code calls the other's by its names. */
const FAMILIES: readonly ReadonlySet<Language>[] = [
  new Set(["javascript", "typescript"] as const),
  new Set(["java", "kotlin", "scala", "groovy", "clojure"] as const),
  new Set(["csharp", "fsharp"] as const),
  new Set(["erlang", "elixir"] as const),
  new Set(["c", "cpp", "objc", "swift"] as const),
];
/** Languages that others call by the same names, through bindings or code that is made of them. */
const BOUND: ReadonlySet<Language> = new Set(
  ["c", "cpp", "objc", "rust", "go", "swift", "zig", "dart", "proto", "graphql", "sql"] as const,
);

/** Whether code of the one language calls that of the other as its own. */
export function isFamily(one: Language, other: Language): boolean {
  return one === other || FAMILIES.some((family) => family.has(one) && family.has(other));
}

/** Whether code of one language never calls code of another by its name. */
function isForeign(one: Language, other: Language): boolean {
  return !isFamily(one, other) && !BOUND.has(one) && !BOUND.has(other);
}

/** Of tests that are named like a file those in its language; where there is none, those of languages that bind it. */
export function inItsLanguage<T>(tests: readonly T[], path: string, pathOf: (test: T) => string): T[] {
  const spoken = language(path);
  const own = tests.filter((test) => isFamily(language(pathOf(test)), spoken));
  return own.length > 0 ? own : tests.filter((test) => !areForeign(pathOf(test), path));
}

/** Whether two files are of languages that never call each other by names, as far as their paths tell the languages. */
export function areForeign(one: string, other: string): boolean {
  return isSource(one) && isSource(other) && isForeign(language(one), language(other));
}
