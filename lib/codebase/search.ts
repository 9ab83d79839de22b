import type { ToolContext } from "./codebase.ts";
import { soughtPattern, unindexedCorpus } from "./corpus/unindexed.ts";
import { messageScores } from "./ranking/message_signal.ts";
import { type Corpus, layered } from "./corpus/corpus.ts";
import { type RequestWords, requestWords } from "./ranking/request_words.ts";
import { compare, compareWithList, type Differences, readChanges } from "./files/freshness.ts";
import type { IndexState } from "./index/index_state.ts";
import { gitListing } from "./files/listing.ts";
import { withTranslatedLabels } from "./ranking/translated_labels.ts";
import { type Query, shapeQuery } from "./query/query.ts";
import { bestTail } from "./ranking/name_signals.ts";
import { rank, type Ranked, type Ranking } from "./ranking/rank.ts";
import type { RepoFiles } from "./files/repo_files.ts";
import { type Session, session, within } from "./session.ts";
import { isQuestion } from "./query/concepts.ts";
import { errorTexts, written } from "./structure/failure_clues.ts";
import { messagePlaces } from "./structure/failure_places.ts";
import type { SearchRequest } from "./tool_request.ts";
import type { StoredCorpus } from "./corpus/stored_corpus.ts";

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
/** Files that a person or a model has edited at most since the index was built; more are a pull or a checkout. */
const MAX_EDITED = 5;
/** A first line that asks nothing and is no longer may be a message that was pasted, and is looked for in so many files. */
const MESSAGE_CHARS = 120;
const BARE = 20;
/** ms that git may take to list the tree where nothing else can be done meanwhile, and then for less than that. */
const LISTING_MS = 400;
/** ms that comparing the index with the tree, reading what changed, and looking for messages may each take on top of the ranking. */
const READING_MS = 200;

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
  const asked = shapeQuery(request.query, request.symbols, request.paths);
  const { stored } = here;
  const found = stored
    ? await warm(stored, asked, request.topics, here, context)
    : await unindexed(asked, here, context);
  const { query, corpus, limits } = found;
  const { frequency } = found.ranking;
  const { messages } = errorTexts(request.query);
  // A trace that leads here says more than a message.
  const isTraced = query.places.paths.some(({ path, symbol }) => symbol && bestTail(corpus, path).length > 0);
  const [line = ""] = request.query.trim().split("\n", 1);
  const bare = isTraced || line.length > MESSAGE_CHARS || isQuestion(line) ? [] : written(line);
  const { files, unread } = ledByMessages(isTraced ? [] : messages, bare, found.ranking.files, context);
  const ranking = { frequency, files };
  const { size } = query.weights;
  const left = size - frequency.size;
  const unasked = `time was up before ${left} of the request's ${size} words were looked up`;
  const unsearched = `time was up before ${unread} files were searched for the request's message`;
  return {
    ...found,
    ranking,
    words: requestWords(query, ranking, corpus, request),
    limits: [...limits, ...left === 0 ? [] : [unasked], ...unread === 0 ? [] : [unsearched]],
  };
}

/** What holds a message of the request comes first. */
function ledByMessages(
  messages: string[],
  bare: string[],
  ranked: readonly Ranked[],
  context: ToolContext,
) {
  const until = Math.min(context.deadline, performance.now() + READING_MS);
  const paths = ranked.slice(0, messages.length > 0 ? RANKED : BARE).map(({ path }) => path);
  const { places, unread } = messagePlaces(messages, paths, context, until, bare);
  const score = ranked[0]?.score ?? 0;
  const files = ranked.map((file): Ranked => {
    const said = places.filter((place) => place.file.path === file.path);
    return said.length === 0 ? file : { ...file, said, score, signals: { ...file.signals, place: 1 } };
  });
  return { files: [...files.filter(({ said }) => said), ...files.filter(({ said }) => !said)], unread };
}

