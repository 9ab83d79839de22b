import { escaped } from "./call_site.ts";
import type { Definition } from "./definition.ts";
import { isCallable } from "./enclosing.ts";
import type { Defined } from "./hierarchy.ts";
import { goPackageOf } from "./go_packages.ts";
import { isFamily } from "./other_languages.ts";
import { isOutOfSight, isShadowed } from "./out_of_sight.ts";
import { isMember, reach } from "./reach.ts";
import type { SourceFile } from "../files/source_file.ts";
import { GUESSED, type Ties } from "./ties.ts";
import { folderOf } from "../files/folder_of.ts";

/** A name of several words. */
const OF_WORDS = /[\p{Ll}\d](?:\p{Lu}|_+[\p{L}\d])/u;

/** How surely a line that names a definition without calling it means it: a method is named on an object or a type. */
export function mention(
  { name, line, file, symbol }: { name: string; line: number; file: SourceFile; symbol?: Definition },
  target: Defined,
  ties: Ties,
): number {
  if (file.language === "go" && target.definition.container === undefined) {
    return isOfGoPackage(name, file, line, target) ? 1 : 0;
  }
  if (target.definition.container === undefined || !isMember(target)) {
    if (isOutOfSight(file, target)) return 0;
    // Of one word a name is any other language's too.
    if (!isFamily(file.language, target.file.language) && !OF_WORDS.test(name)) return 0;
    return isShadowed(file, target) && !isOfAnother(name, file.codeLine(line)) ? 0 : 1;
  }
  // Java and Kotlin name a method with two colons; behind a dot stands a field.
  const link = /^(?:java|kotlin)$/.test(file.language) ? "::" : "(?:\\.|->|::)";
  const member = new RegExp(`([A-Za-z_$][\\w$]*)?[)\\]]?\\s*${link}\\s*${escaped(name)}(?![\\w$])`).exec(
    file.codeLine(line),
  );
  if (member === null) return 0;
  const receiver = member[1];
  if (receiver === undefined) return file.text.includes(target.definition.container) ? GUESSED : 0;
  const caller = symbol !== undefined && isCallable(symbol) ? { caller: symbol } : {};
  return reach({ call: { name, line, receiver }, file, ...caller }, target, ties).sure;
}

/** `utils.name`: what stands before the dot says whose it is. */
function isOfAnother(name: string, code: string): boolean {
  return new RegExp(`\\.\\s*${escaped(name)}(?![\\w$])`).test(code);
}

/** Go names what is not of the own package with its package before it. */
function isOfGoPackage(name: string, file: SourceFile, line: number, target: Defined): boolean {
  const own = folderOf(file.path) === folderOf(target.file.path);
  const qualifiers = [
    ...file.codeLine(line).matchAll(new RegExp(`(?:(\\w+)\\.)?(?<!\\w)${escaped(name)}(?!\\w)`, "g")),
  ].map((
    match,
  ) => match[1]);
  const home = goPackageOf(target.file);
  return qualifiers.some((qualifier) => qualifier === undefined ? own : qualifier === home && !own);
}
