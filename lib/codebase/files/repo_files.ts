import { AutoToolsError } from "../../contract/error_codes.ts";
import {
  checkRepoPath,
  HoldsCredentials,
  MAX_FILE_BYTES,
  readRepoText,
} from "../../guard/boundary/repo_file.ts";
import { excludeMatcher } from "../../guard/boundary/exclude.ts";
import { isSensitivePath } from "../../guard/boundary/sensitive.ts";
import { isConfiguration } from "../../guard/boundary/file_types.ts";
import { redactConfiguration } from "../../guard/secrets/configuration.ts";
import { redact } from "../../guard/secrets/redact.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { isFileSystemError } from "./change_time.ts";
import { type Opaque, opaqueReason } from "./file_text.ts";
import { gitListing } from "./git_listing.ts";
import type { KeptListing } from "./kept_listing.ts";
import { isSqliteError } from "../index/index_database.ts";
import type { Listing } from "./listing.ts";
import { listingSince } from "./listing_since.ts";
import { isNameable } from "./path_name.ts";
import { TrackedPaths } from "./tracked_paths.ts";
import { WALKED, walkTree } from "./walk_tree.ts";

/** Size in bytes and time of change in ms, as the file system says. */
export interface FileStat {
  size: number;
  mtimeMs: number;
}

/** What a read of one file gave. `gone`: it is not there, no plain file, or not to be read; a `private` one is not even to be named. */
export type Content =
  | { kind: "text"; text: string } & FileStat
  | { kind: "opaque"; why: Opaque } & FileStat
  | { kind: "gone"; private?: true };

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

/** Whether a path may be named; one that has a secret in it is as sensitive as a file that does. */
export function nameable(exclude: readonly string[]): (path: string) => boolean {
  const excluded = excludeMatcher(exclude);
  return (path) =>
    isNameable(path) && !isSensitivePath(path) && !excluded(path) && redact(path).text === path;
}

/** `kept`: what git listed before, which is believed for what has not changed since. */
export function repoFiles(options: CodebaseOptions, kept?: KeptListing): RepoFiles {
  const { root } = options;
  const excluded = excludeMatcher(options.exclude);
  const allowed = nameable(options.exclude);
  const stat = (path: string): FileStat | undefined => {
    const found = lookedAt(`${root}/${path}`);
    return found?.isFile ? { size: found.size, mtimeMs: found.mtime?.getTime() ?? 0 } : undefined;
  };
  return {
    allowed,
    stat,
    list: async (timeoutMs) =>
      options.gitDir === undefined ? walkTree(root, timeoutMs) : await listed(options, kept, timeoutMs),
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
        if (text === undefined) return { kind: "opaque", why: "binary", ...before };
        const why = opaqueReason(path, text);
        if (why !== undefined) return { kind: "opaque", why, ...before };
        return { kind: "text", text: isConfiguration(path) ? redactConfiguration(text) : text, ...before };
      } catch (error) {
        if (error instanceof HoldsCredentials) return { kind: "gone", private: true };
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

/** What git may take of the time there is: the rest is for walking the folders where it did not answer. */
const GIT_SHARE = 0.75;

/** What looking at the folders may take, where there is an earlier list. */
const LOOK_SHARE = 0.05;

/** As git lists them, or listed them before; where it cannot be started, fails or hangs, as the folders do. */
async function listed(
  options: CodebaseOptions,
  kept: KeptListing | undefined,
  timeoutMs: number,
): Promise<Listing> {
  const until = performance.now() + timeoutMs;
  try {
    const listing = (kept && await keptListing(kept, options, timeoutMs)) ??
      await listedByGit(options.root, (until - performance.now()) * GIT_SHARE);
    if (listing.complete) return listing;
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
  }
  return {
    ...walkTree(options.root, until - performance.now()),
    limit: WALKED,
  };
}

/** By the list of before; undefined where git has to say all, and where that list is damaged. */
async function keptListing(
  kept: KeptListing,
  options: CodebaseOptions,
  timeoutMs: number,
): Promise<Listing | undefined> {
  try {
    const listing = await listingSince(kept, options, {
      now: Date.parse(options.time),
      lookMs: timeoutMs * LOOK_SHARE,
      gitMs: timeoutMs * GIT_SHARE / 3,
      folders: false,
    });
    if (listing === undefined) return undefined;
    const { tracked, untracked, mark, same } = listing;
    // Read now: whoever asks later could do nothing about damage.
    const printed = tracked();
    return listingOf(printed, untracked, { complete: true, mark, kept: same });
  } catch (error) {
    if (isSqliteError(error)) return undefined;
    throw error;
  }
}

async function listedByGit(root: string, timeoutMs: number): Promise<Listing> {
  const { untracked, tracked, mark, complete } = await gitListing(root, timeoutMs);
  return listingOf(tracked, untracked, { complete, mark });
}

/** `printed`: what git printed of the tracked paths. */
function listingOf(
  printed: Uint8Array,
  untracked: readonly string[],
  more: Pick<Listing, "complete" | "mark" | "kept">,
): Listing {
  const paths = new TrackedPaths(printed);
  return {
    ...more,
    get tracked(): string[] {
      return paths.all;
    },
    untracked,
    has: (path: string) => paths.has(path) || untracked.includes(path),
  };
}
