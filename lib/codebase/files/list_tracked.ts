import { AutoToolsError } from "../../contract/error_codes.ts";
import { gitTracked } from "./git_listing.ts";
import type { Listing } from "./listing.ts";
import { TrackedPaths } from "./tracked_paths.ts";

/** For [Limits]. */
const UNTRACKED = "git could not list untracked files in time; they were not looked at";

/** The files that git tracks, where there is no time for it to walk the folders for others. Undefined where git fails or its time was up. */
export async function listTracked(root: string, until: number): Promise<Listing | undefined> {
  try {
    const { tracked, complete } = await gitTracked(root, until - performance.now());
    return complete
      ? { tracked: new TrackedPaths(tracked).all, untracked: [], complete, limit: UNTRACKED }
      : undefined;
  } catch (error) {
    if (error instanceof AutoToolsError) return undefined;
    throw error;
  }
}
