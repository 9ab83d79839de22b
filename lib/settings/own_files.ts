import { attempt } from "./attempt.ts";
import { readSmallFile, standing } from "./small_file.ts";

/*
 * XDG's variables may name folders that others can write. What lies there is used only where nobody but the user and root can have written it, and nobody
 * else can swap it: no folder above may be open to others, and the file itself is checked each time. A path that has passed cannot change under us.
 *
 * `base` is a folder that is taken as it is, with all above it, such as a repository; without one the check begins at `/`.
 */

/** Who runs this program: read as it starts, before `main.ts` gives the permission to ask back. Undefined in the sandbox, which never has it. */
const PROCESS_IDS = attempt(() => ({ uid: Deno.uid() ?? 0, gid: Deno.gid() ?? 0 }), Deno.errors.NotCapable);

/** Something that another user owns or could have written stands where a file of ours belongs. */
export class NotOurs extends Error {
  override readonly name = "NotOurs";
  constructor(path: string, why: string, remedy: string) {
    super(`${path} ${why}; it is not used (${remedy})`);
  }
}

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/** Folders that have passed, each behind its base. */
const passed = new Set<string>();

/** Makes a folder of ours (0700) with all above it, but not through what is not ours. Throws `NotOurs`, or what the file system says. */
export function makeOwnFolder(path: string, base = ""): void {
  if (checkOwnFolder(path, base)) return;
  const above = parent(path);
  if (above !== base && standing(above) === undefined) makeOwnFolder(above, base);
  else checkFolder(above, base);
  // Another process may be faster.
  attempt(() => Deno.mkdirSync(path, { mode: 0o700 }), Deno.errors.AlreadyExists);
  checkOwnFolder(path, base);
}

/** Whether a folder of ours is there. Throws `NotOurs`. One that others may look into is closed to them. */
export function checkOwnFolder(path: string, base = ""): boolean {
  const info = standing(path);
  if (info === undefined) return false;
  if (path !== base) checkFolder(parent(path), base);
  refuseLink(path, info);
  refuseOthers(path, info, base);
  return true;
}

/** What is known of a file of ours; undefined where there is none. Throws `NotOurs`. One that others may read is closed to them. */
export function checkOwnFile(path: string, base = "", kind: "isFile" | "isSocket" = "isFile") {
  const info = standing(path);
  if (info === undefined) return undefined;
  checkFolder(parent(path), base);
  if (info.isSymlink) throw new NotOurs(path, "is a symbolic link", "remove the link");
  if (!info[kind]) {
    throw new NotOurs(path, `is not a ${kind === "isFile" ? "regular file" : "socket"}`, "move it away");
  }
  if ((info.nlink ?? 1) > 1) throw new NotOurs(path, "has another name (a hard link)", "remove it");
  refuseOthers(path, info, base);
  return info;
}

/** Text of a file of ours, at most `maxBytes` of it; undefined where there is none. Throws `NotOurs`. */
export function readOwnFile(path: string, maxBytes?: number, base = ""): string | undefined {
  return checkOwnFile(path, base) === undefined ? undefined : readSmallFile(path, maxBytes);
}

/** Adds to the end of a file of ours. Returns the bytes that it has then. Throws `NotOurs`, or what the file system says. */
export function appendOwnFile(path: string, text: string): number {
  makeOwnFolder(parent(path));
  checkOwnFile(path);
  using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  return file.statSync().size;
}

/** Text of a file that the user writes, wherever links of the user's lead; undefined where there is none. Throws `NotOurs` for one that others could write. */
export function readUserFile(path: string): string | undefined {
  const { real, info } = walk(path);
  if (info === undefined) return undefined;
  refuseOwner(real, info, [0, ownUid()]);
  refuseWriters(real, info);
  return readSmallFile(real);
}

/** Where a path leads that need not be there yet. Follows links that only the user or root can have made; throws `NotOurs` for others. */
export function followLinks(path: string): string {
  return walk(path).real;
}

/** Where a path leads from a folder, and what stands there. */
function walk(path: string, from = "/"): { real: string; info?: Deno.FileInfo | undefined } {
  let at: ReturnType<typeof walk> = { real: path.startsWith("/") ? "/" : from };
  for (const name of path.split("/").filter((each) => each !== "" && each !== ".")) {
    const real = name === ".." ? parent(at.real) : `${at.real === "/" ? "" : at.real}/${name}`;
    at = { real, info: standing(real) };
    if (at.info?.isDirectory) checkFolder(real, "");
    if (!at.info?.isSymlink) continue;
    refuseOwner(real, at.info, [0, ownUid()]);
    // A disk that is not there now, for one: what it would hold must not be made in its place.
    if (standing(real, Deno.statSync) === undefined) {
      const remedy = "make what it leads to, or repair or remove it";
      throw new NotOurs(real, "is a symbolic link that leads nowhere", remedy);
    }
    at = walk(Deno.readLinkSync(real), parent(real));
  }
  return at;
}

/** Throws `NotOurs` where anybody else can change what a folder holds, or swap it or one above it. */
function checkFolder(path: string, base: string): void {
  if (path === base || passed.has(`${base}\0${path}`)) return;
  if (path !== "/") checkFolder(parent(path), base);
  const info = Deno.lstatSync(path);
  refuseLink(path, info);
  refuseOwner(path, info, [0, ownUid(base)]);
  // In a sticky folder nobody takes away what is another's.
  if (((info.mode ?? 0) & 0o1000) === 0) refuseWriters(path, info, base);
  passed.add(`${base}\0${path}`);
}

function refuseLink(path: string, { isDirectory }: Deno.FileInfo): void {
  if (!isDirectory) throw new NotOurs(path, "is not a folder of its own", "move it away");
}

function refuseOwner(path: string, { uid }: Deno.FileInfo, owners: readonly number[]): void {
  if (uid === null || owners.includes(uid)) return;
  throw new NotOurs(path, `belongs to another user (${uid})`, "chown it to yourself, or move it away");
}

function refuseWriters(path: string, { mode, gid }: Deno.FileInfo, base = ""): void {
  const bits = mode ?? 0;
  // Where each user has a group of the same number, files are made writable for that group, and nobody else is in it.
  const { uid, gid: own } = PROCESS_IDS ?? { uid: ownUid(base), gid };
  const isPrivate = gid !== 0 && gid === own && gid === uid;
  if ((bits & OTHERS_WRITE) === 0 && ((bits & GROUP_WRITES) === 0 || isPrivate)) return;
  throw new NotOurs(path, "can be written by other users", "chmod go-w it, once you know what is in it");
}

/** Throws `NotOurs` where it is another's, or another could have written it; else closes it to them. */
function refuseOthers(path: string, info: Deno.FileInfo, base: string): void {
  refuseOwner(path, info, [ownUid(base)]);
  refuseWriters(path, info, base);
  const mode = info.mode ?? 0;
  // Nothing is taken from the user. A command that may not write leaves it to the next one that does.
  if ((mode & 0o077) !== 0) attempt(() => Deno.chmodSync(path, mode & 0o700));
}

/** In the sandbox nobody says who we are: whoever started it has seen that its folder is ours. */
function ownUid(base = "/"): number {
  return PROCESS_IDS?.uid ?? Deno.lstatSync(base).uid ?? 0;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
