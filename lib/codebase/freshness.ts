import { analyse } from "./analyse.ts";
import { fileIndex } from "./imports.ts";
import { hashOf, importsOf, isSame, treeMark } from "./index_refresh.ts";
import { MemoryCorpus } from "./memory_corpus.ts";
import type { Listing, RepoFiles } from "./repo_files.ts";
import type { StoredCorpus } from "./stored_corpus.ts";

/** Up to this many files every one is looked at; of more, the best candidates and the untracked ones. */
const STAT_ALL = 6000;
/** Files looked at between two looks at the clock. */
const STRIDE = 64;
const MAX_READ = 300;

/** What differs between the index and the tree. */
export interface Changes {
  /** Numbers of stored files that are gone or have another content. */
  masked: Set<number>;
  /** Files that are new or have another content, read now. */
  newer: MemoryCorpus;
  /** True where anything differs, read or not. */
  stale: boolean;
}

/**
 * Compares the tree with the index, most likely files first, until `until`. `listing` is undefined where git took too long to answer.
 */
export function changesSince(
  stored: StoredCorpus,
  files: RepoFiles,
  listing: Listing | undefined,
  candidates: readonly string[],
  commit: string | undefined,
  until: number,
): Changes {
  const changed = new Set<string>();
  const masked = new Set<number>();
  let stale = listing === undefined || (commit ?? "") !== stored.meta("commit");
  const look = (path: string) => {
    const row = stored.row(path);
    const now = files.stat(path);
    if (row && !now) masked.add(row.id);
    else if (now && (!row || !isSame(row, now))) changed.add(path);
  };
  lookAt(candidates, look, until);
  if (listing) {
    lookAt(listing.untracked.filter(files.allowed), look, until);
    if (stored.files <= STAT_ALL) {
      if (!lookAt(listing.tracked.filter(files.allowed), look, until)) stale = true;
    }
    if (listing.complete && treeMark(listing.tracked) !== stored.meta("tree")) {
      stale = true;
      const present = new Set([...listing.tracked, ...listing.untracked]);
      const known = new Set<string>();
      for (const { path, id } of stored.paths()) {
        known.add(path);
        if (!present.has(path)) masked.add(id);
      }
      lookAt(listing.tracked.filter((path) => !known.has(path) && files.allowed(path)), look, until);
    }
  }
  const newer = new MemoryCorpus();
  const index = fileIndex(changed.size === 0 || !listing ? [] : [...listing.tracked, ...listing.untracked]);
  for (const path of [...changed].slice(0, MAX_READ)) {
    if (performance.now() > until) break;
    const content = files.read(path);
    const row = stored.row(path);
    if (row && content.kind !== "gone" && row.hash === hashOf(content)) continue;
    if (row) masked.add(row.id);
    const analysed = analyse(path, content, (text) => importsOf(text, path, index));
    if (analysed) newer.add(analysed);
  }
  return { masked, newer, stale: stale || masked.size > 0 || newer.size > 0 };
}

/** False where time ran out before the last path. */
function lookAt(paths: readonly string[], look: (path: string) => void, until: number): boolean {
  for (const [at, path] of paths.entries()) {
    if (at % STRIDE === 0 && performance.now() > until) return false;
    look(path);
  }
  return true;
}
