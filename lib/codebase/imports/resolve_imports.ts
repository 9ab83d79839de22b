import type { Language } from "../files/languages.ts";
import { existing, type FileIndex, firstOf, joined, longestSuffix, normalized } from "./file_index.ts";
import { folderOf } from "../files/paths.ts";

/** Files one specifier may mean: more are a guess. */
const MAX_FILES = 12;

const JVM = [".", ".java", ".kt", ".scala", ".groovy"];
/** Languages whose modules are called like their files: what stands between the parts, and how the files end. */
const CALLED_LIKE_FILES: Readonly<Partial<Record<Language, readonly string[]>>> = {
  java: JVM,
  kotlin: JVM,
  scala: JVM,
  groovy: JVM,
  clojure: [".", ".clj", ".cljs", ".cljc"],
  elixir: [".", ".ex"],
  haskell: [".", ".hs"],
  lua: [".", ".lua", "/init.lua"],
  perl: ["::", ".pm"],
  php: ["\\", ".php"],
};

/**
 * The repository's files that `specifiers` (from `imports`) of the file `fromPath` mean, without repeats, in order. What is not in the
 * repository is left out; where a name fits several files equally well, all are given up to a dozen, beyond that none.
 */
export function resolveImports(
  specifiers: readonly string[],
  fromPath: string,
  language: Language,
  files: FileIndex,
): string[] {
  const found = new Set<string>();
  for (const specifier of specifiers) {
    const paths = resolved(specifier, fromPath, language, files);
    if (paths.length <= MAX_FILES) { for (const path of paths) if (path !== fromPath) found.add(path); }
  }
  return [...found];
}

