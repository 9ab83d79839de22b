import { retentionOf } from "../settings/effective.ts";
import type { World } from "../settings/world.ts";
import { contextRoot, conversationPlaces, filesIn, namesIn } from "./manifest.ts";

/** How long and how much is kept, over all conversations, where nothing is configured. */
export const RETENTION = retentionOf(undefined);

export interface PruneOptions {
  /** Path of a file that stays whatever the limits say: the one that was just written. */
  keep?: string;
  /** Files to look at in all. */
  maxLookedAt?: number;
  limits?: { ageMs: number; bytes: number };
}

/** Removes context files (and what a writer that died left of one) that are too old, then the oldest until the rest is small enough. Returns how much went. */
export function prune(
  dataDir: string,
  world: World,
  options: PruneOptions = {},
): { files: number; bytes: number } {
  const { keep, maxLookedAt = Infinity, limits = RETENTION } = options;
  const found = allFiles(dataDir, maxLookedAt).sort((a, b) =>
    b.modified - a.modified || (a.path < b.path ? -1 : 1)
  );
  const oldest = world.now().getTime() - limits.ageMs;
  let kept = 0;
  const gone = found.filter(({ path, byteSize, modified }) => {
    const stays = path === keep || (modified >= oldest && kept + byteSize <= limits.bytes);
    if (stays) kept += byteSize;
    return !stays;
  });
  for (const { path } of gone) removeIfThere(path);
  for (const each of new Set(gone.map((file) => file.conversation))) removeIfEmpty(dataDir, each);
  return { files: gone.length, bytes: gone.reduce((sum, { byteSize }) => sum + byteSize, 0) };
}

function allFiles(dataDir: string, max: number) {
  const found: { conversation: string; path: string; byteSize: number; modified: number }[] = [];
  for (const conversation of namesIn(contextRoot(dataDir))) {
    if (found.length >= max) break;
    const { artifacts } = conversationPlaces(dataDir, conversation);
    for (const { file, byteSize, modified } of filesIn(artifacts)) {
      found.push({ conversation, path: `${artifacts}/${file}`, byteSize, modified: modified.getTime() });
    }
  }
  return found;
}

/** A conversation without artifacts goes with its manifest; one that is being written to at this moment is not empty and stays. */
function removeIfEmpty(dataDir: string, conversation: string): void {
  const { folder, artifacts, manifest } = conversationPlaces(dataDir, conversation);
  if (namesIn(artifacts).length > 0) return;
  removeIfThere(manifest);
  for (const each of [artifacts, `${folder}/artifacts`, folder]) {
    if (namesIn(each).length > 0) return;
    removeIfThere(each);
  }
}

/** Removes a file or an empty folder; one that is gone, or not empty any more, is left as it is. */
export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    // Another process was faster, or has just put something into the folder.
    if (
      error instanceof Deno.errors.NotFound || (error instanceof Error && /not empty/i.test(error.message))
    ) return;
    throw error;
  }
}
