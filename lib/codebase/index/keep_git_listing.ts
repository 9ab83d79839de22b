import type { CodebaseOptions } from "../codebase.ts";
import { readGitListing, writeGitListing } from "../corpus/listing.ts";
import { changeTime, standing } from "../files/file_system.ts";
import { gitIndexMark, gitListing, untrackedBelow } from "../files/git_listing.ts";
import { absolute, type KeptListing, listingSince, watchedPaths } from "../files/kept_listing.ts";
import type { Listing } from "../files/listing.ts";
import { isNameable } from "../files/paths.ts";
import { nameable } from "../files/repo_files.ts";
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
  const before = readGitListing(writer.database);
  const kept = (before && await renewed(before, options, now())) ??
    await listed(writer, options, listing, now);
  writer.transaction(() => writeGitListing(writer.database, kept));
}

/** The list of before with the times of now, where the same is tracked and nothing new has come. */
async function renewed(
  kept: KeptListing,
  options: CodebaseOptions,
  now: number,
): Promise<KeptListing | undefined> {
  const since = await listingSince(kept, options, { now, lookMs: LIST_MS, gitMs: LIST_MS });
  if (since === undefined || since.hasNewNames) return undefined;
  const { gitIndex, untracked, times } = since;
  return { ...kept, gitIndex, untracked, times };
}

/** git's list, and the times of all that decides it, which are looked at before git is asked. */
async function listed(
  writer: IndexWriter,
  options: CodebaseOptions,
  before: Listing,
  now: () => number,
): Promise<KeptListing | undefined> {
  const { root, exclude } = options;
  const allowed = nameable(exclude);
  const { tracked, untracked, complete } = before;
  const gitIndex = gitIndexMark(options.gitDir) ?? "";
  const all = [...tracked, ...untracked];
  if (!complete || all.some((path) => !isNameable(path) || path.includes(UNDECODABLE))) return undefined;
  const folders = await untrackedBelow(root, { folders: true, timeoutMs: LIST_MS });
  if (folders === undefined) return undefined;
  const isStored = (path: string) => writer.files.get(path) !== undefined;
  // Where another repository stands, or a folder in the place of a tracked file.
  const inPlaceOfFiles = tracked.filter((path) => !isStored(path) && standing(`${root}/${path}`)?.isDirectory)
    .map((path) => `${path}/`);
  const watched = watchedPaths(options, all, [...folders, ...inPlaceOfFiles], allowed);
  if (watched === undefined) return undefined;
  const time = now();
  const times = Float64Array.from(watched, (path) => changeTime(absolute(root, path), time));
  const after = await gitListing(root, LIST_MS);
  const named = (paths: readonly string[]) => paths.filter(allowed).sort();
  const isSame = after !== undefined && after.mark === before.mark &&
    named(after.untracked).join("\0") === named(untracked).join("\0");
  if (!isSame) return undefined;
  const mayBeNamed = tracked.filter((path) => isStored(path) || allowed(path));
  return {
    time,
    gitIndex,
    exclude,
    mark: after.mark,
    untracked: named(untracked),
    tracked: () => new TextEncoder().encode(mayBeNamed.map((path) => `${path}\0`).join("")),
    watched,
    times,
  };
}
