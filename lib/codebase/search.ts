import type { ToolContext } from "./codebase.ts";
import { soughtPattern, type UnindexedCorpus, unindexedCorpus } from "./corpus/unindexed.ts";
import { messageScores } from "./ranking/message_signal.ts";
import { type Corpus, LayeredCorpus } from "./corpus/corpus.ts";
import { type RequestWords, requestWords } from "./ranking/request_words.ts";
import { type Differences, lookAt, loseUnlistedOf, readChanges } from "./files/freshness.ts";
import { isDamaged, isSqliteError } from "./index/index_database.ts";
import { DAMAGED, discardIndex, type IndexState } from "./index/index_state.ts";
import { keepingTexts } from "./files/kept_texts.ts";
import type { Listing } from "./files/listing.ts";
import { listTracked } from "./files/list_tracked.ts";
import { WALKED, walkTree } from "./files/walk_tree.ts";
import { withTranslatedLabels } from "./ranking/translated_labels.ts";
import { type Query, shapeQuery } from "./query/query.ts";
import { rank, type Ranking } from "./ranking/rank.ts";
import type { RepoFiles } from "./files/repo_files.ts";
import { type Session, session, within } from "./session.ts";
import type { StoredCorpus } from "./corpus/stored_corpus.ts";

export interface SearchRequest {
  query: string;
  symbols: string[];
  paths: string[];
  /** Name only files that have nearly all that is asked about: nothing else says that it is about this repository. */
  strict: boolean;
}

/** A request's ranking, shared by all tools that answer it. */
export interface Search {
  query: Query;
  corpus: Corpus;
  ranking: Ranking;
  words: RequestWords;
  files: RepoFiles;
  index: IndexState;
  /** What was not looked at and why, for [Limits]. */
  limits: string[];
}

/** Files ranked beyond what any tool shows: some of them turn out to be gone or to have too little. */
const RANKED = 60;
/** ms that git may take to list the tree where nothing else can be done meanwhile. */
const LISTING_MS = 400;
/** ms that git may take after that for what it tracks, which is in one file; without a list there is still git grep. */
const TRACKED_MS = 300;
/** ms for walking the folders where git gave neither list nor finds. */
const WALK_MS = 200;
/** ms that comparing the index with the tree, and reading what changed, may each take on top of the ranking. */
const FRESHNESS_MS = 200;

let last: { key: string; session: Session; search: Promise<Search> } | undefined;

/** Ranks the repository's files for a request; a second call for the same request gets the first one's work. */
export function search(request: SearchRequest, context: ToolContext): Promise<Search> {
  const key = JSON.stringify(request);
  const here = session(context);
  if (last?.key !== key || last.session !== here) {
    last = { key, session: here, search: start(request, here, context) };
  }
  return last.search;
}

async function start(request: SearchRequest, here: Session, context: ToolContext): Promise<Search> {
  const query = shapeQuery(request.query, request.symbols, request.paths);
  const { stored } = here;
  if (!stored) return weighed(await unindexed(query, here, context), request);
  try {
    return weighed(await warm(stored, query, here, context), request);
  } catch (error) {
    if (!isSqliteError(error) || context.cacheDir === undefined) throw error;
    if (isDamaged(error)) discardIndex(context.cacheDir);
    const found = weighed(await unindexed(query, { ...here, index: "missing" }, context), request);
    const problem = isDamaged(error) ? DAMAGED : String(error);
    return { ...found, limits: [`no index is used: ${problem}; files are read directly`, ...found.limits] };
  }
}

/** Files ranked by their words one by one. */
type Candidates = Omit<Search, "words">;

/** Weighs the request's words by what was found. */
function weighed(found: Candidates, request: SearchRequest): Search {
  const { query, corpus, ranking } = found;
  const limits = [...found.limits, ...limitsOfRanking(ranking, query)];
  return {
    ...found,
    files: keepingTexts(found.files),
    words: requestWords(query, ranking, corpus, request),
    limits,
  };
}

function limitsOfRanking({ frequency }: Ranking, { weights }: Query): string[] {
  const left = weights.size - frequency.size;
  return left === 0
    ? []
    : [`time was up before ${left} of the request's ${weights.size} words were looked up`];
}

