import type { FileIndex } from "./file_index.ts";
import type { Language } from "../files/languages.ts";
import { existing, firstOf, joined, longestSuffix, normalized } from "./module_paths.ts";
import { goImport, pythonImport, rustImport, scriptImport } from "./resolve_modules.ts";
import { folderOf } from "../files/folder_of.ts";

/** Files one specifier may mean: more are a guess. */
const MAX_FILES = 12;

const JVM_ENDINGS = [".java", ".kt", ".scala", ".groovy"];

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
    case "java":
    case "kotlin":
    case "scala":
    case "groovy":
      return jvm(specifier, files);
    case "csharp":
      return csharp(specifier, files);
    case "php":
      return specifier.includes("\\")
        ? longestSuffix(specifier.split("\\"), [".php"], files, 2)
        : near(specifier.replace(/^\//, ""), folder, files);
    case "ruby":
      return specifier.startsWith("./")
        ? existing([joined(folder, specifier)], ["", ".rb"], files)
        : firstOf([`lib/${specifier}.rb`, `${specifier}.rb`], (path) => files.bySuffix(path));
    case "lua":
    case "clojure": {
      const path = specifier.replaceAll(".", "/").replaceAll("-", language === "clojure" ? "_" : "-");
      const endings = language === "lua" ? [".lua", "/init.lua"] : [".clj", ".cljs", ".cljc"];
      return firstOf(endings, (ending) => files.bySuffix(`${path}${ending}`));
    }
    case "elixir":
      return files.bySuffix(`${specifier.split(".").map(snake).join("/")}.ex`);
    case "perl":
      return files.bySuffix(`${specifier.replaceAll("::", "/")}.pm`);
    case "haskell":
      return files.bySuffix(`${specifier.replaceAll(".", "/")}.hs`);
    case "dart": {
      const inPackage = /^package:([^/]+)\/(.+)$/.exec(specifier);
      return inPackage === null
        ? near(specifier, folder, files)
        : firstOf([`${inPackage[1]}/lib/${inPackage[2]}`, `lib/${inPackage[2]}`], (path) =>
          files.bySuffix(path));
    }
    default:
      return near(specifier, folder, files);
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

function jvm(specifier: string, files: FileIndex): readonly string[] {
  const parts = specifier.split(".");
  if (/^[*_]$/.test(parts.at(-1) ?? "")) return [];
  return longestSuffix(parts, JVM_ENDINGS, files, 2);
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

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase();
}
