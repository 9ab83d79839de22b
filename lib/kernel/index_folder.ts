import { indexDir } from "../codebase/index/index_dir.ts";
import { ensureFolder } from "../settings/folder.ts";
import type { Locations } from "../settings/locations.ts";

/** The folder that holds the index of the repository at `root`, made where it is missing; undefined where it cannot be had. */
export function indexFolder({ cache }: Locations, root: string): string | undefined {
  if (cache === undefined) return undefined;
  const folder = indexDir(cache, root);
  return ensureFolder(folder) ? folder : undefined;
}
