import type { CodebaseOptions } from "../codebase.ts";
import { entriesOf } from "./file_system.ts";
import { gitListing, gitTracked, type Listing, pathsIn } from "./git_listing.ts";
import { type KeptListing, listingSince } from "./kept_listing.ts";

/** What git may take of the time there is: the rest is for walking the folders where it did not answer. */
const GIT_SHARE = 0.75;
/** What looking at the folders may take, where there is an earlier list. */
const LOOK_SHARE = 0.05;

/** For [Limits]. */
const WALKED = "git could not list the files; the folders were walked, with what git would ignore";
const UNTRACKED = "git could not list untracked files in time; they were not looked at";

/** The files as git lists them, or listed them before (`kept`); else what can be had in what is left of the time. */
export async function listTree(
  options: CodebaseOptions,
  kept: KeptListing | undefined,
  timeoutMs: number,
): Promise<Listing> {
  const { root, gitDir } = options;
  if (gitDir === undefined) return walkTree(root, timeoutMs);
  const until = performance.now() + timeoutMs;
  const since = kept && await listingSince(kept, options, {
    lookMs: timeoutMs * LOOK_SHARE,
    gitMs: timeoutMs * GIT_SHARE / 3,
  });
  if (since !== undefined) return since;
  const listed = await gitListing(root, (until - performance.now()) * GIT_SHARE);
  return listed === undefined
    ? await listInHaste(root, until)
    : { ...listed, tracked: pathsIn(listed.tracked), complete: true };
}

/** What git tracks, where it has no time to walk the folders; where it cannot be started, fails or hangs, what the folders hold. */
export async function listInHaste(root: string, until: number): Promise<Listing> {
  const listed = await gitTracked(root, (until - performance.now()) * GIT_SHARE);
  return listed === undefined
    ? { ...walkTree(root, until - performance.now()), limit: WALKED }
    : { tracked: pathsIn(listed.tracked), untracked: [], complete: false, limit: UNTRACKED };
}

/** Where there is no git to say what belongs to the project, a folder may be anything, up to somebody's home. */
const MAX_FILES = 20_000;
const MAX_DEPTH = 12;
const SKIPPED = new Set(
  "node_modules bower_components vendor target dist build out .git .hg .svn .jj .venv venv env __pycache__ .tox .cache .gradle .idea .next .nuxt Library AppData"
    .split(" "),
);

/** Files below `root`, folder by folder, those near the root first; links are not followed. Bounded in files, depth and time. */
function walkTree(root: string, timeoutMs: number): Listing {
  const until = performance.now() + timeoutMs;
  const found: string[] = [];
  let level = [""];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (found.length > MAX_FILES || performance.now() > until) {
        return { tracked: [], untracked: found.slice(0, MAX_FILES).sort(), complete: false };
      }
      for (const entry of entriesOf(`${root}/${folder}`).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(`${folder}${entry.name}/`);
        else if (entry.isFile()) found.push(`${folder}${entry.name}`);
      }
    }
    level = next;
  }
  const complete = level.length === 0 && found.length <= MAX_FILES;
  return { tracked: [], untracked: found.slice(0, MAX_FILES).sort(), complete };
}
