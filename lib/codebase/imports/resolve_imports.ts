import type { Language } from "../files/languages.ts";
import { folderOf } from "../files/file_system.ts";
import { perLanguage } from "../structure/language_table.ts";
import type { FileIndex } from "./imports.ts";

/** Files one specifier may mean: more are a guess. */
const MAX_FILES = 12;

/** How a language's modules are written and kept: rows `files` of the table of languages. */
interface Convention {
  /** What stands between the parts of a module's name. */
  separator: string;
  /** How its files end. */
  endings: readonly string[];
  /** Parts at the end that may be members of the file. */
  members: number;
  /** Parts that are enough where packages are folders by another name; else all of them are needed. */
  least?: number;
}

/** The convention of a language, or of a class of PHP, whose other imports are paths. */
const conventionOf = perLanguage((rows): Convention => {
  const [separator = "/", members = "0", least = "-", ...endings] = rows["files"]?.[0]?.split(" ") ?? [];
  return {
    separator,
    members: Number(members),
    ...(least !== "-" && { least: Number(least) }),
    endings: endings.length === 0 ? [""] : endings.map((ending) => ending === '""' ? "" : ending),
  };
});

/** Parts of a path, below `base` where it is relative. */
interface Wanted {
  parts: readonly string[];
  base?: string;
  /** They mean nothing unless they fit one file. */
  alone?: boolean;
  /** In place of the convention's. */
  least?: number;
}

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
    const isClass = language === "php" && specifier.includes("\\");
    const convention = conventionOf(isClass ? "php_class" : language);
    return firstOf(wantedBy(specifier, fromPath, language, convention, files), (wanted) => {
      const paths = resolved(wanted, folderOf(fromPath), convention, files);
      return paths.length > (wanted.alone ? 1 : MAX_FILES) ? [] : paths;
    });
  });
  return [...new Set(found)].filter((path) => path !== fromPath);
}

/** With the fewest parts left out: of those at the end that may be members, then of those before a folder of the repository. */
function resolved(
  { parts, base, ...own }: Wanted,
  folder: string,
  { endings, members, ...given }: Convention,
  files: FileIndex,
): readonly string[] {
  const least = own.least ?? given.least;
  const fewest = Math.max(base === undefined ? 1 : 0, parts.length - members);
  for (let count = parts.length; count >= fewest; count--) {
    const whole = parts.slice(0, count).join("/");
    const near = base === undefined ? [joined(folder, whole), whole] : [joined(base, whole)];
    const paths = near.flatMap((path) => endings.map((ending) => (path + ending).replace(/^\//, "")));
    const found = firstOf(paths, (path) => files.has(path) ? [path] : []);
    if (found.length > 0) return found;
    if (base !== undefined) continue;
    for (let from = 0; from <= (least === undefined ? 0 : count - least); from++) {
      const suffix = parts.slice(from, count).join("/");
      const elsewhere = firstOf(endings, (ending) => endingIn(suffix, ending, files));
      if (elsewhere.length > 0) return elsewhere;
    }
  }
  return [];
}

/** Files that end so; where the ending is `/*.go`, those of that folder, its tests aside, as many as a specifier may mean. */
function endingIn(suffix: string, ending: string, files: FileIndex): readonly string[] {
  const [, name] = /^\/\*(.*)$/.exec(ending) ?? [];
  return name === undefined
    ? files.bySuffix(suffix + ending)
    : files.inFolder(suffix).filter((path) => path.endsWith(name) && !path.endsWith(`_test${name}`)).slice(
      0,
      MAX_FILES,
    );
}

/** What a specifier may ask for, the likeliest first. */
function wantedBy(
  specifier: string,
  fromPath: string,
  language: Language,
  { separator }: Convention,
  files: FileIndex,
): Wanted[] {
  const folder = folderOf(fromPath);
  const parts = specifier.split(separator).map((part) => fileName(part, language));
  if (/^[*_]$/.test(parts.at(-1) ?? "")) return [];
  switch (language) {
    case "typescript":
    case "javascript":
      return scriptWanted(specifier.replace(/[?#].*$/, ""), folder);
    case "python": {
      const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
      const base = folder.split("/").slice(0, dots > 1 ? 1 - dots : undefined).join("/");
      const named = parts.filter((part) => part !== "");
      return [dots > 0 ? { parts: named, base } : { parts: named }];
    }
    case "rust":
      return rustWanted(parts, fromPath, files);
    case "go":
      // `net/http` of Go itself is no folder `http`; of a module's path only the end is a folder.
      return [parts[0]?.includes(".") === true ? { parts: parts.slice(1), least: 1 } : { parts }];
    default:
      return separator === "/"
        ? [{ parts: specifier.replace(/^package:[^/]+/, "lib").replace(/^\//, "").split("/") }]
        : [{ parts }];
  }
}

function fileName(part: string, language: Language): string {
  if (language === "clojure") return part.replaceAll("-", "_");
  if (language !== "elixir") return part;
  return part.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase();
}

/** Relative paths, `@/` and `~/` aliases, packages of a workspace. */
function scriptWanted(specifier: string, folder: string): Wanted[] {
  const parts = specifier.replace(/\.[cm]?jsx?$/, "").split("/");
  if (/^\//.test(specifier)) return [{ parts, base: "" }];
  if (/^\./.test(specifier)) return [{ parts, base: folder }];
  const aliased = /^[@~#]\/(?:app\/|src\/)?(.+)$/.exec(parts.join("/"))?.[1];
  if (aliased !== undefined) return [{ parts: ["src", aliased] }];
  const [name = "", ...inside] = specifier.startsWith("@") ? parts.slice(1) : parts;
  const paths = inside.length > 0
    ? [[name, "src", ...inside], [name, ...inside]]
    : [[name, "src", "index"], [name, "index"], [name, "mod"]];
  return paths.map((parts) => ({ parts, alone: true }));
}

/** `mod x`, and `use` paths from the crate, the module, its parent or another crate of the workspace. */
function rustWanted(written: readonly string[], fromPath: string, files: FileIndex): Wanted[] {
  const folder = folderOf(fromPath);
  const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(fromPath) ? folder : fromPath.replace(/\.rs$/, "");
  const [first = "", ...parts] = written.map((part) => part.replace(/^r#/, ""));
  const below = (base: string | undefined) => base === undefined ? [] : [{ parts, base }];
  if (first.startsWith("mod ")) return [{ parts: [first.slice("mod ".length)], base: own }];
  if (first === "self") return below(own);
  if (first === "super") {
    let base = folderOf(own);
    for (; parts[0] === "super"; parts.shift()) base = folderOf(base);
    return below(base);
  }
  if (first === "crate") {
    let root = folder;
    while (root !== "" && !["lib", "main"].some((name) => files.has(`${root}/${name}.rs`))) {
      root = folderOf(root);
    }
    return root === "" ? [] : below(root);
  }
  const module = joined(own, first);
  if ([".rs", "/mod.rs"].some((ending) => files.has(module + ending))) return below(module);
  const roots = [first, first.replaceAll("_", "-")].flatMap((crate) => files.bySuffix(`${crate}/src/lib.rs`));
  return below(roots[0] && folderOf(roots[0]));
}

/** What the first candidate that finds anything finds. */
function firstOf<T>(candidates: readonly T[], find: (candidate: T) => readonly string[]): readonly string[] {
  for (const candidate of candidates) {
    const found = find(candidate);
    if (found.length > 0) return found;
  }
  return [];
}

/** A path as seen from a folder, without `.`, `..` and empty segments; what leaves the root loses its `..`. */
function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
