import { readdirSync } from "node:fs";
import type { Listing } from "./listing.ts";

/** Where there is no git to say what belongs to the project, a folder may be anything, up to somebody's home. */
const MAX_FILES = 20_000;
const MAX_DEPTH = 12;
const SKIPPED = new Set(
  "node_modules bower_components vendor target dist build out .git .hg .svn .jj .venv venv env __pycache__ .tox .cache .gradle .idea .next .nuxt Library AppData"
    .split(" "),
);

/** For [Limits], where there is a git that did not list the files. */
export const WALKED = "git could not list the files; the folders were walked, with what git would ignore";

/** Files below `root`, folder by folder, those near the root first; links are not followed. Bounded in files, depth and time. */
export function walkTree(root: string, timeoutMs: number): Listing {
  const until = performance.now() + timeoutMs;
  const found: string[] = [];
  let complete = true;
  let level = [""];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (!complete || performance.now() > until) {
        complete = false;
        break;
      }
      for (const entry of entries(`${root}/${folder}`)) {
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(`${folder}${entry.name}/`);
        else if (entry.isFile()) found.push(`${folder}${entry.name}`);
      }
      if (found.length > MAX_FILES) {
        found.length = MAX_FILES;
        complete = false;
      }
    }
    level = next;
  }
  return { tracked: [], untracked: found.sort(), complete: complete && level.length === 0 };
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that may not be read holds nothing for us.
    return [];
  }
}
