import { readdirSync } from "node:fs";
import type { CodebaseOptions } from "../codebase.ts";
import { changeTime } from "./change_time.ts";
import { folderOf } from "./folder_of.ts";
import { TrackedPaths } from "./tracked_paths.ts";

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
  /** As git prints them. */
  tracked(): Uint8Array;
  /** Stands for all that is tracked (`Listing.mark`). */
  mark: string;
  /** Every folder that git looks into and that may be named, relative to the root, which is the empty path; and the files that say what is ignored, some by absolute paths. */
  watched: readonly string[];
  /** `changeTime` of each. */
  times: Float64Array;
}

/** Where a listing was made. */
export type ListedPlace = Pick<CodebaseOptions, "root" | "gitDir" | "gitCommonDir" | "exclude">;

/** What became of a tree since git listed it. */
export interface Since {
  /** Names that are new in some folder: files, folders, or what git ignores. */
  names: string[];
  /** Untracked files that are no more. */
  gone: ReadonlySet<string>;
  /** Whether no folder has changed in any way. */
  same: boolean;
  /** `changeTime` of all that is watched, as it is now. */
  times: Float64Array;
}

/** ms for which a list is believed: where a file system does not keep the times of folders, nobody is misled for longer. */
const MAX_AGE_MS = 3_600_000;
/** Changed folders, and new names in them, beyond which git may as well walk all of them. */
const MAX_FOLDERS = 300;
export const MAX_NAMES = 300;
/** Paths looked at between two looks at the clock. */
const STRIDE = 64;

/** The file in each folder that says what git ignores there. */
export const IGNORE_FILE = ".gitignore";

/** Whether a watched path says what is ignored; all others are folders. */
export function saysWhatIsIgnored(path: string): boolean {
  return path.startsWith("/") || path === IGNORE_FILE || path.endsWith(`/${IGNORE_FILE}`);
}

/** Where a watched path lies: the file that holds for the whole repository lies in its git directory. */
export function absolute(root: string, path: string): string {
  return path.startsWith("/") ? path : path === "" ? root : `${root}/${path}`;
}

/**
 * Looks at all that is watched, for `maxMs` at most. `now`: ms since 1970. Undefined where only git can say what there is. What git tracks by now is
 * another question.
 */
export function since(
  kept: KeptListing,
  { root, exclude }: ListedPlace,
  now: number,
  maxMs: number,
): Since | undefined {
  const isOld = Math.abs(now - kept.time) > MAX_AGE_MS || kept.exclude.join("\n") !== exclude.join("\n");
  if (isOld) return undefined;
  const until = performance.now() + maxMs;
  const times = new Float64Array(kept.watched.length);
  const folders: string[] = [];
  for (const [at, path] of kept.watched.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) return undefined;
    const time = times[at] = changeTime(absolute(root, path), now);
    if (time === kept.times[at]) continue;
    if (saysWhatIsIgnored(path) || folders.length === MAX_FOLDERS) return undefined;
    folders.push(path);
  }
  const inside = folders.length === 0 ? NOTHING : comparedInside(kept, root, folders);
  return inside && inside.names.length <= MAX_NAMES
    ? { ...inside, same: folders.length === 0, times }
    : undefined;
}

const NOTHING = { names: [], gone: new Set<string>() };

/** What came into these folders and what left them; undefined where something decides about more than itself. */
function comparedInside(
  kept: KeptListing,
  root: string,
  folders: readonly string[],
): Pick<Since, "names" | "gone"> | undefined {
  const tracked = new TrackedPaths(kept.tracked());
  const untracked = new Set(kept.untracked);
  const watched = new Set(kept.watched);
  const changed = new Set(folders);
  const gone = new Set(kept.untracked.filter((path) => changed.has(folderOf(path))));
  const names: string[] = [];
  for (const folder of folders) {
    const entries = entriesOf(absolute(root, folder));
    // git names a repository within the repository, with a slash where it does not track it, and does not look into it.
    const isNamed = untracked.has(`${folder}/`) || tracked.has(folder);
    if (isNamed && entries.some(({ name }) => name === ".git")) continue;
    for (const entry of entries) {
      const path = within(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (!isFolder) gone.delete(path);
      if (path === ".git" || (isFolder ? watched.has(path) : tracked.has(path) || untracked.has(path))) {
        continue;
      }
      const decidesForMore = saysWhatIsIgnored(path) || entry.name === ".git" ||
        (isFolder && tracked.has(path));
      if (decidesForMore) return undefined;
      names.push(path);
    }
  }
  return { names, gone };
}

/** The path of what is called `name` in a folder. */
export function within(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** What stands in a folder; nothing where it is gone or not to be read, as then there is nothing new in it for git either. */
export function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
