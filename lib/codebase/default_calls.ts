import { resolveImports } from "./imports/imports.ts";
import type { Lookup } from "./lookup/lookup.ts";
import { callsOfAlias, defaultImports, handsOn, isDefaultExport } from "./structure/aliases.ts";
import type { Defined } from "./structure/hierarchy.ts";
import { placeOf, type Usage } from "./structure/usages.ts";

/** Files that import one module, and files of all that are read for one question. */
const MAX_IMPORTERS = 60;
const MAX_READ = 120;

/** Calls of what modules of JavaScript give by default, under the names that the files give it which import them; of others there are none. Stops at `deadline` (a `performance.now()` value). */
export async function defaultCalls(
  targets: readonly Defined[],
  lookup: Lookup,
  deadline: number,
): Promise<Usage[]> {
  const found: Usage[] = [];
  for (const { file: home, definition: { name, container } } of targets) {
    if (container !== undefined || !isDefaultExport(name, home)) continue;
    const index = await lookup.files();
    const modules = new Set([home.path]);
    const importers = new Set(lookup.importers(home.path)?.slice(0, MAX_IMPORTERS));
    for (const path of [...importers]) {
      const file = lookup.read(path);
      if (file === undefined || !handsOn(file)) continue;
      modules.add(path);
      for (const further of lookup.importers(path)?.slice(0, MAX_IMPORTERS) ?? []) importers.add(further);
    }
    for (const path of [...importers].slice(0, MAX_READ)) {
      if (performance.now() > deadline) break;
      const file = lookup.read(path);
      if (file === undefined) continue;
      for (const { name: alias, from } of defaultImports(file)) {
        if (alias === name) continue;
        if (!resolveImports([from], path, file.language, index).some((each) => modules.has(each))) continue;
        for (const { line } of callsOfAlias(alias, file)) {
          found.push({ ...placeOf(name, file, line), kind: "calls", alias });
        }
      }
    }
  }
  return found;
}
