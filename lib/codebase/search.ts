import type { ToolContext } from "./codebase.ts";
import { coldCorpus } from "./cold.ts";
import type { Corpus } from "./corpus.ts";
import { distinctiveWords } from "./evidence.ts";
import { type Query, shapeQuery } from "./query.ts";
import { rank, type Ranking } from "./rank.ts";
import { type RepoFiles, repoFiles } from "./repo_files.ts";

/** How the index stands to the tree: `building` while another process writes it, `stale` where it was built for another state. */
export type IndexState = "missing" | "building" | "stale" | "ready";

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

let last: { key: string; search: Promise<Search> } | undefined;

/** Ranks the repository's files for a request; a second call for the same request gets the first one's work. */
export function search(request: SearchRequest, context: ToolContext): Promise<Search> {
  const key = JSON.stringify([context.root, context.commit, request]);
  if (last?.key !== key) last = { key, search: start(request, context) };
  return last.search;
}

async function start(request: SearchRequest, context: ToolContext): Promise<Search> {
  const query = shapeQuery(request.query, request.symbols, request.paths);
  const files = repoFiles(context);
  const { corpus, complete } = await coldCorpus(files, query, context.deadline);
  const ranking = rank(corpus, query, { deadline: context.deadline, limit: RANKED });
  const distinctive = distinctiveWords(query, ranking, corpus.files);
  return { query, corpus, ranking, distinctive, files, index: "missing", complete };
}
