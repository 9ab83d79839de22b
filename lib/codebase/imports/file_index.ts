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
