import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { escaped } from "./call_site.ts";
import { isType } from "./definition.ts";
import type { Defined } from "./hierarchy.ts";
import { onceAFile } from "./once_a_file.ts";
import type { Ties } from "./ties.ts";
import { folderOf } from "../files/folder_of.ts";

/** Languages in which a type is written in one place, so that two of a name are two types. */
const WHOLE_TYPES: ReadonlySet<Language> = new Set(["java", "php", "python", "go"] as const);

/** Whether a type's name means the target's in a file, and not another one that the file is nearer to: itself, what it imports, its folder. */
export function means(
  type: string,
  file: SourceFile,
  target: Defined,
  { hierarchy, imports }: Ties,
): boolean {
  if (!WHOLE_TYPES.has(file.language)) return true;
  const homes = new Set(
    hierarchy.index.definers(type).filter(({ definition }) => isType(definition.kind)).map((each) =>
      each.file.path
    ),
  );
  const { path } = target.file;
  if (homes.size < 2 || !homes.has(path)) return true;
  const nearer = [
    (home: string) => home === file.path,
    (home: string) => imports(file).includes(home),
    (home: string) => folderOf(home) === folderOf(file.path),
  ].find((isNear) => [...homes].some(isNear));
  return nearer === undefined || nearer(path);
}

/** Whether a name is that of a module or package which the file imports as a whole: what is called on it is no method. */
export function isModule(name: string, file: SourceFile): boolean {
  return importsWhole(file, name);
}

const importsWhole = onceAFile(({ language, text }: SourceFile, name) => {
  const word = escaped(name);
  switch (language) {
    case "rust":
      return name === "crate" || name === "super";
    case "python":
      return new RegExp(
        `^[ \\t]*import[ \\t]+(?:[\\w.]+\\s+as\\s+${word}|${word}(?:\\.\\w+)*)\\s*(?:[,#]|$)`,
        "m",
      )
        .test(text);
    case "go":
      return new RegExp(
        `^\\s*(?:import\\s+)?(?:${word}\\s+"[^"\\n]+"|"(?:[^"\\n]+/)?${word}")\\s*(?://.*)?$`,
        "m",
      ).test(
        text,
      );
    default:
      return false;
  }
});

/** Languages in which a name with a capital, before a method's, is a type's. */
const CAPITAL_TYPES: ReadonlySet<Language> = new Set(
  ["rust", "java", "kotlin", "php", "ruby", "scala", "swift", "dart"] as const,
);

/** Whether a name is a type's that is not of the repository, or that the file knows by another name. */
export function isOtherType(name: string, { language }: SourceFile): boolean {
  return CAPITAL_TYPES.has(language) && /^[A-Z]\w*[a-z]/.test(name);
}
