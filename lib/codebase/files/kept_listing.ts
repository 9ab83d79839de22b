import type { CodebaseOptions } from "../codebase.ts";
import { attempt } from "../../settings/attempt.ts";
import { changeTime, entriesOf, folderOf, nameOf, within } from "./file_system.ts";
import { gitIndexMark, gitTracked, listedBelow } from "./git_listing.ts";
import type { Listing } from "./git_listing.ts";

/** When and of what git listed the files that an index has. */
export interface ListedState {
  /** When git listed all, in ms since 1970. */
  time: number;
  /** `gitIndexMark` of git's index, empty where it has none. */
  gitIndex: string;
  /** Stands for all that is tracked (`Listing.mark`). */
  mark: string;
  /** Patterns of the settings. */
  exclude: readonly string[];
  /** The folders of the files, relative to the root, which is the empty path, and the files that say what git ignores, one by an absolute path. */
  watched: readonly string[];
  /** `changeTime` of each; JSON makes null of NaN, which equals no time either. */
  times: readonly number[];
}

/**
 * git's last list: the files of the index. It holds while the same files are tracked and no folder has other entries; of a folder that has, git is asked
 * about new names alone. What comes into a folder that held nothing of the project is seen once git lists all again.
 */
export interface KeptListing extends ListedState {
  has(path: string): boolean;
  files(): readonly string[];
}

/** A state as the index keeps it, in JSON; undefined where that is damaged: git lists then. */
export function readState(text: string | undefined): ListedState | undefined {
  return attempt(() => {
    const state: ListedState = JSON.parse(text ?? "");
    return state.watched.length === state.times.length ? state : undefined;
  });
}

/** ms for which a prompt believes a list, and for which a refresh in the background does, which is due when as much has passed: prompts rarely wait for git then. */
const MAX_AGE_MS = 3_600_000;
export const RENEWED_MS = 600_000;
/** Changed folders, and new names in them, beyond which git may as well walk all of them. */
const MAX_CHANGED = 300;
/** Paths looked at between two looks at the clock. */
const STRIDE = 64;
const IGNORE_FILE = ".gitignore";

/** What git would list now, with as little asked of it as can be; undefined where only git can say. `lookMs`: for looking at folders; `gitMs`: for each git. */
export async function listingSince(
  kept: KeptListing,
  { root, gitDir, exclude, time }: CodebaseOptions,
  { lookMs, gitMs }: { lookMs: number; gitMs: number },
): Promise<Listing | undefined> {
  const now = Date.parse(time);
  if (Math.abs(now - kept.time) > MAX_AGE_MS || kept.exclude.join("\n") !== exclude.join("\n")) {
    return undefined;
  }
  const isSameIndex = kept.gitIndex !== "" && gitIndexMark(gitDir) === kept.gitIndex;
  // It answers while the folders are looked at.
  const asked = isSameIndex ? kept : gitTracked(root, gitMs);
  const changed = changedFolders(kept, root, now, lookMs);
  const names = changed && newNames(kept, root, changed);
  const { mark } = await asked ?? {};
  if (changed === undefined || names === undefined || mark !== kept.mark) return undefined;
  const added = names.length === 0 ? [] : await listedBelow(root, names, gitMs);
  return added && {
    // To make texts of seventy thousand takes as long as half a prompt, which as a rule asks for none of them.
    get tracked() {
      return kept.files();
    },
    untracked: added,
    mark,
    complete: true,
    kept: changed.length === 0 && isSameIndex,
  };
}

/** The folders whose entries changed; undefined where that takes too long, or what is ignored may be something else. */
function changedFolders(kept: KeptListing, root: string, now: number, maxMs: number): string[] | undefined {
  const until = performance.now() + maxMs;
  const folders: string[] = [];
  for (const [at, path] of kept.watched.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) return undefined;
    if (changeTime(absolute(root, path), now) === kept.times[at]) continue;
    if (saysWhatIsIgnored(path) || folders.length === MAX_CHANGED) return undefined;
    folders.push(path);
  }
  return folders;
}

/** Names in these folders that the index does not have; undefined where something decides about more than itself, and where there are too many. */
function newNames(kept: KeptListing, root: string, folders: readonly string[]): string[] | undefined {
  const names: string[] = [];
  const watched = new Set(folders.length === 0 ? [] : kept.watched);
  for (const folder of folders) {
    for (const entry of entriesOf(absolute(root, folder))) {
      const path = within(folder, entry.name);
      if (path === ".git") continue;
      // Git does not look into a repository within the repository.
      if (entry.name === ".git") return undefined;
      const isFile = kept.has(path);
      if (entry.isDirectory() ? !isFile && watched.has(path) : isFile) continue;
      if (saysWhatIsIgnored(path) || isFile || names.length === MAX_CHANGED) return undefined;
      names.push(path);
    }
  }
  return names;
}

/** Whether a watched path says what is ignored; all others are folders. */
function saysWhatIsIgnored(path: string): boolean {
  return path.startsWith("/") || nameOf(path) === IGNORE_FILE;
}

/** Where a watched path lies: the file that holds for the whole repository lies in its git directory. */
function absolute(root: string, path: string): string {
  return path.startsWith("/") ? path : path === "" ? root : `${root}/${path}`;
}

/** What is to be watched of these files, besides what was `before`. `began`: when they were asked for; what changed after that, or just before, proves nothing. */
export function watch(
  { root, gitDir, gitCommonDir }: CodebaseOptions,
  files: Iterable<string>,
  began: number,
  before: ListedState | undefined,
): Pick<ListedState, "watched" | "times"> {
  const paths = new Set(before?.watched ?? ["", `${gitCommonDir ?? gitDir}/info/exclude`]);
  for (const file of files) {
    for (let at = folderOf(file); !paths.has(at); at = folderOf(at)) paths.add(at);
    if (nameOf(file) === IGNORE_FILE) paths.add(file);
  }
  const watched = [...paths];
  return { watched, times: watched.map((path) => changeTime(absolute(root, path), began)) };
}
