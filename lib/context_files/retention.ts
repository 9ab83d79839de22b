import { recover } from "../settings/attempt.ts";
import { standing } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";
import { contextRoot, conversationPlaces, namesIn } from "./manifest.ts";

export interface Retention {
  ageMs: number;
  bytes: number;
}

/** Removes context files, and what is left of dead writers, that are too old, then the oldest until the rest is small enough. `keep`: the path of one that stays whatever the limits say. Returns how much went. */
export function prune(
  dataDir: string,
  world: World,
  limits: Retention,
  keep?: string,
  maxLookedAt = Infinity,
): { files: number; bytes: number } {
  const found = namesIn(contextRoot(dataDir)).values().flatMap((name) => filesOf(dataDir, name))
    .take(maxLookedAt).toArray().sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1));
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

/** The regular files of a conversation, temporary ones included. */
function filesOf(dataDir: string, conversation: string) {
  const { artifacts } = conversationPlaces(dataDir, conversation);
  return namesIn(artifacts).flatMap((name) => {
    const path = `${artifacts}/${name}`;
    const info = standing(path);
    if (!info?.isFile) return [];
    return [{ conversation, path, byteSize: info.size, modified: info.mtime?.getTime() ?? 0 }];
  });
}

/** A conversation without artifacts goes with its manifest; one that is being written to at this moment is not empty and stays. */
function removeIfEmpty(dataDir: string, conversation: string): void {
  const { folder, artifacts, manifest } = conversationPlaces(dataDir, conversation);
  if (namesIn(artifacts).length > 0) return;
  for (const path of [manifest, artifacts, `${folder}/artifacts`, folder]) removeIfThere(path);
}

/** Removes a file or an empty folder; one that is gone, or not empty any more, is left as it is. */
export function removeIfThere(path: string): void {
  recover(() => Deno.removeSync(path), Error, (error) => {
    // Another process was faster, or has just put something into the folder.
    if (!(error instanceof Deno.errors.NotFound || /not empty/i.test(error.message))) throw error;
  });
}
