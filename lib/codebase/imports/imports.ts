import type { Language } from "../files/languages.ts";
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
      ? [said.replace(/\s+/, " ")]
      : expanded(uncommented(said).replace(/^use\s+|\s+as\s+\w+|\s+/g, ""), "::"),
  scala: ([path = ""]) => expanded(path, "."),
  php: ([path = ""]) => expanded(path, "\\"),
  ruby: ([relative, path = ""]) => [relative === undefined ? path : `./${path}`],
};

/**
 * What a file imports, as it says so, without repeats: paths, modules or packages. Python's `from a import b` gives `a.b`; Rust's `use a::{b, c}` gives
 * `a::b` and `a::c`, and `mod x;` gives `mod x`; Ruby's `require_relative` begins with `./`.
 */
export function imports(text: string, language: Language): string[] {
  const found = new Set<string>();
  let statements = 0;
  const spoken = SPOKEN[language] ?? ((groups) => [groups.at(-1) ?? ""]);
  for (const form of formsOf(language)) {
    for (const [, ...groups] of text.matchAll(form)) {
      for (const specifier of spoken(groups)) {
        found.add(specifier);
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

/** The paths of a repository, ready to be asked for what an import may mean. */
export interface FileIndex {
  has(path: string): boolean;
  /** Paths equal to `suffix` or ending in `/suffix`, sorted. */
  bySuffix(suffix: string): readonly string[];
  /** Paths directly in a folder (`""` is the root), sorted. */
  inFolder(folder: string): readonly string[];
}

/** Indexes paths with `/` separators by name, by the last two segments and by folder: one pass. */
export function fileIndex(paths: Iterable<string>): FileIndex {
  const all = new Set<string>();
  const byTail = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  for (const path of [...paths].sort()) {
    all.add(path);
    const slash = path.lastIndexOf("/");
    const folder = slash === -1 ? "" : path.slice(0, slash);
    append(byFolder, folder, path);
    append(byTail, path.slice(slash + 1), path);
    if (slash !== -1) append(byTail, path.slice(folder.lastIndexOf("/") + 1), path);
  }
  return {
    has: (path) => all.has(path),
    inFolder: (folder) => byFolder.get(folder) ?? [],
    bySuffix: (suffix) => {
      const name = suffix.lastIndexOf("/");
      const tail = name === -1 ? suffix : suffix.slice(suffix.lastIndexOf("/", name - 1) + 1);
      const found = byTail.get(tail) ?? [];
      return tail === suffix ? found : found.filter((path) => path === suffix || path.endsWith(`/${suffix}`));
    },
  };
}

function append(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [path]);
  else list.push(path);
}
