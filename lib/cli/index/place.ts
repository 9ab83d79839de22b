import type { CodebaseOptions } from "../../codebase/codebase.ts";
import { indexDir } from "../../kernel/index_folder.ts";
import { prepare } from "../../kernel/prepare.ts";
import { readSwitches } from "../../settings/control_plane.ts";
import { locations, without } from "../../settings/locations.ts";
import { checkOwnFolder, NotOurs } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";

/** Whose index is meant, and where it lies. */
export interface Place {
  options: CodebaseOptions;
  dir: string;
  /** What is to be known of the place, for [Limits]. */
  limits: string[];
}

/** The index of the repository that `cwd` is in; a text that says why there is none. Throws `AutoToolsError` `E_REPO_ROOT`. */
export async function placeOf(cwd: string, world: World): Promise<Place | string> {
  const places = locations(world);
  const { root, rootError, gitDir, gitCommonDir, commit, settings, limits } = await prepare(
    { cwd },
    readSwitches(world),
    world,
    places,
  );
  if (rootError) return rootError.message;
  if (places.cache === undefined) {
    return without("cache", places);
  }
  const dir = indexDir(places.cache, root);
  try {
    checkOwnFolder(dir);
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    return error.message;
  }
  const options: CodebaseOptions = {
    root,
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    cacheDir: dir,
    exclude: settings.exclude,
    time: world.now().toISOString(),
  };
  return { options, dir, limits };
}
