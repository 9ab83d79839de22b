import { createHash } from "node:crypto";
import { recover } from "../settings/attempt.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import type { Locations } from "../settings/locations.ts";

/** Folder of a repository's index below our cache folder; `root` is the real path of the repository's root. */
export function indexDir(cache: string, root: string): string {
  return `${cache}/index/${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
}

/** The folder that holds the index of the repository at `root`, made where it is missing; undefined where it cannot be had, and `refused` says why. */
export function indexFolder({ cache, refused }: Locations, root: string): string | undefined {
  if (cache === undefined) return undefined;
  const folder = indexDir(cache, root);
  const problem = recover(() => makeOwnFolder(folder), Error, ({ message }) => message);
  if (problem === undefined) return folder;
  refused.push(`no index: ${problem}`);
  return undefined;
}
