import { analyse } from "./analyse.ts";
import { coldCandidates } from "./cold_candidates.ts";
import { KIND } from "./corpus.ts";
import { fileKind } from "../files/file_kind.ts";
import { importsOf } from "../files/file_identity.ts";
import { fileIndex } from "../imports/imports.ts";
import { MemoryCorpus } from "./memory_corpus.ts";
import { type Query, STEM } from "../query/query.ts";
import type { Listing } from "../files/listing.ts";
import type { RepoFiles } from "../files/repo_files.ts";

/** Up to this many files are all read; of more, those that git grep and their paths speak for. */
const READ_ALL = 2500;
/** Files that a repository is taken to have which git could not list in time. */
const UNKNOWN_FILES = 50_000;
/** ms of reading when there is no index: what is left of a first prompt's 1.5 s after git, ranking and excerpts. */
const READ_MS = 800;
/** ms that git grep may look for candidates before that. */
const GREP_MS = 700;
/** Tokens of source text to a character, for the length of files that need not be split. */
const TOKENS_PER_CHARACTER = 0.14;
/** Words looked for in a text before it is split. */
const SOUGHT = 60;

/** What could be read without an index. `complete`: every file is in it. */
export interface ColdCorpus {
  corpus: MemoryCorpus;
  complete: boolean;
}

/** Reads the repository into memory, the files most likely to matter first, until all is read or time is up. */
export async function coldCorpus(
  root: string,
  files: RepoFiles,
  listing: Listing,
  query: Query,
  deadline: number,
): Promise<ColdCorpus> {
  const all = [...listing.tracked, ...listing.untracked];
  const whole = all.length > 0 && all.length <= READ_ALL;
  const paths = whole
    ? byPromise(all, query)
    : await coldCandidates(root, all, query, Math.min(deadline, performance.now() + GREP_MS));
  const corpus = new MemoryCorpus();
  const sought = soughtPattern(query);
  const index = whole ? fileIndex(all) : undefined;
  const until = Math.min(deadline, performance.now() + READ_MS);
  let complete = whole && listing.complete;
  for (const path of paths) {
    if (performance.now() > until) {
      complete = false;
      break;
    }
    const content = files.read(path);
    const without = content.kind === "text" && !sought.test(path) && !sought.test(content.text);
    const file = without
      ? {
        path,
        text: "",
        definitions: [],
        imports: [],
        length: Math.round(content.text.length * TOKENS_PER_CHARACTER),
      }
      : analyse(path, content, (text) => index ? importsOf(text, path, index) : []);
    if (file) corpus.add(file);
  }
  if (!complete) corpus.standsFor(listing.complete ? all.length : Math.max(all.length, UNKNOWN_FILES));
  return { corpus, complete };
}

/** Matches every text that has a word of the request, whatever its form; others have nothing to be ranked by. */
export function soughtPattern(query: Query): RegExp {
  const words = [...query.weights.keys()].map((key) => key.startsWith(STEM) ? key.slice(STEM.length) : key);
  const names = [...query.names.keys()].map((name) => name.toLowerCase());
  const quoted = [...new Set([...words, ...names])].filter((word) => word.length >= 2).slice(0, SOUGHT)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return quoted.length === 0 ? /(?!)/ : new RegExp(quoted.join("|"), "i");
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
