import type { World } from "../settings/world.ts";

/**
 * Where the session file most likely is, before the kernel has resolved the repository root (and where it
 * could not): the root named in the environment, else the nearest folder upwards that has a `.git`, else the
 * folder itself.
 */
export function guessRoot(cwd: string, world: World): string {
  const start = realPath(world.env("CI_AUTO_TOOLS_REPO_ROOT")) ?? realPath(cwd) ?? cwd;
  if (world.env("CI_AUTO_TOOLS_REPO_ROOT") !== undefined) return start;
  for (let folder = start; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (realPath(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}

function realPath(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    // Not there, or not ours to see.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
