import { type Language, languageOf, languageRunBy } from "../../guard/boundary/file_types.ts";
import { patternsOf } from "../../guard/rule_table.ts";
import { nameOf } from "./file_system.ts";
import table from "./paths.txt" with { type: "text" };

export type { Language };

/** Not programs: their text is searched, but they define and import nothing. */
const NOT_SOURCE: ReadonlySet<Language> = new Set(["css", "html", "config", "doc", "text"]);

/**
 * Language of a path with `/` separators, by extension, else by file name. A text of a name without an extension may say in its first line which
 * program runs it, which decides; without the text such a script counts as its name does.
 */
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

const pattern = patternsOf(table);
const TEST_FOLDER = pattern("test-folder");
const TEST_SOURCES = pattern("test-sources");
const TEST_NAME = pattern("test-name");
const SPEC_FOLDER = pattern("spec-folder");
const SPEC_NAME = pattern("spec-name");
const TEST_CLASS_NAME = pattern("test-class-name");
const SHIPPED_PACKAGES = pattern("shipped-packages");
const TESTS_MODULE = pattern("tests-module");
const ASIDE_FOLDER = pattern("aside-folder");
const ONLY_AT_TOP = pattern("top-folder");
const ASIDE_NAME = pattern("aside-name");
const BENCHMARK_NAME = pattern("benchmark-name");
const ASIDE_MODULE = pattern("aside-module");
const GENERATED_FOLDER = pattern("generated-folder");
const DOC_FOLDER = pattern("doc-folder");

/** Tests, their fixtures and their tools. */
export function isTest(path: string): boolean {
  const inFolder = (folder: RegExp) => folder.test(path) && folder.test(withoutPackages(path, TESTS_MODULE));
  const name = nameOf(path);
  if (inFolder(TEST_FOLDER) || TEST_SOURCES.test(path)) return true;
  if (TEST_NAME.test(name) || TEST_CLASS_NAME.test(name)) return true;
  return !path.endsWith(".go") && (inFolder(SPEC_FOLDER) || SPEC_NAME.test(name));
}

/** Beside the point of the repository: docs, examples, benchmarks, vendored, generated, scripts, dot files, set-up. */
export function isAside(path: string): boolean {
  const name = nameOf(path);
  if (language(path) === "doc" || ASIDE_NAME.test(name) || BENCHMARK_NAME.test(name)) return true;
  if (!ASIDE_FOLDER.test(path)) return false;
  return asideSegment(withoutPackages(path, ASIDE_MODULE)) || GENERATED_FOLDER.test(path);
}

/** Prose for people. */
export function isDoc(path: string): boolean {
  return language(path) === "doc" ||
    DOC_FOLDER.test(path) && DOC_FOLDER.test(withoutPackages(path, ASIDE_MODULE));
}

/** The folders down to where a JVM language's packages begin; all of any other path, and of one in a module of these `modules`. */
function withoutPackages(path: string, modules: RegExp): string {
  const found = SHIPPED_PACKAGES.exec(path);
  if (found === null || modules.test(path.slice(0, found.index))) return path;
  return path.slice(0, found.index + found[0].length);
}

function asideSegment(path: string): boolean {
  return path.split("/").slice(0, -1).some((segment, depth) =>
    (depth === 0 || !ONLY_AT_TOP.test(segment)) && ASIDE_FOLDER.test(`${segment}/`)
  );
}

/** `env` takes options and settings before the program: `#!/usr/bin/env -S LANG=C perl -w`. */
const SCRIPT =
  /^#![ \t]{0,9}(?:\S{0,99}\/)?(?:env(?:[ \t]{1,9}(?:-\S{0,99}|\w{1,99}=\S{0,99})){0,9}[ \t]{1,9})?(?:\S{0,99}\/)?([^\s/]{1,99})/;
