import type { CodebaseOptions } from "../codebase.ts";
import { entriesOf } from "./file_system.ts";
import { gitTracked, listFiles, type Listing, pathsIn } from "./git_listing.ts";
import { type KeptListing, listingSince } from "./kept_listing.ts";

/** What git may take of the time there is: the rest is for walking the folders where it did not answer. */
const GIT_SHARE = 0.75;
/** What looking at the folders may take, where there is an earlier list: git, which walks them, takes many times as long. */
const LOOK_SHARE = 0.2;
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
  return await gitListing(root, until, false);
}

/** What git lists; `inHaste`: without walking the folders, only what it tracks. Where it cannot be started, fails or hangs, what the folders hold. */
export async function gitListing(root: string, until: number, inHaste: boolean): Promise<Listing> {
  const gitMs = (until - performance.now()) * GIT_SHARE;
  const [listed, untracked] = await Promise.all([
    gitTracked(root, gitMs),
    inHaste ? undefined : listFiles(root, ["--others", "--exclude-standard"], gitMs),
  ]);
  if (listed === undefined) return { ...walkTree(root, until - performance.now()), limit: WALKED };
  const tracked = pathsIn(listed.tracked);
  return untracked === undefined
    ? { tracked, untracked: [], complete: false, limit: UNTRACKED }
    : { tracked, untracked: pathsIn(untracked), mark: listed.mark, complete: true };
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
  const folders = [""];
  let complete = true;
  // It grows while it is walked.
  for (const folder of folders) {
    const isDeep = folder.split("/").length > MAX_DEPTH;
    complete = !isDeep && found.length <= MAX_FILES && performance.now() <= until;
    if (!complete) break;
    for (const entry of entriesOf(`${root}/${folder}`).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) found.push(`${folder}${entry.name}`);
    }
  }
  complete &&= found.length <= MAX_FILES;
  return { tracked: [], untracked: found.slice(0, MAX_FILES).sort(), complete };
}
