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

/**
 * Files that end in as many of the last parts as can be had, at least `least`. Where the last part is no file, it is a member or an
 * inner type, and the part before is tried.
 */
export function longestSuffix(
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
export function existing(paths: readonly string[], endings: readonly string[], files: FileIndex): string[] {
  for (const path of paths) {
    for (const ending of endings) {
      const whole = path === "" ? ending.replace(/^\//, "") : path + ending;
      if (files.has(whole)) return [whole];
    }
  }
  return [];
}

/** What the first candidate that finds anything finds. */
export function firstOf(
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
export function joined(folder: string, path: string): string {
  return normalized(folder === "" ? path : `${folder}/${path}`);
}

/** Without `.`, `..` and empty segments; what leaves the root loses its `..`. */
export function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
