import type { Language } from "../files/languages.ts";
import { folderOf } from "../files/paths.ts";
import type { FileIndex } from "./file_index.ts";

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
const SCRIPT = [".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".vue", ".svelte", ".d.ts"];
const SCRIPT_ENDINGS = ["", ...SCRIPT, ...SCRIPT.map((ending) => `/index${ending}`)];
const PYTHON_ENDINGS = [".py", "/__init__.py", ".pyi", ".pyx"];
const RUST_ENDINGS = [".rs", "/mod.rs"];

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
  const found = specifiers.flatMap((specifier) => {
    const paths = resolved(specifier, fromPath, language, files);
    return paths.length > MAX_FILES ? [] : paths;
  });
  return [...new Set(found)].filter((path) => path !== fromPath);
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
      return scriptImport(specifier.replace(/[?#].*$/, ""), folder, files);
    case "python":
      return pythonImport(specifier, folder, files);
    case "go":
      return goImport(specifier.split("/"), files);
    case "rust":
      return rustImport(specifier, fromPath, files);
    case "csharp":
      return csharpImport(specifier.split("."), files);
  }
  const [separator = "", ...endings] = CALLED_LIKE_FILES[language] ?? [];
  if (separator !== "" && (language !== "php" || specifier.includes(separator))) {
    const parts = specifier.split(separator).map((part) => fileName(part, language));
    // A package may be a folder by another name, and the last part a member of the file.
    const least = separator === JVM[0] && endings[0] === JVM[1] || language === "php" ? 2 : parts.length;
    return /^[*_]$/.test(parts.at(-1) ?? "") ? [] : longestSuffix(parts, endings, files, least);
  }
  return near(specifier.replace(/^package:[^/]+/, "lib").replace(/^\//, ""), folder, files);
}

/** A path beside the file, else from the root, else any file whose path ends so. */
function near(specifier: string, folder: string, files: FileIndex): readonly string[] {
  const endings = ["", ".rb"];
  const path = normalized(specifier);
  const found = existing([joined(folder, specifier), path], endings, files);
  return found.length > 0 || path === ""
    ? found
    : firstOf(endings, (ending) => files.bySuffix(path + ending));
}

function fileName(part: string, language: Language): string {
  if (language === "clojure") return part.replaceAll("-", "_");
  if (language !== "elixir") return part;
  return part.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase();
}

/** TypeScript and JavaScript: relative, `@/` and `~/` aliases, folders of a workspace. */
function scriptImport(specifier: string, folder: string, files: FileIndex): readonly string[] {
  if (/^[./]/.test(specifier)) {
    const path = specifier.startsWith("/") ? normalized(specifier) : joined(folder, specifier);
    return existing([path, path.replace(/\.[cm]?jsx?$/, "")], SCRIPT_ENDINGS, files);
  }
  const aliased = /^[@~#]\/(?:app\/|src\/)?(.+)$/.exec(specifier)?.[1];
  if (aliased !== undefined) {
    return firstOf(SCRIPT_ENDINGS, (ending) => files.bySuffix(`src/${aliased}${ending}`));
  }
  const [name = "", ...inside] = specifier.replace(/^@[^/]+\//, "").split("/");
  const path = inside.join("/");
  if (path !== "" && !specifier.startsWith("@")) {
    const rooted = existing([specifier, `src/${specifier}`], SCRIPT_ENDINGS, files);
    if (rooted.length > 0) return rooted;
  }
  const places = path === ""
    ? [`${name}/src/index`, `${name}/index`, `${name}/mod`]
    : [`${name}/src/${path}`, `${name}/${path}`];
  return firstOf(places.flatMap((place) => SCRIPT_ENDINGS.map((ending) => place + ending)), (path) => {
    const inWorkspace = files.bySuffix(path);
    return inWorkspace.length === 1 ? inWorkspace : [];
  });
}

/** Dotted and relative modules; the last part may be a name inside one. */
function pythonImport(specifier: string, folder: string, files: FileIndex): readonly string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier.split(".").filter((part) => part !== "");
  const base = folder.split("/").slice(0, dots > 1 ? 1 - dots : undefined).join("/");
  for (const module of [parts, parts.slice(0, -1)]) {
    const path = module.join("/");
    if (dots === 0 && path === "") continue;
    const found = existing(
      dots > 0 ? [joined(base, path)] : [path, joined(folder, path)],
      PYTHON_ENDINGS,
      files,
    );
    if (found.length > 0) return found;
    const elsewhere = dots > 0 || module.length < 2
      ? []
      : firstOf(PYTHON_ENDINGS, (ending) => files.bySuffix(path + ending));
    if (elsewhere.length > 0) return elsewhere;
  }
  return [];
}

/** Files of the package: the module path is not known, so leading segments are dropped until a folder fits. */
function goImport(parts: readonly string[], files: FileIndex): readonly string[] {
  // `net/http` of Go itself is no folder `http`.
  const isHosted = parts[0]?.includes(".") === true;
  const last = isHosted ? parts.length - 1 : Math.min(1, parts.length - 2);
  for (let from = isHosted ? 1 : 0; from <= last; from++) {
    const inFolder = files.inFolder(parts.slice(from).join("/")).filter((path) =>
      path.endsWith(".go") && !path.endsWith("_test.go")
    );
    if (inFolder.length > 0) return inFolder.slice(0, MAX_FILES);
  }
  return [];
}

/** A namespace is a folder by custom; a type's own file is taken where the last part names one. */
function csharpImport(parts: readonly string[], files: FileIndex): readonly string[] {
  const type = parts.length > 1 ? files.bySuffix(`${parts.slice(-2).join("/")}.cs`) : [];
  if (type.length > 0) return type;
  const spaces = [parts, parts.slice(1)].filter(({ length }) => length > 0);
  const folders = spaces.flatMap((space) => [space.join("/"), space.join("."), `src/${space.join(".")}`]);
  return firstOf(folders, (folder) => files.inFolder(folder).filter((path) => path.endsWith(".cs")));
}

/** `mod x`, and `use` paths from the crate, the module, its parent or another crate of the workspace. */
function rustImport(specifier: string, fromPath: string, files: FileIndex): readonly string[] {
  const folder = folderOf(fromPath);
  const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(fromPath) ? folder : fromPath.replace(/\.rs$/, "");
  const module = /^mod (\w+)$/.exec(specifier)?.[1];
  if (module !== undefined) return existing([joined(own, module)], RUST_ENDINGS, files);
  const [first = "", ...parts] = specifier.split("::").map((part) => part.replace(/^r#/, ""));
  let base = first === "crate" ? crateFolder(folder, files) : first === "self" ? own : undefined;
  if (first === "super") {
    base = folderOf(own);
    for (; parts[0] === "super"; parts.shift()) base = folderOf(base);
  } else if (base === undefined && first !== "crate") {
    const inModule = existing([joined(own, first)], RUST_ENDINGS, files).length > 0;
    const roots = [first, first.replaceAll("_", "-")].flatMap((crate) =>
      files.bySuffix(`${crate}/src/lib.rs`)
    );
    base = inModule ? joined(own, first) : roots[0] === undefined ? undefined : folderOf(roots[0]);
  }
  if (base === undefined) return [];
  for (let count = parts.length; count > 0; count--) {
    const found = existing([joined(base, parts.slice(0, count).join("/"))], RUST_ENDINGS, files);
    if (found.length > 0) return found;
  }
  return existing([base], [...RUST_ENDINGS, "/lib.rs", "/main.rs"], files);
}

function crateFolder(folder: string, files: FileIndex): string | undefined {
  for (let at = folder; at !== ""; at = folderOf(at)) {
    if (files.has(`${at}/lib.rs`) || files.has(`${at}/main.rs`)) return at;
  }
  return undefined;
}

/**
 * Files that end in as many of the last parts as can be had, at least `least`. Where the last part is no file, it is a member or an
 * inner type, and the part before is tried.
 */
function longestSuffix(
  parts: readonly string[],
  endings: readonly string[],
  files: FileIndex,
  least: number,
): readonly string[] {
  for (const inner of [parts, parts.slice(0, -1), parts.slice(0, -2)]) {
    for (let from = 0; from <= inner.length - least; from++) {
      const found = firstOf(endings, (ending) => files.bySuffix(inner.slice(from).join("/") + ending));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The first of `paths` with one of `endings` that is a file, alone; an ending may begin with `/`. */
function existing(paths: readonly string[], endings: readonly string[], files: FileIndex): readonly string[] {
  const all = paths.flatMap((path) => endings.map((ending) => (path + ending).replace(/^\//, "")));
  return firstOf(all, (path) => files.has(path) ? [path] : []);
}

/** What the first candidate that finds anything finds. */
function firstOf(
  candidates: readonly string[],
  find: (candidate: string) => readonly string[],
): readonly string[] {
  for (const candidate of candidates) {
    const found = find(candidate);
    if (found.length > 0) return found;
  }
  return [];
}

/** A path as seen from a folder, without `.`, `..` and empty segments. */
function joined(folder: string, path: string): string {
  return normalized(`${folder}/${path}`);
}

/** Without `.`, `..` and empty segments; what leaves the root loses its `..`. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
