import { escaped } from "./call_site.ts";
import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { Defined } from "./hierarchy.ts";
import { folderOf } from "../files/folder_of.ts";
import { isForeign } from "./other_languages.ts";
import { onceAFile } from "./once_a_file.ts";

/** Languages in which what is private is known in its own file alone. */
const PRIVATE: ReadonlySet<Language> = new Set(
  ["java", "kotlin", "php", "typescript", "scala", "swift"] as const,
);

const SCRIPTS: ReadonlySet<Language> = new Set(["javascript", "typescript"] as const);

/** Whether a definition cannot be named in a file, whatever stands there. */
export function isOutOfSight(
  file: SourceFile,
  { file: home, definition: { name, signature } }: Defined,
): boolean {
  if (file === home) return false;
  if (isForeign(file.language, home.language)) return true;
  if (file.language === "go" && home.language === "go") {
    return /^[\p{Ll}_]/u.test(name) && folderOf(file.path) !== folderOf(home.path);
  }
  return PRIVATE.has(home.language) && /^(?:@\w+\s+)*(?:\w+\s+)*?private\s/.test(signature);
}

/** Whether a plain name in a script is a variable or function of the script itself, and not this definition of another file. */
export function isShadowed(
  file: SourceFile,
  { file: home, definition: { name, container } }: Defined,
): boolean {
  return file !== home && container === undefined && SCRIPTS.has(file.language) && declares(file, name);
}

/** Whether a script has a variable or function of its own of a name, wherever in it, and does not take the name in. */
const declares = onceAFile(({ text }: SourceFile, name): boolean => {
  if (!text.includes(name)) return false;
  const word = `(?<![\\w$])${escaped(name)}(?![\\w$])`;
  const declared = new RegExp(
    `(?<![\\w$.])(?:const|let|var|function)\\s{1,100}${word}(?!\\s{0,100}(?::[^=\\n]{0,200})?=\\s{0,100}(?:await\\s{1,100}import|require)\\b)`,
  );
  if (!declared.test(text)) return false;
  // A variable in one function is nothing to what the script takes in for all of it.
  const takenWhole = new RegExp(
    `^(?:const|let|var)\\s{1,100}${word}\\s{0,100}(?::[^=\\n]{0,200})?=\\s{0,100}(?:await\\s{1,100}import|require)\\b`,
    "m",
  );
  if (takenWhole.test(text)) return false;
  let looked = 0;
  for (const { index } of text.matchAll(new RegExp(word, "g"))) {
    if (looked++ >= MAX_LOOKED_AT) break;
    if (
      isTakenIn(text.slice(Math.max(0, index - MAX_IMPORT), index), text.slice(index, index + MAX_IMPORT))
    ) {
      return false;
    }
  }
  return true;
});

/** Places of a name in a script that are looked at for its import, and characters of the import on either side. */
const MAX_LOOKED_AT = 200;
const MAX_IMPORT = 2000;

/** Whether what stands around a name imports it: `import { a, name } from`, `{ name } = require(`. */
function isTakenIn(before: string, after: string): boolean {
  const statement = before.slice(Math.max(...[";", "'", '"'].map((end) => before.lastIndexOf(end))) + 1);
  if (/\bimport\b/.test(statement) && /^[^;'"]*\bfrom\b/.test(after)) return true;
  return before.lastIndexOf("{") > before.lastIndexOf("}") &&
    /^[^{}]*\}\s{0,100}=\s{0,100}(?:await\s{1,100}import|require)\b/.test(after);
}
