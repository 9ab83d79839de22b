import { limitsText } from "../../contract/limits.ts";
import { codebaseOptions, indexDir } from "../../kernel/open_tools.ts";
import { prepare } from "../../kernel/prepare.ts";
import { locations } from "../../settings/locations.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { needed } from "../failure.ts";
import { printError } from "../output.ts";

export type Place = Awaited<ReturnType<typeof placeOf>>;

/** The index of the repository that `cwd` is in; says its limits. Throws `AutoToolsError`, `NotOurs` or `Failure` where there is none. */
export async function placeOf(cwd: string, world: World) {
  const places = locations(world);
  const prepared = await prepare(cwd, world, places);
  const { root, rootError, limits } = prepared;
  if (rootError) throw rootError;
  const dir = indexDir(needed("cache", places), root);
  checkOwnFolder(dir);
  if (limits.length > 0) printError(`${limitsText(limits)}\n`);
  return { options: codebaseOptions(prepared, dir, world), dir };
}
