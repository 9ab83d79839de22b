import type { CodebaseOptions } from "../codebase.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import { changeTime, entriesOf } from "./file_system.ts";
import { gitIndexMark, gitTracked, pathsIn, untrackedBelow } from "./git_listing.ts";
import { folderOf, nameOf, within } from "./paths.ts";

/**
 * What git listed, and what it saw: as long as none of that changes, git would list the same, and need not walk the folders again. (Git can keep the like in
 * its own index, as its untracked cache, where a user has it do so.)
 */
export interface KeptListing {
  /** When git was asked, in ms since 1970. */
  time: number;
  /** `gitIndexMark` of git's index, empty where it has none: what is tracked. */
  gitIndex: string;
  /** What may not be named besides what is sensitive: patterns of the settings. */
  exclude: readonly string[];
  /** Of this and `tracked` what may be named. */
  untracked: readonly string[];
  /** As git prints them (`pathsIn`). */
  tracked(): Uint8Array;
  /** Stands for all that is tracked (`Listing.mark`). */
  mark: string;
  /** Every folder that git looks into and that may be named, relative to the root, which is the empty path; and the files that say what is ignored, some by absolute paths. */
  watched: readonly string[];
  /** `changeTime` of each. */
  times: Float64Array;
}

/** What of a kept listing is another now. */
export interface ListingSince extends Pick<KeptListing, "gitIndex" | "untracked" | "times"> {
  /** Whether nothing has changed. */
  same: boolean;
  /** Whether there are new names, files or folders: git was asked about these alone. */
  hasNewNames: boolean;
}

/** ms for which a list is believed: where a file system does not keep the times of folders, nobody is misled for longer. */
const MAX_AGE_MS = 3_600_000;
/** Folders of one repository beyond which watching them costs more than it saves. */
const MAX_WATCHED = 40_000;
/** Changed folders, and new names in them, beyond which git may as well walk all of them. */
const MAX_CHANGED = 300;
const MAX_NAMES = 300;
/** Paths looked at between two looks at the clock. */
const STRIDE = 64;
/** The file in each folder that says what git ignores there. */
const IGNORE_FILE = ".gitignore";
/** The files that ignore all have a line or two. */
const MAX_IGNORE_BYTES = 4096;
/** Stands for any file of a folder: no pattern of anybody's has this name. */
const ANY_FILE = "5f0c1d7e9b";

/**
 * What git would list now, by what it listed before and as little as it must be asked: undefined where only git can say all, as where other files are tracked.
 * `now`: ms since 1970; `lookMs`: for looking at what is watched; `gitMs`: for each git.
 */
export async function listingSince(
  kept: KeptListing,
  { root, gitDir, exclude }: CodebaseOptions,
  { now, lookMs, gitMs }: { now: number; lookMs: number; gitMs: number },
): Promise<ListingSince | undefined> {
  const isOld = Math.abs(now - kept.time) > MAX_AGE_MS || kept.exclude.join("\n") !== exclude.join("\n");
  if (isOld) return undefined;
  const gitIndex = gitIndexMark(gitDir) ?? "";
  const sameIndex = gitIndex !== "" && gitIndex === kept.gitIndex;
  // It answers while the folders are looked at.
  const asked = sameIndex ? kept : gitTracked(root, gitMs);
  const changed = changedFolders(kept, root, now, lookMs);
  const inside = changed && comparedInside(kept, root, changed.folders);
  const { mark } = await asked ?? {};
  if (changed === undefined || inside === undefined || mark !== kept.mark) return undefined;
  const { names, gone } = inside;
  if (names.length > MAX_NAMES) return undefined;
  const added = names.length === 0 ? [] : await untrackedBelow(root, { paths: names, timeoutMs: gitMs });
  return added && {
    gitIndex,
    untracked: [...kept.untracked.filter((path) => !gone.has(path)), ...added],
    times: changed.times,
    same: changed.folders.length === 0 && sameIndex,
    hasNewNames: names.length > 0,
  };
}

