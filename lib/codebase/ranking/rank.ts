import { Accumulator } from "./accumulator.ts";
import { type Corpus, KIND } from "../corpus/corpus.ts";
import { composedNameScores } from "./composed_names.ts";
import { folderScores, neighbourScores } from "./graph_signals.ts";
import { definitionScores, fileNameScores, memberScores, placeScores, scopeScores } from "./name_signals.ts";
import type { Query } from "../query/query.ts";
import { textScores } from "./text_signals.ts";

/** What each signal adds, next to 1 for the text; text, path, definitions and commits are divided by their greatest value first. */
const WEIGHT = {
  path: 0.2,
  definition: 0.2,
  fileName: 0.1,
  member: 0.1,
  place: 0.5,
  scope: 0.35,
  commits: 0.15,
  composed: 0.2,
  neighbours: 0.1,
  folder: 0.05,
};

/** Files whose names are looked at one by one. */
const NAMED = 10;
/** Numbers that a kind can be. */
const KINDS = 256;
/** Files that graph and folder are asked about. */
const CANDIDATES = 200;

/** One file, with what spoke for it (each 0..1). */
export interface Ranked {
  document: number;
  path: string;
  score: number;
  /** What its kind was worth in the score: a test, a document or a generated file less than 1. */
  prior: number;
  signals: {
    definition: number;
    fileName: number;
    member: number;
    place: number;
    commits: number;
  };
}

export interface Ranking {
  files: Ranked[];
  /** Files by query key: how common each word is. */
  frequency: Map<string, number>;
  /** Greatest text score before it was divided by itself. */
  scale: number;
}

/**
 * Files of a corpus, best first, ties by path. `votes` are what past commits with similar words changed (document → score).
 * Ends before `deadline` with the words read so far.
 */
export function rank(
  corpus: Corpus,
  query: Query,
  { votes = new Map<number, number>(), deadline, limit }: {
    votes?: ReadonlyMap<number, number>;
    deadline: number;
    limit: number;
  },
): Ranking {
  const { text, path, frequency } = textScores(corpus, query, deadline);
  const scale = text.max();
  const pathScale = path.max();
  const definition = definitionScores(corpus, query).normalized();
  const fileName = fileNameScores(corpus, query);
  const member = memberScores(corpus, query);
  const place = placeScores(corpus, query);
  const commits = new Accumulator(corpus.size);
  for (const [document, vote] of votes) if (vote > 0) commits.add(document, vote);
  commits.normalized();

  const scores = new Accumulator(corpus.size);
  const add = (signal: Accumulator, weight: number) => scores.addAll(signal, weight);
  // In a large repository most files have one of the words: they are divided as they are added, and not before.
  if (scale > 0) add(text, 1 / scale);
  if (pathScale > 0) add(path, WEIGHT.path / pathScale);
  add(definition, WEIGHT.definition);
  add(fileName, WEIGHT.fileName);
  add(member, WEIGHT.member);
  add(place, WEIGHT.place);
  add(scopeScores(corpus, query), WEIGHT.scope);
  add(commits, WEIGHT.commits);

  const priors = Float64Array.from({ length: KINDS }, (_, kind) => prior(kind, query));
  weigh(scores, corpus, priors);
  const ordered = (documents: readonly number[]) =>
    [...documents].sort((a, b) =>
      scores.get(b) - scores.get(a) || (corpus.path(a) < corpus.path(b) ? -1 : 1)
    );
  let candidates = ordered(scores.best(CANDIDATES)).slice(0, CANDIDATES);
  const greatest = scores.max();
  const composed = composedNameScores(corpus, query, frequency, candidates.slice(0, NAMED));
  for (const document of composed.touched) {
    scores.add(
      document,
      WEIGHT.composed * greatest * composed.get(document) * prior(corpus.kind(document), query),
    );
  }
  candidates = ordered(candidates);
  const neighbours = neighbourScores(corpus, scores, candidates);
  const folders = folderScores(corpus, scores, candidates);
  for (const document of neighbours.touched) {
    scores.add(
      document,
      WEIGHT.neighbours * greatest * neighbours.get(document) * prior(corpus.kind(document), query),
    );
  }
  for (const document of folders.touched) {
    scores.add(
      document,
      WEIGHT.folder * greatest * folders.get(document) * prior(corpus.kind(document), query),
    );
  }
  candidates = ordered([...new Set([...candidates, ...neighbours.touched])]);
  const files = candidates.slice(0, limit).map((document) => ({
    document,
    path: corpus.path(document),
    score: scores.get(document),
    prior: prior(corpus.kind(document), query),
    signals: {
      definition: definition.get(document),
      fileName: fileName.get(document),
      member: member.get(document),
      place: place.get(document),
      commits: commits.get(document),
    },
  }));
  return { files, frequency, scale };
}

/** Multiplies what each document has by what its kind is worth. */
function weigh({ values, touched }: Accumulator, corpus: Corpus, priors: Float64Array): void {
  const kinds = corpus.columns?.kinds;
  for (let at = 0; at < touched.length; at++) {
    const document = touched[at] ?? 0;
    const kind = kinds ? kinds[document] ?? 0 : corpus.kind(document);
    values[document] = (values[document] ?? 0) * (priors[kind] ?? 1);
  }
}

/** How much a file of this kind is worth beside source: tests, docs, examples, data and generated files are rarely what is to be changed. */
function prior(kind: number, query: Query): number {
  let value = 1;
  if (kind & KIND.test && !query.aboutTests) value *= 0.4;
  if (kind & KIND.aside) value *= kind & KIND.doc && !query.aboutDocs ? 0.35 : 0.5;
  else if (!(kind & KIND.source)) value *= 0.4;
  if (kind & KIND.declares) value *= 0.8;
  if (kind & KIND.record && !query.aboutDocs && !query.aboutTranslations) value *= 0.4;
  return kind & KIND.opaque ? value * 0.3 : value;
}
