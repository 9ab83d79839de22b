import type { Listing } from "../files/git_listing.ts";
import type { RepoFiles } from "../files/repo_files.ts";
import type { Query } from "../query/query.ts";
import { STEM, stemsPattern } from "../query/tokens.ts";
import { candidates, pathMatches, textMatches } from "./candidates.ts";
import { analyse, MemoryCorpus } from "./memory_corpus.ts";

/** Up to this many files are all read; of more, those that git grep and their paths speak for. */
const READ_ALL = 2500;
/** Files that a repository is taken to have which git could not list in time. */
const UNKNOWN_FILES = 50_000;
/** ms of reading: what is left of a first prompt's 1.5 s after git, ranking and excerpts. */
const READ_MS = 800;
/** ms that git grep may look for candidates before that. */
const GREP_MS = 700;
/** Of the time there is, ms kept for ranking and for the lines to be shown: what is not ranked is not seen. */
const RESERVED_MS = 500;
/** Files that are read into what is reserved, and ms of it: without any, no word of the request would weigh anything. */
const READ_ANYWAY = 8;
const ANYWAY_MS = 200;
/** Words looked for in a text. */
const SOUGHT = 60;

/** Reads the repository into memory, the most promising files first, until all is read or time is up. `complete`: whether every file was. */
export async function unindexedCorpus(
  root: string,
  files: RepoFiles,
  listing: Listing,
  query: Query,
  deadline: number,
): Promise<{ corpus: MemoryCorpus; complete: boolean }> {
  const all = [...listing.tracked, ...listing.untracked];
  const isSmall = (all.length > 0 || listing.complete) && all.length <= READ_ALL;
  const until = (ms: number) => Math.min(deadline - RESERVED_MS, performance.now() + ms);
  const inPath = pathMatches(all, query);
  const inText = isSmall ? new Map() : await textMatches(root, listing, query, until(GREP_MS));
  const corpus = new MemoryCorpus();
  const end = until(READ_MS);
  let isCut = false;
  for (const path of candidates(all, inPath, inText, query)) {
    const over = performance.now() - end;
    isCut = over > 0 && (corpus.size >= READ_ANYWAY || over > ANYWAY_MS);
    if (isCut) break;
    const content = files.read(path);
    if (content.kind !== "gone") corpus.add(analyse(path, content));
  }
  const complete = isSmall && !isCut && listing.complete;
  if (!complete) corpus.standsFor(listing.complete ? all.length : Math.max(all.length, UNKNOWN_FILES));
  return { corpus, complete };
}

/** Matches every text that has one of the request's heaviest words, whatever its form; others have next to nothing to be ranked by. */
export function soughtPattern(query: Query): RegExp {
  const words = [...query.weights.keys()].map((key) => key.startsWith(STEM) ? key.slice(STEM.length) : key);
  const names = [...query.names.keys()].map((name) => name.toLowerCase());
  return stemsPattern([...new Set([...words, ...names])].filter((word) => word.length >= 2).slice(0, SOUGHT));
}
