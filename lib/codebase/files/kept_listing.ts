import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { CodebaseOptions } from "../codebase.ts";
import { attempt } from "../../settings/attempt.ts";
import { changeTime, folderOf, nameOf } from "./file_system.ts";
import { gitIndexMark, gitTracked, type Listing } from "./git_listing.ts";

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

/** git's last list: the files of the index. It holds while the same files are tracked and no folder has other entries. What comes into a folder that held nothing of the project is seen once git lists all again. */
export interface KeptListing extends ListedState {
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
/** Paths looked at between two looks at the clock. */
const STRIDE = 64;
/** ms after which whatever else its thread has to do comes first. */
const MAX_SPELL_MS = 50;
const IGNORE_FILE = ".gitignore";

/** What git would list now, without asking it to walk the folders; undefined where only that can tell. `lookMs`: for looking at folders; `gitMs`: for git. */
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
  const isSame = await isAsItWas(kept, root, now, lookMs);
  const { mark } = await asked ?? {};
  if (!isSame || mark !== kept.mark) return undefined;
  return {
    // To make texts of seventy thousand takes as long as half a prompt, which as a rule asks for none of them.
    get tracked() {
      return kept.files();
    },
    untracked: [],
    mark,
    complete: true,
    kept: true,
  };
}

/** What is to be as it was: paths below the root, a line each, and a time of each; `maxMs`: for looking. */
export interface Look {
  paths: string;
  times: readonly number[];
  now: number;
  maxMs: number;
}

/** Whether all of it is; false where that takes too long to see. Paths that lead elsewhere are passed over. */
export async function isUnchanged(root: string, { paths, times, now, maxMs }: Look): Promise<boolean> {
  const until = performance.now() + maxMs;
  let rested = performance.now();
  for (const [at, path] of paths.split("\n").entries()) {
    const clock = at % STRIDE === 0 ? performance.now() : 0;
    if (clock > until) return false;
    if (clock > rested + MAX_SPELL_MS) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      rested = performance.now();
    }
    if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path)) continue;
    if (changeTime(`${root}/${path}`, now) !== times[at]) return false;
  }
  return true;
}

/** Folders that take as long to look at as to rank what is known. */
const MANY = 2000;
let lookElsewhere: ((look: Look) => Promise<boolean>) | undefined;

/** Has another thread look at many folders, while this one ranks what is known. */
export function useLook(look: typeof lookElsewhere): void {
  lookElsewhere = look;
}

async function isAsItWas({ watched, times }: KeptListing, root: string, now: number, maxMs: number) {
  // What holds for the whole repository may lie in its git directory, or above a root that is a folder of it.
  const isSameAbove = watched.every((path, at) =>
    !path.startsWith("/") || changeTime(path, now) === times[at]
  );
  const look = { paths: watched.join("\n"), times, now, maxMs };
  const isMany = watched.length >= MANY && lookElsewhere !== undefined;
  return isSameAbove && await (isMany ? lookElsewhere?.(look) : isUnchanged(root, look)) === true;
}

/** Where a watched path lies. */
function absolute(root: string, path: string): string {
  return path.startsWith("/") ? path : path === "" ? root : `${root}/${path}`;
}

/** What is to be watched of these files. `began`: when they were asked for; what changed after that, or just before, proves nothing. */
export function watch(
  { root, gitDir, gitCommonDir }: CodebaseOptions,
  files: Iterable<string>,
  began: number,
): Pick<ListedState, "watched" | "times"> {
  const paths = new Set(["", `${gitCommonDir ?? gitDir}/info/exclude`]);
  for (const file of files) {
    for (let at = folderOf(file); !paths.has(at); at = folderOf(at)) paths.add(at);
    if (nameOf(file) === IGNORE_FILE) paths.add(file);
  }
  // Of a root that is a folder of the repository, what the folders above it say.
  for (let at = root; gitDir !== undefined && at !== "/" && !existsSync(`${at}/.git`);) {
    at = dirname(at);
    paths.add(`${at}/${IGNORE_FILE}`);
  }
  const watched = [...paths];
  return { watched, times: watched.map((path) => changeTime(absolute(root, path), began)) };
}
