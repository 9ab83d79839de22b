import { folderOf } from "../files/file_system.ts";
import { type Language, language } from "../files/languages.ts";
import { perLanguage } from "../structure/language_table.ts";

/** Imports of one file beyond which the rest is left out: generated barrels. */
const MAX_IMPORTS = 500;
/** Specifiers read, repeats and all: a file that says one thing a thousand times costs no more. */
const MAX_SPECIFIERS = 2000;

/** How a language names other files: patterns with one group, the specifier, or with those that `SPOKEN` reads. */
const formsOf = perLanguage((rows) => (rows["import"] ?? []).map((pattern) => new RegExp(pattern, "gm")));

/** What the groups of a match say, where that is more than one specifier as it stands. */
const SPOKEN: Readonly<Partial<Record<Language, (groups: readonly (string | undefined)[]) => string[]>>> = {
  python: ([modules, from = "", names = ""]) => {
    if (modules !== undefined) return items(modules);
    const prefix = from.endsWith(".") ? from : `${from}.`;
    return items(names).map((name) => name === "*" ? from : prefix + name);
  },
  go: ([paths = ""]) => [...paths.matchAll(/"([^"\n]{1,300})"/g)].map(([, path = ""]) => path),
  rust: ([said = ""]) =>
    said.startsWith("mod")
      ? [said.replace(/^mod\s+/, "self::")]
      : expanded(uncommented(said).replace(/^use\s+|\s+as\s+\w+|\s+/g, ""), "::"),
  scala: ([path = ""]) => expanded(path, "."),
  php: ([path = ""]) => expanded(path, "\\"),
  ruby: ([relative, path = ""]) => [relative === undefined ? path : `./${path}`],
};

/** What a file imports, as paths without repeats: `/src/b` from the root of the repository where it is relative to the file, `a/b/c` as it is written else, of modules and packages too. It may end in a member of the file. */
export function importedPaths(text: string, from: string): string[] {
  const written = language(from, text);
  const found = new Set<string>();
  let statements = 0;
  const spoken = SPOKEN[written] ?? ((groups) => [groups.at(-1) ?? ""]);
  for (const form of formsOf(written)) {
    for (const [, ...groups] of text.matchAll(form)) {
      for (const specifier of spoken(groups)) {
        found.add(pathOf(specifier, from, written));
        if (found.size >= MAX_IMPORTS || ++statements >= MAX_SPECIFIERS) return [...found];
      }
    }
  }
  return [...found];
}

/** The first words of a list with commas: `a as b, c` gives `a` and `c`. */
function items(list: string): string[] {
  return uncommented(list).replace(/[()\\]/g, "").split(",")
    .map((item) => item.trim().split(/\s/)[0] ?? "").filter((name) => name !== "");
}

function uncommented(text: string): string {
  return text.replace(/(?:#|\/\/).*$/gm, "");
}

/** `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`. */
function expanded(path: string, separator: string): string[] {
  const open = path.indexOf("{");
  if (open !== -1) {
    const inside = path.slice(open + 1, path.lastIndexOf("}"));
    const parts = inside.match(/[^,{}]+(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g) ?? [];
    return parts.flatMap((part) => expanded(path.slice(0, open) + part.trim(), separator));
  }
  const name = path.replace(/\s*=>.*$/, "").replace(/(?:::|[.\\])?[*_]$/, "");
  const whole = name.endsWith(`${separator}self`) ? name.slice(0, -separator.length - "self".length) : name;
  return whole === "" ? [] : [whole];
}

/** How a language's modules are written and kept: the row `files` of the table of languages. */
export const conventionOf = perLanguage((rows) => {
  const [separator = "/", members = "0", folder] = rows["files"]?.[0]?.split(" ") ?? [];
  return { separator, members: Number(members), isFolder: folder !== undefined };
});

function pathOf(specifier: string, from: string, written: Language): string {
  const { separator } = conventionOf(written);
  const folder = folderOf(from);
  const parts = specifier.split(separator);
  switch (written) {
    case "python": {
      const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
      const named = parts.filter((part) => part !== "").join("/");
      return dots === 0 ? named : `/${joined(folder, "../".repeat(dots - 1) + named)}`;
    }
    case "rust": {
      const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from) ? folder : from.replace(/\.rs$/, "");
      const path = parts.join("/").replaceAll("r#", "");
      if (parts[0] === "crate") {
        return `/${joined(/^(?:.*\/)?src(?=\/)/.exec(from)?.[0] ?? "", path.slice("crate/".length))}`;
      }
      return /^(?:self|super)\b/.test(path)
        ? `/${joined(own, path.replaceAll("super/", "../").replace("self/", ""))}`
        : path;
    }
    case "typescript":
    case "javascript": {
      const path = specifier.replace(/[?#].*$/, "").replace(/\.[cm]?jsx?$/, "").replace(
        /^[@~#]\/(?:app\/|src\/)?/,
        "",
      );
      return path.startsWith(".") ? `/${joined(folder, path)}` : path;
    }
    default:
      return specifier.startsWith(".")
        ? `/${joined(folder, specifier)}`
        : parts.join("/").replace(/^package:[^/]+\//, "").replace(/^\//, "");
  }
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