async function warm(
  stored: StoredCorpus,
  asked: Query,
  here: Session,
  context: ToolContext,
): Promise<Candidates> {
  const { files } = here;
  const query = withTranslatedLabels(asked, stored, textReader(files));
  const options = {
    votes: messageScores(stored, query, Date.parse(context.time) / 1000),
    deadline: context.deadline,
    limit: RANKED,
  };
  let corpus: Corpus = stored;
  let ranking = rank(stored, query, options);
  const until = Math.min(context.deadline, performance.now() + FRESHNESS_MS);
  const found = await here.differences(until) ??
    { gone: new Set(), changed: new Set(), stale: true, cutOff: false };
  const best = ranking.files.map(({ path }) => path);
  lookAt(best, stored, files, found, context.deadline);
  const listing = await within(here.listing, until);
  if (listing?.complete) loseUnlistedOf(best, stored, listing, found);
  const reading = Math.min(context.deadline, performance.now() + FRESHNESS_MS);
  const sought = soughtPattern(query);
  const { newer, masked, unread } = readChanges(stored, files, listing, found, sought, reading);
  if (masked.size > 0 || newer.size > 0) {
    corpus = new LayeredCorpus(stored, newer, masked);
    ranking = rank(corpus, query, options);
  }
  const index = found.stale || masked.size > 0 || newer.size > 0 ? "stale" : "ready";
  return { query, corpus, ranking, files, index, limits: limitsOfWarm(listing, found, unread) };
}

async function unindexed(
  query: Query,
  { files, listing, index }: Session,
  context: ToolContext,
): Promise<Candidates> {
  const { list, corpus, read, complete } = await readUnindexed(query, files, listing, context);
  const ranking = rank(corpus, query, { deadline: context.deadline, limit: RANKED });
  return { query, corpus, ranking, files, index, limits: limitsOfUnindexed(list, corpus, read, complete) };
}

/** Reads what git lists, or finds, in its time; where it has done neither, what the folders hold. */
async function readUnindexed(
  query: Query,
  files: RepoFiles,
  listing: Promise<Listing>,
  { root, deadline }: ToolContext,
): Promise<UnindexedCorpus & { list: Listing }> {
  const list = await within(listing, Math.min(deadline, performance.now() + LISTING_MS)) ??
    await listTracked(root, Math.min(deadline, performance.now() + TRACKED_MS));
  const read = async (from: Listing) => ({
    list: from,
    ...await unindexedCorpus(root, files, from, query, deadline),
  });
  const found = await read(list ?? { tracked: [], untracked: [], complete: false });
  return list || found.corpus.size > 0
    ? found
    : await read({ ...walkTree(root, Math.min(WALK_MS, deadline - performance.now())), limit: WALKED });
}

function limitsOfUnindexed(list: Listing, corpus: Corpus, read: number, complete: boolean): string[] {
  const limits = list.limit === undefined ? [] : [list.limit];
  if (complete) return limits;
  const paths = corpus.size - read;
  const known = paths > 0 ? `; of ${paths} more only the paths were looked at` : "";
  return [
    ...limits,
    list.complete
      ? `no index yet; only the ${read} most promising of ${corpus.files} files were read${known}`
      : `no index yet, and not all files could be listed; ${read} were read${known}`,
  ];
}

function limitsOfWarm(
  listing: Listing | undefined,
  { changed, cutOff }: Differences,
  unread: number,
): string[] {
  const limits = listing?.limit === undefined ? [] : [listing.limit];
  if (!listing?.complete) {
    limits.push("not all files could be listed; those newer than the index may be missing");
  }
  if (cutOff) limits.push("not every file could be compared with the index in time");
  if (unread > 0) {
    limits.push(`${unread} of ${changed.size} files that changed since the index was built were not read`);
  }
  return limits;
}

function textReader(files: RepoFiles): (path: string) => string | undefined {
  return (path) => {
    const content = files.read(path);
    return content.kind === "text" ? content.text : undefined;
  };
}
