import type { ToolContext } from "./codebase.ts";
import { coldCorpus } from "./cold.ts";
import { commitVotes } from "./commit_votes.ts";
import type { Corpus } from "./corpus.ts";
import { distinctiveWords } from "./evidence.ts";
import { changesSince } from "./freshness.ts";
import { type IndexState, openIndex } from "./index_state.ts";
import { LayeredCorpus } from "./layered_corpus.ts";
import { type Query, shapeQuery } from "./query.ts";
import { rank, type Ranking } from "./rank.ts";
import { type Listing, type RepoFiles, repoFiles } from "./repo_files.ts";
import type { StoredCorpus } from "./stored_corpus.ts";

export interface SearchRequest {
  query: string;
  symbols: string[];
  paths: string[];
}

/** A request's ranking, shared by all tools that answer it. */
export interface Search {
  query: Query;
  corpus: Corpus;
  ranking: Ranking;
  distinctive: Map<string, number>;
  files: RepoFiles;
  index: IndexState;
  /** False where not every file could be looked at in time. */
  complete: boolean;
}

/** Files ranked beyond what any tool shows: some of them turn out to be gone or to have too little. */
const RANKED = 60;
/** ms that comparing the index with the tree may take on top of the ranking. */
const FRESHNESS_MS = 250;

let last: { key: string; search: Promise<Search> } | undefined;

/** Ranks the repository's files for a request; a second call for the same request gets the first one's work. */
export function search(request: SearchRequest, context: ToolContext): Promise<Search> {
  const key = JSON.stringify([context.root, context.commit, context.time, request]);
  if (last?.key !== key) last = { key, search: start(request, context) };
  return last.search;
}

async function start(request: SearchRequest, context: ToolContext): Promise<Search> {
  const query = shapeQuery(request.query, request.symbols, request.paths);
  const files = repoFiles(context);
  const listing = files.list(Math.max(1, context.deadline - performance.now()));
  const { index, stored } = openIndex(context.cacheDir);
  return stored
    ? await warm(stored, query, files, listing, context)
    : await cold(query, files, listing, index, context);
}

async function warm(
  stored: StoredCorpus,
  query: Query,
  files: RepoFiles,
  listing: Promise<Listing>,
  context: ToolContext,
): Promise<Search> {
  const votes = commitVotes(stored, query);
  const options = { votes, deadline: context.deadline, limit: RANKED };
  let corpus: Corpus = stored;
  let ranking = rank(stored, query, options);
  const until = Math.min(context.deadline, performance.now() + FRESHNESS_MS);
  const listed = await within(listing, until);
  const candidates = ranking.files.map(({ path }) => path);
  const changes = changesSince(stored, files, listed, candidates, context.commit, until);
  if (changes.masked.size > 0 || changes.newer.size > 0) {
    corpus = new LayeredCorpus(stored, changes.newer, changes.masked);
    ranking = rank(corpus, query, options);
  }
  const distinctive = distinctiveWords(query, ranking, corpus.files);
  return {
    query,
    corpus,
    ranking,
    distinctive,
    files,
    index: changes.stale ? "stale" : "ready",
    complete: true,
  };
}

async function cold(
  query: Query,
  files: RepoFiles,
  listing: Promise<Listing>,
  index: IndexState,
  context: ToolContext,
): Promise<Search> {
  const { corpus, complete } = coldCorpus(files, await listing, query, context.deadline);
  const ranking = rank(corpus, query, { deadline: context.deadline, limit: RANKED });
  const distinctive = distinctiveWords(query, ranking, corpus.files);
  return { query, corpus, ranking, distinctive, files, index, complete };
}

/** A promise's value where it comes in time; what comes later is not waited for. */
async function within<T>(promise: Promise<T>, until: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, until - performance.now()));
  });
  const value = await Promise.race([promise, late]);
  clearTimeout(timer);
  return value;
}
