import type { Defined } from "./hierarchy.ts";
import type { SourceFile } from "../files/source_file.ts";
import { LIKELY, NO, type Reach, YES } from "./ties.ts";
import { folderOf } from "../files/folder_of.ts";

/** The package that a file of Go says it is of; it need not be named like the folder, and the folder of a module's root has no name. */
export function goPackageOf({ text }: Pick<SourceFile, "text">): string | undefined {
  return /^package\s+(\w+)/m.exec(text)?.[1];
}

/**
 * `package.Function()` in Go: by the import that the name stands for. `imported`: the repository's files that the calling one imports, which may be
 * some of a package only, and none of the package in a module's root, whose name the import path alone tells.
 */
export function onGoPackage(
  receiver: string,
  file: SourceFile,
  target: Defined,
  imported: readonly string[],
): Reach {
  const home = folderOf(target.file.path);
  const own = goPackageOf(target.file);
  const folders = new Set(imported.map(folderOf));
  for (const { alias, path } of importsOf(file)) {
    if ((alias ?? nameIn(path)) !== receiver && (alias !== undefined || own !== receiver)) continue;
    const meant = [...folders].filter((folder) =>
      isTail(folder, path)
    ).sort((a, b) => b.length - a.length)[0];
    if (meant !== undefined) {
      if (meant === home) return YES;
    } else if (home !== "" ? isTail(home, path) : own === nameIn(path)) return { sure: LIKELY };
  }
  return NO;
}

/** The imports of a file of Go, in a block or alone. */
function importsOf({ text }: SourceFile): { alias?: string; path: string }[] {
  return [
    ...text.matchAll(/^[ \t]*(?:import[ \t]+)?(?:([\w.]+)[ \t]+)?"([\w.~/-]{1,200})"[ \t]*(?:\/\/.*)?$/gm),
  ]
    .map(([, alias, path = ""]) => ({ ...(alias !== undefined && { alias }), path }));
}

/** How an import path names its package where nothing else does: `yaml` of `gopkg.in/yaml.v3`, `chi` of `github.com/go-chi/chi/v5`. */
function nameIn(path: string): string {
  return path.replace(/\/v\d+$/, "").split("/").at(-1)?.replace(/\.v\d+$/, "") ?? "";
}

function isTail(folder: string, path: string): boolean {
  return folder !== "" && (path === folder || path.endsWith(`/${folder}`));
}
