import { escaped } from "./call_site.ts";
import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { Defined } from "./hierarchy.ts";
import { folderOf } from "../files/folder_of.ts";

/** Languages in which what is private is known in its own file alone. */
const PRIVATE: ReadonlySet<Language> = new Set(
  ["java", "kotlin", "php", "typescript", "scala", "swift"] as const,
);

const SCRIPTS: ReadonlySet<Language> = new Set(["javascript", "typescript"] as const);

/** Languages whose code calls the other's by its names. */
const FAMILIES: readonly ReadonlySet<Language>[] = [
  new Set(["javascript", "typescript"] as const),
  new Set(["java", "kotlin", "scala", "groovy", "clojure"] as const),
  new Set(["csharp", "fsharp"] as const),
  new Set(["erlang", "elixir"] as const),
];
/** Languages that others call by the same names, through bindings or code that is made of them. */
const BOUND: ReadonlySet<Language> = new Set(
  ["c", "cpp", "objc", "rust", "go", "swift", "zig", "dart", "proto", "graphql", "sql"] as const,
);

/** Whether code of one language never calls code of another by its name. */
function isForeign(one: Language, other: Language): boolean {
  return one !== other && !BOUND.has(one) && !BOUND.has(other) &&
    !FAMILIES.some((family) => family.has(one) && family.has(other));
}

/** Whether a definition cannot be named in a file, whatever stands there. */
export function isOutOfSight(
  file: SourceFile,
  { file: home, definition: { name, signature, container } }: Defined,
): boolean {
  if (file === home) return false;
  if (isForeign(file.language, home.language)) return true;
  if (container === undefined && SCRIPTS.has(file.language) && declares(file, name)) return true;
  if (file.language === "go" && home.language === "go") {
    return /^[\p{Ll}_]/u.test(name) && folderOf(file.path) !== folderOf(home.path);
  }
  return PRIVATE.has(home.language) && /^(?:@\w+\s+)*(?:\w+\s+)*?private\s/.test(signature);
}

/** Whether a script has a variable or function of its own of a name, wherever in it, and does not take the name in. */
function declares({ text }: SourceFile, name: string): boolean {
  if (!text.includes(name)) return false;
  const word = `(?<![\\w$])${escaped(name)}(?![\\w$])`;
  const declared = new RegExp(
    `(?<![\\w$.])(?:const|let|var|function)\\s+${word}(?!\\s*(?::[^=\\n]*)?=\\s*(?:await\\s+import|require)\\b)`,
  );
  if (!declared.test(text)) return false;
  const takenIn = new RegExp(
    `\\bimport\\b[^;'"]{0,2000}${word}[^;'"]{0,2000}\\bfrom\\b|\\{[^{}]{0,2000}${word}[^{}]{0,2000}\\}\\s*=\\s*(?:await\\s+import|require)\\b`,
  );
  return !takenIn.test(text);
}
