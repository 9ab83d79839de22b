import { Accumulator } from "./accumulator.ts";
import { type Corpus, isOfKind, KIND } from "../corpus/corpus.ts";
import {
  composedNameScores,
  definitionScores,
  fileNameScores,
  isDeclarationOfSource,
  placeScores,
  scopeScores,
} from "./name_signals.ts";
import { folderOf } from "../files/file_system.ts";
import { importedDocuments, importersOf, namingImporters } from "../imports/import_targets.ts";
import { olderVersions, pathNameScores } from "./path_names.ts";
import type { Place } from "../excerpts/place.ts";
import type { Query } from "../query/query.ts";
import { textScores } from "./text_signals.ts";

/** The model: what each signal (0..1, as its function says) adds next to 1 for the text. `candidates`: of those that the others put first; `later`: only of the best files, in steps. */
const WEIGHT = {
  path: 0.2,
  definition: 0.2,
  symbol: 0.25,
  fileName: 0.1,
  place: 0.5,
  scope: 0.35,
  commits: 0.25,
  candidates: { name: 0.4, path: 0.3 },
  later: { composed: 0.2, neighbours: 0.15, folder: 0.1 },
};

const ADDED = ["definition", "symbol", "fileName", "place", "scope", "commits"] as const;

/** What a file is worth by its kind beside source: it is rarely what is to be changed. */
const PRIOR = {
  test: 0.4,
  doc: 0.35,
  aside: 0.5,
  noSource: 0.4,
  declares: 0.8,
  record: 0.4,
  opaque: 0.3,
  header: 0.65,
  olderVersion: 0.8,
};

/** Files whose names are looked at one by one. */
const NAMED = 10;
/** Numbers that a kind can be. */
const KINDS = 256;
/** Files whose imports are asked for. */
const CANDIDATES = 200;
/** Best files whose neighbours are asked: further down the list, neighbours say nothing. */
const SEEDS = 10;
/** Best files that speak for others in their folders. */
const LEADING = 20;

/** One file, with what spoke for it (each 0..1). */
export interface Ranked {
  document: number;
  path: string;
  score: number;
  signals: { definition: number; fileName: number; place: number; commits: number };
  /** Its lines that hold a message of the request. */
  said?: readonly Place[];
}

export interface Ranking {
  files: Ranked[];
  /** Files by query key: how common each word is. */
  frequency: Map<string, number>;
}

/** Files of a corpus, best first, ties by path. `votes` are what past commits with similar words changed (document → score). Ends before `deadline` with the words read so far. */
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
  const commits = new Accumulator(corpus.size);
  for (const [document, vote] of votes) if (vote > 0) commits.add(document, vote);
  const signals = {
    ...definitionScores(corpus, query),
    fileName: fileNameScores(corpus, query),
    place: placeScores(corpus, query),
    scope: scopeScores(corpus, query),
    commits: commits.normalized(),
  };
  const scores = new Accumulator(corpus.size);
  // In a large repository most files have one of the words: they are divided as they are added, and not before.
  const [textMost, pathMost] = [text.max(), path.max()];
  if (textMost > 0) scores.addAll(text, 1 / textMost);
  if (pathMost > 0) scores.addAll(path, WEIGHT.path / pathMost);
  for (const name of ADDED) scores.addAll(signals[name], WEIGHT[name]);

  const priors = Float64Array.from({ length: KINDS }, (_, kind) => prior(kind, query));
  const priorOf = (document: number) => priors[corpus.kinds[document] ?? 0] ?? 1;
  for (const document of scores.touched) scores.scale(document, priorOf(document));
  // Of what is not read its name alone can speak.
  for (const document of signals.place.touched) {
    const isOpaque = isOfKind(corpus, document, KIND.opaque);
    if (isOpaque) scores.raise(document, signals.place.get(document) * scores.max());
  }
  const add = (signal: Accumulator, weight: number) => {
    for (const document of signal.touched) {
      scores.add(document, weight * signal.get(document) * priorOf(document));
    }
  };
  const ordered = (documents: readonly number[]) =>
    [...documents].sort((a, b) =>
      scores.get(b) - scores.get(a) || (corpus.path(a) < corpus.path(b) ? -1 : 1)
    );
  let candidates = ordered(scores.best(CANDIDATES)).slice(0, CANDIDATES);
  const { name, path: inPath } = pathNameScores(corpus, query, frequency, candidates);
  add(name, WEIGHT.candidates.name);
  add(inPath, WEIGHT.candidates.path);
  const headers = candidates.filter((document) => isDeclarationOfSource(corpus, document));
  for (const document of headers) scores.scale(document, PRIOR.header);
  for (const document of olderVersions(corpus, query, candidates)) scores.scale(document, PRIOR.olderVersion);
  candidates = ordered(candidates);
  add(composedNameScores(corpus, query, frequency, candidates.slice(0, NAMED)), WEIGHT.later.composed);
  candidates = ordered(candidates);
  const neighbours = neighbourScores(corpus, scores, candidates);
  add(neighbours, WEIGHT.later.neighbours);
  candidates = ordered([...new Set([...candidates, ...neighbours.touched])]);
  const first = candidates.slice(0, 1);
  add(folderScores(corpus, scores, candidates), WEIGHT.later.folder);
  candidates = ordered(candidates);
  // What was best stays so: it is others that are meant beside it.
  for (const document of first) scores.raise(document, scores.get(candidates[0] ?? document));
  candidates = [...new Set([...first, ...candidates])];
  const files = candidates.slice(0, limit).map((document) => ({
    document,
    path: corpus.path(document),
    score: scores.get(document),
    signals: {
      definition: signals.definition.get(document),
      fileName: signals.fileName.get(document),
      place: signals.place.get(document),
      commits: signals.commits.get(document),
    },
  }));
  return { files, frequency };
}

function prior(kind: number, query: Query): number {
  let value = 1;
  if (kind & KIND.test && !query.aboutTests) value *= PRIOR.test;
  if (kind & KIND.aside) value *= kind & KIND.doc && !query.aboutDocs ? PRIOR.doc : PRIOR.aside;
  else if (!(kind & KIND.source)) value *= PRIOR.noSource;
  if (kind & KIND.declares) value *= PRIOR.declares;
  if (kind & KIND.record && !query.aboutDocs && !query.aboutTranslations) value *= PRIOR.record;
  return kind & KIND.opaque ? value * PRIOR.opaque : value;
}

/** The best files give to what they import, less where many import it, and to what imports them, less where it imports much. */
function neighbourScores(corpus: Corpus, scores: Accumulator, best: readonly number[]): Accumulator {
  const gifts = new Accumulator(corpus.size);
  for (const document of best.slice(0, SEEDS)) {
    const score = scores.get(document);
    for (const target of importedDocuments(corpus, document)) {
      gifts.add(target, score / Math.sqrt(namingImporters(corpus, corpus.path(target)).length + 1));
    }
    for (const importer of importersOf(corpus, corpus.path(document))) {
      gifts.add(importer, score / Math.sqrt(corpus.imports(importer).length + 1));
    }
  }
  return gifts.normalized();
}

/** Each has what the best other one of its folder has, of those that lead. */
function folderScores(corpus: Corpus, scores: Accumulator, ordered: readonly number[]): Accumulator {
  const gifts = new Accumulator(corpus.size);
  const folder = (document: number) => folderOf(corpus.path(document));
  const leading = Map.groupBy(ordered.slice(0, LEADING), folder);
  for (const document of ordered) {
    const other = leading.get(folder(document))?.find((each) => each !== document);
    if (other !== undefined) gifts.add(document, scores.get(other));
  }
  return gifts;
}
