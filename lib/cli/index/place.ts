import type { CodebaseOptions } from "../../codebase/codebase.ts";
import { indexDir } from "../../codebase/index/index_dir.ts";
import { findNoRepository } from "../../guard/git/git_hardening.ts";
import { prepare } from "../../kernel/prepare.ts";
import { readSwitches } from "../../settings/control_plane.ts";
import { locations } from "../../settings/locations.ts";
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
  if (gitDir === undefined) findNoRepository();
  if (places.cache === undefined) {
    return "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set; set one";
  }
  const dir = indexDir(places.cache, root);
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
