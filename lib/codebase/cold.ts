import { analyse } from "./analyse.ts";
import { fileKind } from "./file_kind.ts";
import { KIND } from "./corpus.ts";
import { MemoryCorpus } from "./memory_corpus.ts";
import type { Query } from "./query.ts";
import type { Listing, RepoFiles } from "./repo_files.ts";

/** ms of reading when there is no index: what is left of a first prompt's 1.5 s after git, ranking and excerpts. */
const READ_MS = 900;

/** What could be read without an index. `complete`: every file is in it. */
export interface ColdCorpus {
  corpus: MemoryCorpus;
  complete: boolean;
}

/** Reads the repository into memory, the files most likely to matter first, until all is read or time is up. */
export function coldCorpus(files: RepoFiles, listing: Listing, query: Query, deadline: number): ColdCorpus {
  const paths = [...listing.tracked, ...listing.untracked];
  const corpus = new MemoryCorpus();
  const until = Math.min(deadline, performance.now() + READ_MS);
  let complete = listing.complete;
  for (const path of byPromise(paths, query)) {
    if (performance.now() > until) {
      complete = false;
      break;
    }
    const content = analyse(path, files.read(path), () => []);
    if (content) corpus.add(content);
  }
  return { corpus, complete };
}

/** Source before tests before the rest; among equals as listed. */
function byPromise(paths: readonly string[], query: Query): string[] {
  const rank = (path: string) => {
    const kind = fileKind(path);
    if (kind & KIND.aside) return 3;
    if (kind & KIND.test) return query.aboutTests ? 0 : 2;
    return kind & KIND.source ? 0 : 1;
  };
  return paths.map((path) => ({ path, rank: rank(path) })).sort((a, b) => a.rank - b.rank).map(({ path }) =>
    path
  );
}
