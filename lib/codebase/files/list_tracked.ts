import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import type { Listing } from "./listing.ts";

/** For [Limits]. */
const UNTRACKED = "git could not list untracked files in time; they were not looked at";

/**
 * The files that git tracks, where there is no time for it to walk the folders for others: a thirtieth of the work. Undefined where git fails or its
 * time was up.
 */
export async function listTracked(root: string, until: number): Promise<Listing | undefined> {
  try {
    const { stdout, code, truncated } = await git(["ls-files", "-z", "--cached"], {
      cwd: root,
      timeoutMs: Math.max(1, until - performance.now()),
    });
    const paths = new TextDecoder().decode(stdout).split("\0");
    // What follows the last NUL is empty, or a path that was cut off.
    if (paths.pop() !== "" || code !== 0 || truncated) return undefined;
    // A conflicted file is listed once for each side.
    return { tracked: [...new Set(paths)], untracked: [], complete: true, limit: UNTRACKED };
  } catch (error) {
    if (error instanceof AutoToolsError) return undefined;
    throw error;
  }
}
