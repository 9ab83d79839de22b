import { createHash } from "node:crypto";
import { git } from "../../guard/git/git.ts";

/** What `git ls-files` printed. */
export interface GitListing {
  /** Those that are not tracked and not ignored. */
  untracked: string[];
  /** The tracked ones, for `TrackedPaths`. */
  tracked: Uint8Array;
  /** Stands for `tracked`: equal marks mean that nothing was added or taken away. */
  mark: string;
  /** False where git failed, was cut off or printed something else. */
  complete: boolean;
}

const SPACE = 0x20;
/** The question mark before a path that is not tracked. */
const UNTRACKED = 0x3f;

/**
 * One git for both lists, since starting it costs more than listing: each path has a letter before it, `?` where it is not tracked. Throws as `git`
 * does.
 */
export function gitListing(root: string, timeoutMs: number): Promise<GitListing> {
  return listed(["--cached", "--others", "--exclude-standard"], root, timeoutMs);
}

/** What is tracked alone, for which git need not look at the tree: a tenth of the work and less. */
export function gitTracked(root: string, timeoutMs: number): Promise<GitListing> {
  return listed(["--cached"], root, timeoutMs);
}

async function listed(what: readonly string[], root: string, timeoutMs: number): Promise<GitListing> {
  const { stdout, stderr, code, truncated } = await git(["ls-files", "-z", "-t", ...what], {
    cwd: root,
    timeoutMs: Math.max(1, timeoutMs),
  });
  const begin = beginOfTracked(stdout);
  const untracked = new TextDecoder().decode(stdout.subarray(0, begin)).split("\0").slice(0, -1)
    .map((entry) => entry.slice(2));
  const tracked = stdout.subarray(begin);
  const mark = createHash("sha1").update(tracked).digest("hex");
  // A path that was cut off has no NUL behind it; what is no list does not begin like one. Who complains and lists nothing has not listed.
  const whole = (stdout.length === 0 && stderr === "") || (stdout[1] === SPACE && stdout.at(-1) === 0);
  return { untracked, tracked, mark, complete: code === 0 && whole && !truncated };
}

/**
 * What git does not track and does not ignore: below `paths`, or everywhere. With `folders`, a folder without tracked files stands for all that is in it,
 * with a slash at its end, empty or not. Undefined where git fails or its time was up.
 */
export async function untrackedBelow(
  root: string,
  { paths = [], folders = false, timeoutMs }: {
    paths?: readonly string[];
    folders?: boolean;
    timeoutMs: number;
  },
): Promise<string[] | undefined> {
  const how = ["--others", "--exclude-standard", ...(folders ? ["--directory"] : [])];
  const { stdout, code, truncated } = await git(["ls-files", "-z", ...how, "--", ...paths], {
    cwd: root,
    timeoutMs: Math.max(1, timeoutMs),
  });
  const found = new TextDecoder().decode(stdout).split("\0");
  // What follows the last NUL is empty, or a path that was cut off.
  return found.pop() === "" && code === 0 && !truncated ? found : undefined;
}

/** Untracked paths come first. */
function beginOfTracked(entries: Uint8Array): number {
  let at = 0;
  while (entries[at] === UNTRACKED) {
    const end = entries.indexOf(0, at);
    if (end < 0) return entries.length;
    at = end + 1;
  }
  return at;
}
