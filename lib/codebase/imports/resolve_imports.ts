import type { Language } from "../files/languages.ts";
import { existing, type FileIndex, firstOf, joined, longestSuffix, normalized } from "./file_index.ts";
import { goImport, pythonImport, rustImport, scriptImport } from "./resolve_modules.ts";
import { folderOf } from "../files/folder_of.ts";

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
    const parts = specifier.split(separator).map((part) => fileName(part, language));
    return /^[*_]$/.test(parts.at(-1) ?? "")
      ? []
      : longestSuffix(parts, endings, files, Math.min(2, parts.length));
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