/** The folders whose entries changed, and the times of all that is watched; undefined where that takes too long, or what is ignored may be something else. */
function changedFolders(
  kept: KeptListing,
  root: string,
  now: number,
  maxMs: number,
): { folders: string[]; times: Float64Array } | undefined {
  const until = performance.now() + maxMs;
  const times = new Float64Array(kept.watched.length);
  const folders: string[] = [];
  for (const [at, path] of kept.watched.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) return undefined;
    const time = times[at] = changeTime(absolute(root, path), now);
    if (time === kept.times[at]) continue;
    if (saysWhatIsIgnored(path) || folders.length === MAX_CHANGED) return undefined;
    folders.push(path);
  }
  return { folders, times };
}

/** Names that are new in these folders, and untracked files that are no more; undefined where something decides about more than itself. */
function comparedInside(
  kept: KeptListing,
  root: string,
  folders: readonly string[],
): { names: string[]; gone: ReadonlySet<string> } | undefined {
  const names: string[] = [];
  if (folders.length === 0) return { names, gone: new Set() };
  const tracked = new Set(pathsIn(kept.tracked()));
  const untracked = new Set(kept.untracked);
  const watched = new Set(kept.watched);
  const changed = new Set(folders);
  const gone = new Set(kept.untracked.filter((path) => changed.has(folderOf(path))));
  for (const folder of folders) {
    for (const entry of entriesOf(absolute(root, folder))) {
      const path = within(folder, entry.name);
      if (path === ".git") continue;
      const isFolder = entry.isDirectory();
      if (!isFolder) gone.delete(path);
      // Git does not look into a repository within the repository.
      if (entry.name === ".git") return undefined;
      if (isFolder ? watched.has(path) : tracked.has(path) || untracked.has(path)) continue;
      if (saysWhatIsIgnored(path) || (isFolder && tracked.has(path))) return undefined;
      names.push(path);
    }
  }
  return { names, gone };
}

/** Whether a watched path says what is ignored; all others are folders. */
function saysWhatIsIgnored(path: string): boolean {
  return path.startsWith("/") || nameOf(path) === IGNORE_FILE;
}

/** Where a watched path lies: the file that holds for the whole repository lies in its git directory. */
export function absolute(root: string, path: string): string {
  return path.startsWith("/") ? path : path === "" ? root : `${root}/${path}`;
}

/**
 * All whose change could change what git lists of what is `allowed` (`KeptListing.watched`), by what it lists now; undefined where that is too much. `otherFolders`:
 * folders without tracked files, with a slash behind each, and those in the place of tracked ones.
 *
 * A file that says what is ignored, and is itself ignored, is not seen among them where its folder has tracked files: nobody has one but by a mistake.
 */
export function watchedPaths(
  { root, gitDir, gitCommonDir }: CodebaseOptions,
  files: readonly string[],
  otherFolders: readonly string[],
  allowed: (path: string) => boolean,
): string[] | undefined {
  const folders = new Set([""]);
  const add = (folder: string) => {
    for (let at = folder; !folders.has(at); at = folderOf(at)) folders.add(at);
  };
  for (const file of files) add(folderOf(file));
  const ignoreFiles = files.filter((path) => nameOf(path) === IGNORE_FILE);
  // What lies below the other folders git does not name. Repositories of their own are none of its business.
  const waiting = otherFolders.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    add(folder);
    if (folders.size > MAX_WATCHED) return undefined;
    const entries = entriesOf(absolute(root, folder));
    if (entries.some(({ name }) => name === ".git")) continue;
    if (entries.some((entry) => entry.name === IGNORE_FILE && entry.isFile())) {
      const path = within(folder, IGNORE_FILE);
      ignoreFiles.push(path);
      if (ignoresAll(absolute(root, path))) continue;
    }
    for (const entry of entries) if (entry.isDirectory()) waiting.push(within(folder, entry.name));
  }
  if (folders.size > MAX_WATCHED) return undefined;
  const isOpen = (folder: string) => allowed(within(folder, ANY_FILE));
  return [
    ...[...folders].filter(isOpen),
    ...new Set(ignoreFiles.filter((path) => isOpen(folderOf(path)))),
    `${gitCommonDir ?? gitDir}/info/exclude`,
  ];
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
