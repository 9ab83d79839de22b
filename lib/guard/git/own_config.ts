import { locations } from "../../settings/locations.ts";
import { makeOwnFolder, readOwnFile } from "../../settings/own_files.ts";
import { systemWorld } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import type { Repository } from "./repository.ts";

const FORMAT_VERSION = { sha1: 0, sha256: 1 };

/**
 * All the configuration that git has with us, whatever stands in the repository's: it names no program, and neither a file that git would read nor how many threads
 * it starts. Packs are mapped in small windows, so that those of a large repository fit below the bound on memory.
 */
const CONFIG = (format: Repository["objectFormat"]) =>
  `[core]
\trepositoryformatversion = ${FORMAT_VERSION[format]}
\tbare = false
\thooksPath = /dev/null
\tattributesFile = /dev/null
\tquotePath = false
\twarnAmbiguousRefs = false
\tuntrackedCache = false
\tpackedGitWindowSize = 32m
\tpackedGitLimit = 256m
\tdeltaBaseCacheLimit = 64m
${Deno.build.os === "darwin" ? "\tignoreCase = true\n\tprecomposeUnicode = true\n" : ""}[grep]
\tthreads = 4
[log]
\tmailmap = false
[protocol]
\tallow = never
${format === "sha256" ? "[extensions]\n\tobjectFormat = sha256\n" : ""}`;

/**
 * A folder of ours that git takes for the common directory of a repository: our configuration, no references, no hooks, no objects. Made where it is missing or
 * damaged; undefined where it cannot be had.
 */
export function ownCommonDir(format: Repository["objectFormat"]): string | undefined {
  const { cache } = locations(systemWorld());
  if (cache === undefined) return undefined;
  const folder = `${cache}/git/${format}`;
  const config = CONFIG(format);
  try {
    if (readOwnFile(`${folder}/config`) === config) return folder;
    makeOwnFolder(`${folder}/refs`);
    makeOwnFolder(`${folder}/objects`);
    // The configuration comes last: where it stands, all does.
    writeFileAtomic(`${folder}/config`, config);
    return folder;
  } catch (error) {
    // What stands there is not ours, or nothing can be written: git is not asked then.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
