import { statSync } from "node:fs";

import { fileIndex } from "../imports/imports.ts";
import { hashOf, importsOf, isSame } from "./file_identity.ts";
import { speaksOfCredentials } from "../../guard/boundary/file_types.ts";
import { analyse, MemoryCorpus } from "../corpus/memory_corpus.ts";
import type { Listing } from "./listing.ts";
import type { FileStat, RepoFiles } from "./repo_files.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";

/** Up to this many files every one is looked at; of more, the best candidates and the untracked ones. */
const STAT_ALL = 6000;
/** ms after which the last comparison of a whole tree is too old. */
const COMPARED_MS = 60_000;
/** Files looked at between two looks at the clock. */
const STRIDE = 64;
/** Changed files that are analysed whatever is in them; of more, those that have a word of the request. */
const ANALYSE_ALL = 300;

/** What differs between the index and the tree. */
export interface Differences {
  /** Stored files that are gone. */
  gone: Set<number>;
  /** Paths that are new, or whose size or time is another. */
  changed: Set<string>;
  /** True where the index was built for another state, whether or not every difference was found. */
  stale: boolean;
  /** True where time ran out before all that was to be compared was. */
  cutOff: boolean;
}

/** Whether there are more files than a prompt can look at, and git takes long to list them. */
export function isLarge(stored: StoredCorpus): boolean {
  return stored.files > STAT_ALL;
}

/**
 * Whether the index should be refreshed in the background whatever a prompt finds: where its last build did not come to commits or symbols; and of
 * more files than a prompt can look at, since an edit that is no candidate is only found there. `time`: now, RFC 3339.
 */
export function isDue(stored: StoredCorpus, gitDir: string | undefined, time: string): boolean {
  if (stored.isPending) return true;
  if (!isLarge(stored)) return false;
  const compared = Date.parse(stored.meta("time") ?? "");
  const index = gitDir === undefined ? undefined : statSync(`${gitDir}/index`, { throwIfNoEntry: false });
  return !(Date.parse(time) - compared <= COMPARED_MS) || (index !== undefined && index.mtimeMs > compared);
}

/**
 * Looks at the stored files until `until`, all of them where they are few, so that nothing but the list remains to be waited for. Gives the files as
 * they were looked at then.
 */
export function lookedAhead(stored: StoredCorpus, files: RepoFiles, until: number): RepoFiles {
  if (isLarge(stored)) return files;
  const seen = new Map<string, FileStat | undefined>();
  for (const path of stored.listing().keys()) {
    if (seen.size % STRIDE === 0 && performance.now() > until) break;
    seen.set(path, files.stat(path));
  }
  return { ...files, stat: (path) => seen.has(path) ? seen.get(path) : files.stat(path) };
}

/** Compares the tree with the index until `until`. `listing` is undefined where git took too long to answer. */
export function differences(
  stored: StoredCorpus,
  files: RepoFiles,
  listing: Listing | undefined,
  commit: string | undefined,
  until: number,
): Differences {
  const found: Differences = {
    gone: new Set(),
    changed: new Set(),
    stale: (commit ?? "") !== stored.meta("commit"),
    cutOff: false,
  };
  if (!listing) return { ...found, stale: true };
  if (!listing.complete) {
    const cutOff = !lookAt([...listing.tracked, ...listing.untracked], stored, files, found, until);
    return { ...found, stale: true, cutOff };
  }
  const small = !isLarge(stored);
  if (small) loseUnlisted(stored, listing, found);
  let whole = lookAt(listing.untracked, stored, files, found, until);
  if (small) whole = lookAt(listing.tracked, stored, files, found, until) && whole;
  if ((listing.mark ?? "") !== stored.meta("tree")) {
    whole = addAndRemove(stored, files, listing, found, until) && whole;
  }
  found.cutOff = !whole;
  found.stale ||= !whole || found.gone.size > 0 || found.changed.size > 0;
  return found;
}

/** Paths that were added to the list of tracked files or taken from it. */
function addAndRemove(
  stored: StoredCorpus,
  files: RepoFiles,
  listing: Listing,
  found: Differences,
  until: number,
): boolean {
  found.stale = true;
  loseUnlisted(stored, listing, found);
  return lookAt(
    listing.tracked.filter((path) => stored.file(path) === undefined),
    stored,
    files,
    found,
    until,
  );
}

/** Looks at `paths` and adds what differs to `found`; false where time ran out before the last one. */
export function lookAt(
  paths: readonly string[],
  stored: StoredCorpus,
  files: RepoFiles,
  found: Differences,
  until: number,
): boolean {
  for (const [at, path] of paths.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) return false;
    const known = stored.file(path);
    const now = files.stat(path);
    if (known && !now) found.gone.add(known.id);
    else if (now && (known ? !isSame(known, now) : isNew(path, files))) found.changed.add(path);
  }
  return true;
}

/** Whether what the index does not have belongs there: a store of credentials, which only its content may tell, never does. */
function isNew(path: string, files: RepoFiles): boolean {
  return files.allowed(path) && (speaksOfCredentials(path) || files.read(path).kind !== "gone");
}

/** Adds to `gone` what the index has and the tree does not: a file that stands there still is none of the project's once git ignores it. */
function loseUnlisted(stored: StoredCorpus, listing: Listing, found: Differences): void {
  const missing = new Set(stored.listing().keys());
  for (const path of listing.tracked) missing.delete(path);
  for (const path of listing.untracked) missing.delete(path);
  lose(missing, stored, found);
}

/** The same for a few paths, at a small part of the cost. */
export function loseUnlistedOf(
  paths: readonly string[],
  stored: StoredCorpus,
  listing: Listing,
  found: Differences,
): void {
  const has = (path: string) =>
    listing.has?.(path) ?? (listing.tracked.includes(path) || listing.untracked.includes(path));
  lose(paths.filter((path) => !has(path)), stored, found);
}

function lose(paths: Iterable<string>, stored: StoredCorpus, found: Differences): void {
  for (const path of paths) {
    const known = stored.file(path);
    if (known) found.gone.add(known.id);
  }
}

/** What is laid over the index. */
export interface Changes {
  newer: MemoryCorpus;
  /** Numbers of the stored files that the newer ones replace, or that are gone. */
  masked: Set<number>;
  /** Changed files that were not read, for want of time. */
  unread: number;
}

/** Reads what changed until `until`, the files whose path has something `sought` first. `sought` matches what has a word of the request. */
export function readChanges(
  stored: StoredCorpus,
  files: RepoFiles,
  listing: Listing | undefined,
  { gone, changed }: Differences,
  sought: RegExp,
  until: number,
): Changes {
  const newer = new MemoryCorpus();
  const masked = new Set(gone);
  const index = fileIndex(changed.size === 0 || !listing ? [] : [...listing.tracked, ...listing.untracked]);
  const paths = [...changed];
  const ordered = [
    ...paths.filter((path) => sought.test(path)),
    ...paths.filter((path) => !sought.test(path)),
  ];
  for (const [at, path] of ordered.entries()) {
    if (performance.now() > until) return { newer, masked, unread: ordered.length - at };
    const content = files.read(path);
    const known = stored.file(path);
    if (known && content.kind !== "gone" && stored.hash(known.id) === hashOf(content)) continue;
    if (known) masked.add(known.id);
    if (at >= ANALYSE_ALL && content.kind === "text" && !sought.test(content.text)) continue;
    const analysed = analyse(path, content, (text) => importsOf(text, path, index));
    if (analysed) newer.add(analysed);
  }
  return { newer, masked, unread: 0 };
}