type Candidates = Omit<Search, "words">;
type Known = Pick<Differences, "gone" | "changed">;

async function warm(
  stored: StoredCorpus,
  asked: Query,
  topics: readonly string[],
  here: Session,
  context: ToolContext,
): Promise<Candidates> {
  const { files } = here;
  const query = withTranslatedLabels(asked, stored, (path) => {
    const content = files.read(path);
    return content.kind === "text" ? content.text : undefined;
  });
  const votes = withTopics(messageScores(stored, query, Date.parse(context.time) / 1000), stored, topics);
  const sought = soughtPattern(query);
  const soon = () => Math.min(context.deadline, performance.now() + READING_MS);
  const ranked = (known: Known) => {
    const { newer, masked, unread } = readChanges(stored, files, known, sought, soon());
    const isChanged = newer.size + masked.size > 0;
    const corpus = isChanged ? layered(stored, newer, masked) : stored;
    // What was just edited is what the conversation is about, where that is little.
    const edited = isChanged && known.changed.size <= MAX_EDITED ? [...known.changed] : [];
    const options = { votes: withTopics(votes, corpus, edited), deadline: context.deadline, limit: RANKED };
    return { unread, corpus, ranking: rank(corpus, query, options) };
  };
  // Where git need not be asked, what changed is known before anything is ranked; else what the index knows is ranked meanwhile.
  const isKnown = (await within(here.listing, performance.now()))?.kept === true;
  const early: Known = isKnown ? await here.differences(soon()) : { gone: new Set(), changed: new Set() };
  const before = early.changed.size + early.gone.size;
  let answer = ranked(early);
  const until = soon();
  const found = await here.differences(until);
  const { cutOff } = found;
  const best = answer.ranking.files.map(({ path }) => path);
  compare(best, stored, files, found, context.deadline);
  const listing = await within(here.listing, until);
  if (listing !== undefined && !listing.kept) compareWithList(best, stored, listing, found);
  if (found.changed.size + found.gone.size > before) answer = ranked(found);
  const { corpus, ranking, unread } = answer;
  const { size } = found.changed;
  const limits = [
    ...listing?.limit === undefined ? [] : [listing.limit],
    ...listing?.complete ? [] : ["not all files could be listed; those newer than the index may be missing"],
    ...cutOff ? ["not every file could be compared with the index in time"] : [],
    ...unread === 0
      ? []
      : [`${unread} of ${size} files that changed since the index was built were not read`],
  ];
  const index = found.stale || corpus !== stored ? "stale" : "ready";
  return { query, corpus, ranking, files, index, limits };
}

/** What the conversation is about counts as much as what past commits with the request's words changed most. */
function withTopics(
  votes: ReadonlyMap<number, number>,
  corpus: Corpus,
  topics: readonly string[],
): Map<number, number> {
  const most = Math.max(1, ...votes.values());
  const documents = topics.flatMap((path) => bestTail(corpus, path).slice(0, 1));
  return new Map([...votes, ...documents.map((document) => [document, most] as const)]);
}

async function unindexed(
  query: Query,
  { files, listing, index }: Session,
  { root, deadline, gitDir }: ToolContext,
): Promise<Candidates> {
  const list = await within(listing, Math.min(deadline, performance.now() + LISTING_MS)) ??
    await gitListing(root, Math.min(deadline, performance.now() + LISTING_MS), true);
  const { corpus, complete } = await unindexedCorpus(root, files, list, query, deadline);
  const ranking = rank(corpus, query, { deadline, limit: RANKED });
  const none = gitDir === undefined ? "no index (outside of git: `codex-auto index build`)" : "no index yet";
  const missing = list.complete
    ? `${none}; only the ${corpus.size} most promising of ${corpus.files} files were read`
    : `${none}, and not all files could be listed; ${corpus.size} were read`;
  const limits = [...list.limit === undefined ? [] : [list.limit], ...complete ? [] : [missing]];
  return { query, corpus, ranking, files, index, limits };
}
