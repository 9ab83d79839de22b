import { type Language, languageOf, languageRunBy } from "../../guard/boundary/file_types.ts";
import { patternsOf } from "../../guard/rule_table.ts";
import { nameOf } from "./file_system.ts";
import table from "./paths.txt" with { type: "text" };

export type { Language };

/** Not programs: their text is searched, but they define and import nothing. */
const NOT_SOURCE: ReadonlySet<Language> = new Set(["css", "html", "config", "doc", "text"]);

/** Language of a path with `/` separators, by extension, else by file name. A text of a name without an extension may say in its first line which program runs it, which decides; without the text such a script counts as its name does. */
export function language(path: string, text?: string): Language {
  const script = text !== undefined && isUntold(path)
    ? languageRunBy(SCRIPT.exec(text)?.[1] ?? "")
    : undefined;
  return script ?? byPath(path);
}

function byPath(path: string): Language {
  return languageOf(path) ?? "text";
}

/** Whether the path is a program's text: something that has definitions. A script without an extension is one by its `text` only. */
export function isSource(path: string, text?: string): boolean {
  return isProgram(language(path, text));
}

/** Whether texts of a language have definitions. */
export function isProgram(language: Language): boolean {
  return !NOT_SOURCE.has(language);
}

/** Whether a name leaves it to the text what the file is written in. */
export function isUntold(path: string): boolean {
  return !nameOf(path).includes(".", 1) && NOT_SOURCE.has(byPath(path)) && byPath(path) !== "doc";
}

/** Whether the path is a program's text, or its text may tell that it is. */
export function mayBeSource(path: string): boolean {
  return isSource(path) || isUntold(path);
}

const named = patternsOf(table);

/** Tests, their fixtures and their tools. */
export function isTest(path: string): boolean {
  const inFolder = (kind: string) =>
    named(kind).test(path) && named(kind).test(withoutPackages(path, named("tests-module")));
  const name = nameOf(path);
  if (inFolder("test-folder") || named("test-sources").test(path)) return true;
  if (named("test-name").test(name) || named("test-class-name").test(name)) return true;
  return !path.endsWith(".go") && (inFolder("spec-folder") || named("spec-name").test(name));
}

/** Beside the point of the repository: docs, examples, benchmarks, vendored, generated, scripts, dot files, set-up. */
export function isAside(path: string): boolean {
  const name = nameOf(path);
  if (language(path) === "doc" || named("aside-name").test(name) || named("benchmark-name").test(name)) {
    return true;
  }
  if (!named("aside-folder").test(path)) return false;
  return asideSegment(withoutPackages(path, named("aside-module"))) || named("generated-folder").test(path);
}

/** Prose for people. */
export function isDoc(path: string): boolean {
  return language(path) === "doc" ||
    named("doc-folder").test(path) && named("doc-folder").test(withoutPackages(path, named("aside-module")));
}

/** The folders down to where a JVM language's packages begin; all of any other path, and of one in a module of these `modules`. */
function withoutPackages(path: string, modules: RegExp): string {
  const found = named("shipped-packages").exec(path);
  if (found === null || modules.test(path.slice(0, found.index))) return path;
  return path.slice(0, found.index + found[0].length);
}

function asideSegment(path: string): boolean {
  return path.split("/").slice(0, -1).some((segment, depth) =>
    (depth === 0 || !named("top-folder").test(segment)) && named("aside-folder").test(`${segment}/`)
  );
}

/** `env` takes options and settings before the program: `#!/usr/bin/env -S LANG=C perl -w`. */
const SCRIPT =
  /^#![ \t]{0,9}(?:\S{0,99}\/)?(?:env(?:[ \t]{1,9}(?:-\S{0,99}|\w{1,99}=\S{0,99})){0,9}[ \t]{1,9})?(?:\S{0,99}\/)?([^\s/]{1,99})/;
