import { type Language, languageOf } from "../../guard/boundary/file_types.ts";
import { nameOf } from "./file_system.ts";

export type { Language };

/** Not programs: their text is searched, but they define and import nothing. */
const NOT_SOURCE: ReadonlySet<Language> = new Set(["css", "html", "config", "doc", "text"]);

/**
 * Language of a path with `/` separators, by extension, else by file name. A text of a name without an extension may say in its first line which
 * program runs it, which decides; without the text such a script counts as its name does.
 */
export function language(path: string, text?: string): Language {
  const script = text !== undefined && isUntold(path) ? scriptLanguage(text) : undefined;
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

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests?__|testing|__mocks__|mocks|__snapshots__|e2e|testdata|(?:unit|dts|src|integration|functional)[-_]?tests?|test[_-]?(?:utils|data|support|fixtures|suite|src)|jstests?|fixtures?|cypress|(?:android|common|jvm|js|native|ios)Test)\//i;
/** Sources of tests as Gradle names them, `src/jvmTest/`: the capital tells them from `src/latest/`. */
const TEST_SOURCES = /(?:^|\/)src\/[a-z]\w*Test(?:Fixtures)?\//;
const TEST_NAME = /(?:^|[._-])(?:test|tests|e2e|cy|test-d)\.[a-z0-9.]+$|^test[._-]|^conftest\.py$/i;
/** Tests that are called specifications; in Go, whose tests end in `_test.go`, a `spec` is what something is to be like. */
const SPEC_FOLDER = /(?:^|\/)specs?\//i;
const SPEC_NAME = /(?:^|[._-])specs?\.[a-z0-9.]+$/i;
/** The capital tells `FooTest.java` from `contest.java`. */
const TEST_CLASS_NAME =
  /[a-z0-9](?:Tests?|TestCase|Spec|Specs|IT)\.(?:java|kt|kts|scala|groovy|cs|php|swift|m|mm|cpp|cc|dart|fs)$/;

/** What ships, as Maven and Gradle keep it: below are packages, and one called `test` is what a library offers to tests. */
const SHIPPED_PACKAGES = /(?:^|\/)src\/(?:main|[a-z]\w*Main)\/(?:java|kotlin|scala|groovy)\//;
/** Modules that hold tests all the same: `testsuite-http2`, `android-tests`. */
const TESTS_MODULE = /(?:^|[/-])(?:tests|testsuite)(?:-[^/]*)?$/;

/** Documentation, examples, benchmarks, foreign, built and tooling folders. */
const ASIDE_FOLDER =
  /(?:^|\/)(?:docs?|documentation|website|_?examples?(?:[-_][a-z]+)?|_usage|samples?|demos?|tutorials?|playgrounds?|bench|benches|benchmarks?|fuzz|vendor|vendored|third[_-]?party|3rdparty|external|extern|node_modules|bower_components|deps|dist|build|out|target|generated|gen|__generated__|_build|single_include|singleheader|scripts?|tools?|ci|contrib|locales?|\.[^/]+)\//i;
/** Names that mean it only where the repository begins: `src/tools/` and `lib/build/` are ordinary source. */
const ONLY_AT_TOP = /^(?:build|out|target|gen|tools?|ci|contrib|deps|extern|external)$/i;
const ASIDE_NAME =
  /^\.|^(?:setup|conf|noxfile|fabfile)\.py$|^(?:gulpfile|gruntfile|rakefile)(?:\.[a-z]+)?$|^(?:package|module)-info\.java$|\.gradle(?:\.kts)?$|\.(?:config|conf|min|bundle|generated|gen|pb|designer|g)\.[a-z]+$|_pb2(?:_grpc)?\.pyi?$|^zz_generated|(?:-lock|\.lock|\.snap|\.map)(?:\.[a-z]+)?$|\.d\.[cm]?ts$/i;

/** Benchmarks beside what they measure; a name of one word is the program's own. */
const BENCHMARK_NAME =
  /[a-z\d]Benchmarks?\.(?:java|kt|scala|groovy|cs|fs|swift|dart|cpp|cc|php)$|\w[._-](?:bench|benchmarks?)\.[a-z\d]+$/;

/** Modules that are aside all the same: `framework-docs`, `druid-demo-petclinic`. */
const ASIDE_MODULE = /(?:^|[/-])(?:docs?|examples?|samples?|demos?|benchmarks?)(?:-[^/]*)?$/i;
/** Aside below packages as well, whatever else is called so there: `com.example.demo` is what every beginner ships. */
const GENERATED_FOLDER = /(?:^|\/)(?:generated|__generated__)\//i;

const DOC_FOLDER = /(?:^|\/)(?:docs?|documentation)\//i;

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

/** Languages that run under their own name, and programs with another one; all without their versions: `python3.11` is `python`. */
const OWN_NAME = "bash python ruby perl php lua julia ocaml clojure groovy kotlin scala swift dart";
const PROGRAMS: Readonly<Record<string, string>> = {
  bash: "sh dash ash zsh ksh bats",
  python: "pypy uv",
  javascript: "node nodejs zx",
  typescript: "deno bun tsx ts-node",
  r: "Rscript",
  elixir: "elixir",
  erlang: "escript",
  haskell: "runhaskell stack",
  powershell: "pwsh",
  csharp: "dotnet",
};

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  [...OWN_NAME.split(" ").map((name) => [name, name] as const), ...Object.entries(PROGRAMS)]
    .flatMap(([language, names]) => names.split(" ").map((name) => [name, language as Language] as const)),
);

/** Characters of a first line that are looked at. */
const MAX_FIRST_LINE = 300;

/** What a text is written in whose first line says which program runs it; undefined where none does, or one that is not known. */
function scriptLanguage(text: string): Language | undefined {
  if (!text.startsWith("#!")) return undefined;
  const words = (/^#!(.*)/.exec(text.slice(0, MAX_FIRST_LINE))?.[1] ?? "").trim().split(/\s+/);
  // `env` takes options and settings before the program: `#!/usr/bin/env -S LANG=C perl -w`.
  const program = nameOf(words[0] ?? "") === "env"
    ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : words[0];
  const name = nameOf(program ?? "");
  return LANGUAGES.get(name) ?? LANGUAGES.get(name.replace(/-?[\d.]+$/, ""));
}
