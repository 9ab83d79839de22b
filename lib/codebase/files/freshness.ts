import { analyse, MemoryCorpus } from "../corpus/memory_corpus.ts";
import type { KnownFile } from "../corpus/file_table.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import { speaksOfCredentials } from "../../guard/boundary/file_types.ts";
import type { Listing } from "./git_listing.ts";
import { RENEWED_MS } from "./kept_listing.ts";
import { type FileStat, hashOf, isSame, type RepoFiles, UNPROVEN } from "./repo_files.ts";

/** Up to this many files every one is looked at; of more, the best candidates and the untracked ones. */
const STAT_ALL = 6000;
/** ms after which the last comparison of a whole tree is too old where a prompt does not look at all of it. */
const COMPARED_MS = 60_000;
/** Files looked at between two looks at the clock. */
const STRIDE = 64;
/** Changed files that are analysed whatever is in them; of more, those that have a word of the request. */
const ANALYSE_ALL = 300;

export interface Differences {
  /** Stored files that are gone, or that git ignores by now. */
  gone: Set<number>;
  /** Paths that are new, or whose size or time is another. */
  changed: Set<string>;
  /** True where the index was built for another state, whether or not every difference was found. */
  stale: boolean;
  /** True where time ran out before all that was to be compared was. */
  cutOff: boolean;
}

/** Whether there are more files than a prompt can look at, and git takes long to list them. */
function isLarge(stored: StoredCorpus): boolean {
  return stored.files > STAT_ALL;
}

/**
 * Whether the index should be refreshed in the background whatever a prompt finds: where its last build did not come to the history, and where it is old, since
 * git's list grows old with it, and of more files than a prompt can look at an edit that is no candidate is only found there. `time`: now, RFC 3339.
 */
export function isDue(stored: StoredCorpus, time: string): boolean {
  const age = Date.parse(time) - Date.parse(stored.meta("time") ?? "");
  return stored.meta("commits") !== stored.meta("commit") ||
    !(Math.abs(age) <= (isLarge(stored) ? COMPARED_MS : RENEWED_MS));
}

/** Compares the tree with the index until `until`. `listing` is undefined where git took too long to answer. */
export function differences(
  stored: StoredCorpus | undefined,
  files: RepoFiles,
  listing: Listing | undefined,
  commit: string | undefined,
  until: number,
): Differences {
  const cutOff = listing === undefined;
  const found: Differences = { gone: new Set(), changed: new Set(), stale: true, cutOff };
  if (stored === undefined || listing === undefined) return found;
  const isSameList = (listing.mark ?? "") === stored.meta("tree");
  // Of a large repository, where nothing came or went, only the candidates are looked at.
  const tracked = !listing.complete || !isLarge(stored)
    ? listing.tracked
    : isSameList
    ? []
    : listing.tracked.filter((path) => stored.file(path) === undefined);
  compare([...listing.untracked, ...tracked], stored, files, found, until);
  if (!isLarge(stored) || !isSameList) compareWithList(stored.paths(), stored, listing, found);
  const isSameState = listing.complete && isSameList && (commit ?? "") === stored.meta("commit");
  found.stale = !isSameState || found.cutOff || found.gone.size > 0 || found.changed.size > 0;
  return found;
}

/** Looks at `paths` and adds what differs to `found`, until time runs out. */
export function compare(
  paths: readonly string[],
  stored: StoredCorpus,
  files: RepoFiles,
  found: Differences,
  until: number,
): void {
  for (const [at, path] of paths.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) {
      found.cutOff = true;
      return;
    }
    const known = stored.file(path);
    const now = files.stat(path);
    if (known && !now) found.gone.add(known.id);
    else if (now && (known ? !isUnchanged(path, known, now) : isNew(path, files))) found.changed.add(path);
  }
  function isUnchanged(path: string, known: KnownFile, now: FileStat): boolean {
    if (known.mtime !== UNPROVEN || known.size !== now.size) return isSame(known, now);
    const content = files.read(path);
    return content.kind !== "gone" && stored.hash(known.id) === hashOf(content);
  }
}

/** Whether what the index does not have belongs there: a store of credentials, which only its content may tell, never does. */
function isNew(path: string, files: RepoFiles): boolean {
  return files.allowed(path) && (speaksOfCredentials(path) || files.read(path).kind !== "gone");
}

/** Adds to `gone` which of these stored `paths` are not listed: a file that stands there still is none of the project's once git ignores it. */
export function compareWithList(
  paths: readonly string[],
  stored: StoredCorpus,
  listing: Listing,
  found: Differences,
): void {
  if (!listing.complete) return;
  const listed = new Set([...listing.tracked, ...listing.untracked]);
  for (const path of paths) {
    const known = listed.has(path) ? undefined : stored.file(path);
    if (known) found.gone.add(known.id);
  }
}

/**
 * Reads what changed until `until`, the files whose path has something `sought` first. `sought` matches what has a word of the request.
 *
 * @returns `masked`: numbers of the stored files that the newer ones replace, or that are gone; `unread`: changed files that there was no time to read.
 */
export function readChanges(
  stored: StoredCorpus,
  files: RepoFiles,
  { gone, changed }: Pick<Differences, "gone" | "changed">,
  sought: RegExp,
  until: number,
): { newer: MemoryCorpus; masked: Set<number>; unread: number } {
  const newer = new MemoryCorpus();
  const masked = new Set(gone);
  const ordered = [...changed].sort((a, b) => Number(sought.test(b)) - Number(sought.test(a)));
  for (const [at, path] of ordered.entries()) {
    if (performance.now() > until) return { newer, masked, unread: ordered.length - at };
    const content = files.read(path);
    const known = stored.file(path);
    if (known && content.kind !== "gone" && stored.hash(known.id) === hashOf(content)) continue;
    if (known) masked.add(known.id);
    if (at >= ANALYSE_ALL && content.kind === "text" && !sought.test(content.text)) continue;
    if (content.kind !== "gone") newer.add(analyse(path, content));
  }
  return { newer, masked, unread: 0 };
}
