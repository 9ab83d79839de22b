import { createHash } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { git } from "../../guard/git/git.ts";
import { checkRepoPath, MAX_FILE_BYTES, readRepoText } from "../../guard/boundary/repo_file.ts";
import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { type Opaque, opaqueReason } from "./file_text.ts";
import type { Listing } from "./listing.ts";
import { isNameable } from "./path_name.ts";
import { TrackedPaths } from "./tracked_paths.ts";
import { WALKED, walkTree } from "./walk_tree.ts";

/** Size in bytes and time of change in ms, as the file system says. */
export interface FileStat {
  size: number;
  mtimeMs: number;
}

/** What a read of one file gave. `gone`: it is not there, no plain file, or not to be read. */
export type Content =
  | { kind: "text"; text: string } & FileStat
  | { kind: "opaque"; why: Opaque } & FileStat
  | { kind: "gone" };

/** The repository's files through its boundary: what is sensitive or excluded is not there. */
export interface RepoFiles {
  /** Every path, sorted, in bytes' order as git gives them; names are not yet checked by `allowed`, which costs more than the listing. */
  list(timeoutMs: number): Promise<Listing>;
  /** Whether a path may be read and named. */
  allowed(path: string): boolean;
  read(path: string): Content;
  /** Undefined where there is no plain file. */
  stat(path: string): FileStat | undefined;
}

export function repoFiles(options: CodebaseOptions): RepoFiles {
  const { root } = options;
  const excluded = excludeMatcher(options.exclude);
  const stat = (path: string): FileStat | undefined => {
    const found = lookedAt(`${root}/${path}`);
    return found?.isFile ? { size: found.size, mtimeMs: found.mtime?.getTime() ?? 0 } : undefined;
  };
  const allowed = (path: string) => isNameable(path) && !isSensitivePath(path) && !excluded(path);
  return {
    allowed,
    stat,
    list: async (timeoutMs) =>
      options.gitDir === undefined ? walkTree(root, timeoutMs) : await listed(root, timeoutMs),
    read(path) {
      const before = isNameable(path) && !excluded(path) ? stat(path) : undefined;
      if (!before) return { kind: "gone" };
      if (before.size > MAX_FILE_BYTES) {
        return isRefused(root, path) ? { kind: "gone" } : { kind: "opaque", why: "large", ...before };
      }
      // Nothing to be opened for: some repositories have tens of thousands of these.
      if (before.size === 0) {
        return isSensitivePath(path) ? { kind: "gone" } : { kind: "text", text: "", ...before };
      }
      try {
        const text = readRepoText(root, path);
        const why = text === undefined ? "binary" : opaqueReason(text);
        return text === undefined || why !== undefined
          ? { kind: "opaque", why: why ?? "binary", ...before }
          : { kind: "text", text, ...before };
      } catch (error) {
        // Deleted, unreadable or refused by the boundary since it was listed: to a search it is not there.
        if (error instanceof AutoToolsError || isFileSystemError(error)) return { kind: "gone" };
        throw error;
      }
    },
  };
}

/** Whether a file that is not even opened is beyond the boundary: its size is nobody's business then. */
function isRefused(root: string, path: string): boolean {
  try {
    checkRepoPath(root, path);
    return false;
  } catch (error) {
    if (error instanceof AutoToolsError || isFileSystemError(error)) return true;
    throw error;
  }
}

/** Undefined where nothing stands. Not Node's `lstat`, which takes three times as long: every file of a repository is asked. */
function lookedAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    // Gone, behind a file or a loop of links, below a folder that may not be entered, or of a name that is no longer possible.
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable || (error instanceof Error && "code" in error);
}

/** What git may take of the time there is: the rest is for walking the folders where it did not answer. */
const GIT_SHARE = 0.75;

/** As git lists them; where git cannot be started, fails or hangs, as the folders do. */
async function listed(root: string, timeoutMs: number): Promise<Listing> {
  const until = performance.now() + timeoutMs;
  try {
    const listing = await listedByGit(root, timeoutMs * GIT_SHARE);
    if (listing.complete) return listing;
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
  }
  return {
    ...walkTree(root, until - performance.now()),
    limit: WALKED,
  };
}

const SPACE = 0x20;
/** The question mark before a path that is not tracked. */
const UNTRACKED = 0x3f;

/** One git for both lists, since starting it costs more than listing: each path has a letter before it, `?` where it is not tracked. */
async function listedByGit(root: string, timeoutMs: number): Promise<Listing> {
  const args = ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"];
  const { stdout, code, truncated } = await git(args, { cwd: root, timeoutMs: Math.max(1, timeoutMs) });
  const begin = beginOfTracked(stdout);
  const untracked = new TextDecoder().decode(stdout.subarray(0, begin)).split("\0").slice(0, -1)
    .map((entry) => entry.slice(2));
  const printed = stdout.subarray(begin);
  const paths = new TrackedPaths(printed);
  const mark = createHash("sha1").update(printed).digest("hex");
  // A path that was cut off has no NUL behind it; what is no list does not begin like one.
  const whole = stdout.length === 0 || (stdout[1] === SPACE && stdout.at(-1) === 0);
  return {
    get tracked() {
      return paths.all;
    },
    isTracked: (path) => paths.has(path),
    untracked,
    complete: code === 0 && whole && !truncated,
    mark,
  };
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
