import { inTime } from "../settings/in_time.ts";
import type { ToolContext } from "./codebase.ts";
import type { StoredCorpus } from "./corpus/stored_corpus.ts";
import { type Differences, differences } from "./files/freshness.ts";
import type { KeptListing } from "./files/kept_listing.ts";
import type { Listing } from "./files/git_listing.ts";
import { type RepoFiles, repoFiles } from "./files/repo_files.ts";
import { isSqliteError } from "./index/index_database.ts";
import { type IndexState, openIndex } from "./index/index_state.ts";

/** The repository at the time of one prompt, shared by the tools that answer it: each thing is asked for once. */
export interface Session {
  files: RepoFiles;
  listing: Promise<Listing>;
  index: IndexState;
  stored?: StoredCorpus;
  /** Why an index cannot be used or kept. */
  problem?: string;
  /** What differs between index and tree, nothing where there is no index; looked for once, within the time of the first who asks. */
  differences(until: number): Promise<Differences>;
}

/** ms to list the tree, whatever the first caller's deadline: later ones have more time. */
const LIST_MS = 4000;

let current: { key: string; session: Session } | undefined;

export function session(context: ToolContext): Session {
  const key = JSON.stringify([context.root, context.commit, context.time, context.cacheDir, context.exclude]);
  if (current?.key === key) return current.session;
  current?.session.stored?.close();
  current = { key, session: open(context) };
  return current.session;
}

function open(context: ToolContext): Session {
  const { index, stored, problem } = openIndex(context.cacheDir);
  const files = repoFiles(context, stored && keptListing(stored));
  const listing = files.list(LIST_MS);
  // Whoever awaits it sees the failure; until then it is nobody's.
  listing.catch(() => undefined);
  let found: Promise<Differences> | undefined;
  const compared = async (until: number): Promise<Differences> =>
    differences(stored, files, await within(listing, until), context.commit, until);
  return {
    files,
    listing,
    index,
    ...(stored ? { stored } : {}),
    ...(problem === undefined ? {} : { problem }),
    differences: (until) => found ??= compared(until),
  };
}

function keptListing(stored: StoredCorpus): KeptListing | undefined {
  try {
    return stored.keptListing();
  } catch (error) {
    // A damaged index is found out by the search, which says so.
    if (isSqliteError(error)) return undefined;
    throw error;
  }
}

/** A promise's value where it comes before a time of this thread's clock; what comes later is not waited for. */
export function within<T>(promise: Promise<T>, until: number): Promise<T | undefined> {
  return inTime(promise, until - performance.now());
}
