import { createHash } from "node:crypto";
import type { Locations } from "../../settings/locations.ts";
import { checkOwnFolder, followLinks } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";

/** Bytes of a socket's path that every system takes. */
const MAX_PATH_BYTES = 103;
/** Gateways of one repository that are asked, the newest first. */
const MAX_ASKED = 2;

/**
 * Where gateways and prompts of one user meet, the best place first: a gateway opens its door there, and a prompt looks at all, since
 * clients keep variables from what they start.
 */
export function warmFolders(world: World, { state }: Pick<Locations, "state">): string[] {
  const runtime = world.env("XDG_RUNTIME_DIR");
  return [
    ...(runtime?.startsWith("/") ? ownRuntime(runtime) : []),
    ...(state === undefined ? [] : [`${state}/run`]),
  ];
}

/** Another user's folder, as after `su`, is passed over: the next place is as good. */
function ownRuntime(runtime: string): string[] {
  try {
    return [followLinks(`${runtime}/auto-tools`)];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** A socket and, beside it, the file with the word that opens it. */
export interface WarmDoor {
  socket: string;
  key: string;
}

/** The door of a gateway; undefined where its path would be too long for a socket. */
export function warmDoor(folder: string, root: string, id: string): WarmDoor | undefined {
  const door = doorOf(folder, `${prefixOf(root)}${id}`);
  return new TextEncoder().encode(door.socket).length > MAX_PATH_BYTES ? undefined : door;
}

/** The doors of a repository's gateways, or of all, the newest first. Throws `NotOurs`. */
export function warmDoors(folder: string, root: string | undefined, max = MAX_ASKED): WarmDoor[] {
  if (!checkOwnFolder(folder)) return [];
  const prefix = root === undefined ? "" : prefixOf(root);
  const found: { door: WarmDoor; made: number }[] = [];
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(".sock")) continue;
    const door = doorOf(folder, name.slice(0, -".sock".length));
    const info = infoOf(door.socket);
    // Whatever stands there instead is taken for a door as well, and met as a broken one.
    if (info !== undefined) found.push({ door, made: info.mtime?.getTime() ?? 0 });
  }
  return found.sort((a, b) => b.made - a.made).slice(0, max).map(({ door }) => door);
}

function prefixOf(root: string): string {
  return `${createHash("sha256").update(root).digest("hex").slice(0, 16)}-`;
}

function doorOf(folder: string, name: string): WarmDoor {
  return { socket: `${folder}/${name}.sock`, key: `${folder}/${name}.key` };
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
