import { indexDir } from "../codebase/index/index_dir.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import type { Locations } from "../settings/locations.ts";

/** The folder that holds the index of the repository at `root`, made where it is missing; undefined where it cannot be had, and `refused` says why. */
export function indexFolder({ cache, refused }: Locations, root: string): string | undefined {
  if (cache === undefined) return undefined;
  const folder = indexDir(cache, root);
  try {
    makeOwnFolder(folder);
    return folder;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    refused.push(`no index: ${error.message}`);
    return undefined;
  }
}
