import type { SourceFile } from "../files/source_file.ts";
import type { Call } from "../syntax/outline.ts";
import { escaped } from "./call_site.ts";

/** What a file calls a name that one of its import lines takes in as something else: `b` of `import { a as b }` and `const { a: b } = require(…)`. */
export function aliasOf(name: string, importLine: string): string | undefined {
  if (!/ as |[:>]/.test(importLine)) return undefined;
  const word = `(?<![\\w$])${escaped(name)}`;
  const found = new RegExp(`${word}\\s+as\\s+([\\w$]+)|${word}\\s*(?::|=>)\\s*([\\w$]+)\\s*[,}]`).exec(
    importLine,
  );
  const alias = found?.[1] ?? found?.[2];
  return alias === name || alias === "_" ? undefined : alias;
}

/** The calls of an alias in a file, which are calls of what it stands for. */
export function callsOfAlias(alias: string, { calls }: SourceFile): Call[] {
  return calls.filter(({ name, receiver }) => name === alias && receiver === undefined);
}

const NAME = "[A-Za-z_$][\\w$]*";

/** Whether a name is what its module gives where no name is asked for: `export default name`, `module.exports = name`. */
export function isDefaultExport(name: string, { language, text }: SourceFile): boolean {
  if (language !== "javascript" && language !== "typescript") return false;
  const word = escaped(name);
  return new RegExp(
    `^\\s*export\\s+default\\s+(?:async\\s+)?(?:(?:function|class)\\b\\s*\\*?\\s*)?${word}(?![\\w$])|(?:^|[=\\s])module\\.exports\\s*=\\s*(?:(?:async\\s+)?(?:function|class)\\b\\s*\\*?\\s*)?${word}(?![\\w$.(])|(?<![\\w$])${word}\\s+as\\s+default(?![\\w$])`,
    "m",
  ).test(text);
}

/** The names by which import lines take in what a module gives by default, each with what it is taken from. */
export function defaultImports({ lines }: SourceFile): { name: string; from: string }[] {
  const taken = new RegExp(
    `^\\s*import\\s+(${NAME})\\s*(?:,.*)?\\bfrom\\s*["']([^"'\\n]+)["']|^\\s*(?:const|let|var)?\\s*(${NAME})\\s*=\\s*require\\(\\s*["']([^"'\\n]+)["']\\s*\\)\\s*[;,]?\\s*(?://.*)?$`,
  );
  return lines.flatMap((line) => {
    if (!/\b(?:from|require)\b/.test(line)) return [];
    const found = taken.exec(line);
    const name = found?.[1] ?? found?.[3];
    const from = found?.[2] ?? found?.[4];
    return name === undefined || from === undefined ? [] : [{ name, from }];
  });
}

/** Whether a file only hands on what it takes in: `module.exports = require("./lib")`, `export { default } from "./lib"`. */
export function handsOn({ text }: SourceFile): boolean {
  return /^\s*(?:module\.exports\s*=\s*require\(|export\s*\{[^}\n]*\bdefault\b[^}\n]*\}\s*from\b)/m.test(
    text,
  );
}
