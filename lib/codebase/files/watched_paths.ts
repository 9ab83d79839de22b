import { readSmallFile } from "../../settings/small_file.ts";
import { folderOf } from "./folder_of.ts";
import { absolute, entriesOf, IGNORE_FILE, type ListedPlace, within } from "./kept_listing.ts";

/** Folders of one repository, and those that git does not name, beyond which watching them costs more than it saves. */
const MAX_FOLDERS = 40_000;
const MAX_OTHER_FOLDERS = 4000;
/** The files that ignore all have a line or two. */
const MAX_IGNORE_BYTES = 4096;
/** Stands for any file of a folder: no pattern of anybody's has this name. */
const ANY_FILE = "5f0c1d7e9b";

/** What git lists, and what it says of folders. */
export interface SeenByGit {
  tracked: readonly string[];
  untracked: readonly string[];
  /** Folders without tracked files, with a slash behind each, and those in the place of tracked ones. */
  otherFolders: readonly string[];
}

/**
 * All whose change could change what git lists of what is `allowed` (`KeptListing.watched`); undefined where that is too much.
 *
 * A file that says what is ignored, and is itself ignored, is not seen among them where its folder has tracked files: nobody has one but by a mistake.
 */
export function watchedPaths(
  { root, gitDir, gitCommonDir }: ListedPlace,
  { tracked, untracked, otherFolders }: SeenByGit,
  allowed: (path: string) => boolean,
): string[] | undefined {
  const files = [...tracked, ...untracked];
  const folders = new Set([""]);
  for (const file of files) addFolders(folderOf(file), folders);
  const others = foldersBelow(root, otherFolders);
  for (const folder of others?.folders ?? []) addFolders(folder, folders);
  const ignoreFiles = files.filter((path) => path.slice(path.lastIndexOf("/") + 1) === IGNORE_FILE);
  const isOpen = (folder: string) => allowed(within(folder, ANY_FILE));
  const watched = [
    ...[...folders].filter(isOpen),
    ...new Set([...ignoreFiles, ...others?.ignoreFiles ?? []].filter((path) => isOpen(folderOf(path)))),
    `${gitCommonDir ?? gitDir}/info/exclude`,
  ];
  return others === undefined || folders.size > MAX_FOLDERS ? undefined : watched;
}

/** A folder and those that it lies in. */
function addFolders(folder: string, to: Set<string>): void {
  for (let at = folder; !to.has(at); at = folderOf(at)) to.add(at);
}

/** These folders and those below, which git does not name. Repositories of their own are none of git's business, and are not entered. */
function foldersBelow(
  root: string,
  top: readonly string[],
): { folders: string[]; ignoreFiles: string[] } | undefined {
  const folders: string[] = [];
  const ignoreFiles: string[] = [];
  const waiting = top.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    folders.push(folder);
    if (folders.length > MAX_OTHER_FOLDERS) return undefined;
    const entries = entriesOf(absolute(root, folder));
    if (entries.some(({ name }) => name === ".git")) continue;
    const ignoreFile = entries.find((entry) => entry.name === IGNORE_FILE && entry.isFile());
    if (ignoreFile !== undefined) ignoreFiles.push(within(folder, IGNORE_FILE));
    if (ignoreFile !== undefined && ignoresAll(absolute(root, within(folder, IGNORE_FILE)))) continue;
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(within(folder, entry.name));
    }
  }
  return { folders, ignoreFiles };
}

/** Whether a file has git ignore all that stands beside it and below, as those do that tools write into the folders of their caches. */
function ignoresAll(path: string): boolean {
  try {
    const lines = readSmallFile(path, MAX_IGNORE_BYTES)?.split("\n").map((line) => line.trim()) ?? [];
    return lines.includes("*") && !lines.some((line) => line.startsWith("!"));
  } catch (error) {
    // Not to be read: then it is as if it were not there.
    if (error instanceof Error) return false;
    throw error;
  }
}
