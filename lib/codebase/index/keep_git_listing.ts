import type { CodebaseOptions } from "../codebase.ts";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { readGitListing, writeGitListing } from "../corpus/listing.ts";
import { changeTime, isFolder } from "../files/change_time.ts";
import { gitIndexMark } from "../files/git_index_mark.ts";
import { gitListing, untrackedBelow } from "../files/git_listing.ts";
import { absolute, type KeptListing } from "../files/kept_listing.ts";
import type { Listing } from "../files/listing.ts";
import { listingSince } from "../files/listing_since.ts";
import { isNameable } from "../files/path_name.ts";
import { storableFiles } from "../files/storable_files.ts";
import { asPrinted } from "../files/tracked_paths.ts";
import { watchedPaths } from "../files/watched_paths.ts";
import type { IndexWriter } from "./index_writer.ts";

/** ms for git to list a repository in the background. */
const LIST_MS = 60_000;

/** Stands for bytes of a name that are no UTF-8. */
const UNDECODABLE = "\ufffd";

/**
 * Keeps what git lists and what that depends on, so that prompts and later refreshes need not ask it again. `listing`: the last one; `now`: ms since 1970. Nothing
 * is kept where git fails or the tree changes meanwhile, nor where a name is one that the index reports: git is asked as ever then. What may not be named is
 * not kept either.
 */
export async function keepGitListing(
  writer: IndexWriter,
  options: CodebaseOptions,
  listing: Listing,
  now: () => number,
): Promise<void> {
  let kept: KeptListing | undefined;
  try {
    kept = await renewed(writer, options, now()) ?? await listed(writer, options, listing, now);
  } catch (error) {
    if (!(error instanceof AutoToolsError)) throw error;
  }
  writer.transaction(() => writeGitListing(writer.database, kept));
}

/** The list of before with the times of now, where the same is tracked and no folders have come. */
async function renewed(
  { database }: IndexWriter,
  options: CodebaseOptions,
  now: number,
): Promise<KeptListing | undefined> {
  const kept = readGitListing(database);
  if (kept === undefined) return undefined;
  const since = await listingSince(kept, options, { now, lookMs: LIST_MS, gitMs: LIST_MS, folders: true });
  if (since?.mark !== kept.mark || since.added.some(storableFiles(options).allowed)) return undefined;
  const { gitIndex, untracked, times } = since;
  return { ...kept, gitIndex, untracked, times };
}

/** git's list, and the times of all that decides it, which are looked at before git is asked. */
async function listed(
  writer: IndexWriter,
  options: CodebaseOptions,
  { complete, tracked, untracked, mark }: Listing,
  now: () => number,
): Promise<KeptListing | undefined> {
  const { root, exclude } = options;
  const { allowed } = storableFiles(options);
  const gitIndex = gitIndexMark(options.gitDir) ?? "";
  if (!complete) return undefined;
  if ([...tracked, ...untracked].some((path) => !isNameable(path) || path.includes(UNDECODABLE))) {
    return undefined;
  }
  const folders = await untrackedBelow(root, { folders: true, timeoutMs: LIST_MS });
  if (folders === undefined) return undefined;
  const isStored = (path: string) => writer.files.get(path) !== undefined;
  // Where another repository stands, or a folder in the place of a tracked file.
  const inPlaceOfFiles = tracked.filter((path) => !isStored(path) && isFolder(`${root}/${path}`));
  const otherFolders = [...folders, ...inPlaceOfFiles.map((path) => `${path}/`)];
  const watched = watchedPaths(options, { tracked, untracked, otherFolders }, allowed);
  if (watched === undefined) return undefined;
  const time = now();
  const times = Float64Array.from(watched, (path) => changeTime(absolute(root, path), time));
  const after = await gitListing(root, LIST_MS);
  const named = (paths: readonly string[]) => paths.filter(allowed).sort();
  const isSame = after.complete && after.mark === mark &&
    named(after.untracked).join("\0") === named(untracked).join("\0");
  if (!isSame) return undefined;
  const mayBeNamed = tracked.filter((path) => isStored(path) || allowed(path));
  return {
    time,
    gitIndex,
    exclude,
    mark,
    untracked: named(untracked),
    tracked: () => asPrinted(mayBeNamed),
    watched,
    times,
  };
}