function resolved(
  specifier: string,
  fromPath: string,
  language: Language,
  files: FileIndex,
): readonly string[] {
  const folder = folderOf(fromPath);
  const [separator = "", ...endings] = CALLED_LIKE_FILES[language] ?? [];
  if (endings.length > 0 && (language !== "php" || specifier.includes(separator))) {
    // A package may be a folder by another name, and the last part a member of the file.
    const isWhole = !JVM.includes(endings[0] ?? "") && language !== "php";
    const parts = specifier.split(separator).map((part) => fileName(part, language));
    return /^[*_]$/.test(parts.at(-1) ?? "")
      ? []
      : longestSuffix(parts, endings, files, isWhole ? parts.length : 2);
  }
  switch (language) {
    case "typescript":
    case "javascript":
      return scriptImport(specifier, folder, files);
    case "python":
      return pythonImport(specifier, folder, files);
    case "go":
      return goImport(specifier, files);
    case "rust":
      return rustImport(specifier, fromPath, files);
    case "csharp":
      return csharp(specifier, files);
    case "ruby":
      return specifier.startsWith("./")
        ? existing([joined(folder, specifier)], ["", ".rb"], files)
        : firstOf([`lib/${specifier}.rb`, `${specifier}.rb`], (path) => files.bySuffix(path));
    case "dart": {
      const inPackage = /^package:([^/]+)\/(.+)$/.exec(specifier);
      return inPackage === null
        ? near(specifier, folder, files)
        : firstOf([`${inPackage[1]}/lib/${inPackage[2]}`, `lib/${inPackage[2]}`], (path) =>
          files.bySuffix(path));
    }
    default:
      return near(specifier.replace(/^\//, ""), folder, files);
  }
}

/** A path beside the file, else from the root, else any file whose path ends so. */
function near(specifier: string, folder: string, files: FileIndex): readonly string[] {
  const beside = joined(folder, specifier);
  if (files.has(beside)) return [beside];
  const path = normalized(specifier);
  if (path === "") return [];
  return files.has(path) ? [path] : files.bySuffix(path);
}

/** A namespace is a folder by custom; a type's own file is taken where the last part names one. */
function csharp(specifier: string, files: FileIndex): readonly string[] {
  const parts = specifier.split(".");
  const type = parts.length > 1 ? files.bySuffix(`${parts.slice(-2).join("/")}.cs`) : [];
  if (type.length > 0) return type;
  for (let from = 0; from < Math.min(2, parts.length); from++) {
    for (
      const folder of [
        parts.slice(from).join("/"),
        parts.slice(from).join("."),
        `src/${parts.slice(from).join(".")}`,
      ]
    ) {
      const inFolder = files.inFolder(folder).filter((path) => path.endsWith(".cs"));
      if (inFolder.length > 0) return inFolder;
    }
  }
  return [];
}

function fileName(part: string, language: Language): string {
  if (language === "clojure") return part.replaceAll("-", "_");
  if (language !== "elixir") return part;
  return part.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase();
}

const SCRIPT_ENDINGS = [
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mts",
  ".mjs",
  ".cts",
  ".cjs",
  ".vue",
  ".svelte",
  ".d.ts",
];
const SCRIPT_INDEX = SCRIPT_ENDINGS.map((ending) => `/index${ending}`);
/** First segments of Go's own packages, so that `net/http` is not taken for a folder `http`. */
const GO_OWN = new Set(
  "archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unsafe"
    .split(" "),
);
/** Go files of one package that are given. */
const MAX_PACKAGE_FILES = 12;

/** TypeScript and JavaScript: relative, `@/` and `~/` aliases, folders of a workspace. */
function scriptImport(specifier: string, folder: string, files: FileIndex): readonly string[] {
  const endings = ["", ...SCRIPT_ENDINGS, ...SCRIPT_INDEX];
  const bare = specifier.replace(/[?#].*$/, "");
  if (bare.startsWith(".") || bare.startsWith("/")) {
    const path = bare.startsWith("/") ? normalized(bare) : joined(folder, bare);
    const withoutEnding = path.replace(/\.[cm]?jsx?$/, "");
    return existing([path, withoutEnding], endings, files);
  }
  const alias = /^[@~#]\/?(?=[\w-]+\/)(?:app\/|src\/)?(.+)$/.exec(bare);
  if (alias !== null && !bare.startsWith("@") || bare.startsWith("@/")) {
    const path = alias?.[1] ?? bare.slice(2);
    return firstOf(endings, (ending) => files.bySuffix(`src/${path}${ending}`));
  }
  if (bare.includes("/") && !bare.startsWith("@")) {
    const rooted = existing([bare, `src/${bare}`], endings, files);
    if (rooted.length > 0) return rooted;
  }
  const parts = bare.split("/");
  const name = bare.startsWith("@") ? parts[1] : parts[0];
  const inside = parts.slice(bare.startsWith("@") ? 2 : 1).join("/");
  if (name === undefined) return [];
  const places = inside === ""
    ? [`${name}/src/index`, `${name}/index`, `${name}/mod`]
    : [`${name}/src/${inside}`, `${name}/${inside}`];
  return firstOf(places.flatMap((place) => endings.map((ending) => place + ending)), (path) => {
    const inWorkspace = files.bySuffix(path);
    return inWorkspace.length === 1 ? inWorkspace : [];
  });
}

/** Dotted and relative modules; the last part may be a name inside one. */
function pythonImport(specifier: string, folder: string, files: FileIndex): readonly string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier.slice(dots).split(".").filter((part) => part !== "");
  const endings = [".py", "/__init__.py", ".pyi", ".pyx"];
  if (dots > 0) {
    const base = folder.split("/").slice(0, dots > 1 ? 1 - dots : undefined);
    for (let count = parts.length; count >= Math.max(0, parts.length - 1); count--) {
      const path = [...base, ...parts.slice(0, count)].filter((part) => part !== "").join("/");
      const found = existing([path], endings, files);
      if (found.length > 0) return found;
    }
    return [];
  }
  for (let count = parts.length; count >= Math.max(1, parts.length - 1); count--) {
    const path = parts.slice(0, count).join("/");
    const beside = existing([path, joined(folder, path)], endings, files);
    if (beside.length > 0) return beside.slice(0, 1);
    const found = count === 1 ? [] : firstOf(endings, (ending) => files.bySuffix(path + ending));
    if (found.length > 0) return found;
  }
  return [];
}

/** Files of the package: the module path is not known, so leading segments are dropped until a folder fits. */
function goImport(specifier: string, files: FileIndex): readonly string[] {
  const parts = specifier.split("/");
  const first = parts[0] ?? "";
  const hosted = first.includes(".");
  if (!hosted && GO_OWN.has(first)) return [];
  const owned = /^(?:github|gitlab|bitbucket)\./.test(first);
  for (let from = hosted ? (owned ? 3 : 1) : 0; from < Math.min(parts.length, hosted ? 5 : 2); from++) {
    const inFolder = files.inFolder(parts.slice(from).join("/")).filter((path) =>
      path.endsWith(".go") && !path.endsWith("_test.go")
    );
    if (inFolder.length > 0) return inFolder.slice(0, MAX_PACKAGE_FILES);
  }
  return [];
}

/** `mod x`, and `use` paths from the crate, the module, its parent or another crate of the workspace. */
function rustImport(specifier: string, fromPath: string, files: FileIndex): readonly string[] {
  const folder = folderOf(fromPath);
  const name = fromPath.slice(folder === "" ? 0 : folder.length + 1).replace(/\.rs$/, "");
  const own = /^(?:mod|lib|main)$/.test(name) ? folder : joined(folder, name);
  const module = /^mod (\w+)$/.exec(specifier)?.[1];
  if (module !== undefined) return existing([joined(own, module)], [".rs", "/mod.rs"], files);
  const parts = specifier.split("::").map((part) => part.replace(/^r#/, ""));
  const first = parts.shift();
  let base: string | undefined;
  if (first === "crate") base = crateFolder(folder, files);
  else if (first === "self") base = own;
  else if (first === "super") {
    base = folderOf(own);
    while (parts[0] === "super") {
      parts.shift();
      base = folderOf(base);
    }
  } else if (first !== undefined) {
    const inCrate = existing([joined(own, first)], [".rs", "/mod.rs"], files);
    if (inCrate.length > 0) [base] = [joined(own, first)];
    else {
      const roots = [first, first.replaceAll("_", "-")].flatMap((crate) =>
        files.bySuffix(`${crate}/src/lib.rs`)
      );
      base = roots[0] === undefined ? undefined : folderOf(roots[0]);
    }
  }
  if (base === undefined) return [];
  for (let count = parts.length; count > 0; count--) {
    const found = existing([joined(base, parts.slice(0, count).join("/"))], [".rs", "/mod.rs"], files);
    if (found.length > 0) return found;
  }
  return existing([base], [".rs", "/mod.rs", "/lib.rs", "/main.rs"], files).slice(0, 1);
}

function crateFolder(folder: string, files: FileIndex): string | undefined {
  for (let at = folder; at !== ""; at = folderOf(at)) {
    if (files.has(`${at}/lib.rs`) || files.has(`${at}/main.rs`)) return at;
  }
  return undefined;
}
