import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import type { Query } from "../query/query.ts";
import { idf, wordsOf } from "./text_signals.ts";

const K1 = 1.2;
const B = 0.5;
/** Days after which a message counts half. */
const HALF_LIFE_DAYS = 365;
/** Words looked up, the heaviest. */
const MAX_WORDS = 200;
/** Files that are given a score. */
const MAX_FILES = 300;
const SECONDS_A_DAY = 86_400;

/** The messages of a file's commits, as one text: a commit counts less the older it is, and the more files it changed. */
interface Histories {
  paths: string[];
  /** By file: length of its messages in tokens. */
  lengths: Float64Array;
  /** By commit: the files that it changed, and what a word of its message counts for each. */
  commits: { files: number[]; share: number }[];
}

/**
 * How well the messages of the commits that changed a file match the request: BM25 over each file's messages. Document → score, for files that
 * still exist. Age counts from the newest commit.
 */
export function messageScores(stored: StoredCorpus, query: Query): Map<number, number> {
  const { paths, lengths, commits } = histories(stored);
  const scores = new Float64Array(paths.length);
  const counts = new Float64Array(paths.length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, paths.length);
  for (const [key, weight] of [...query.weights].slice(0, MAX_WORDS)) {
    const touched: number[] = [];
    for (const word of wordsOf(stored, key)) {
      stored.eachCommit(word, (commit, count) => {
        const { files, share } = commits[commit] ?? { files: [], share: 0 };
        for (const file of files) {
          if (counts[file] === 0) touched.push(file);
          counts[file] = (counts[file] ?? 0) + count * share;
        }
      });
    }
    const rarity = weight * idf(paths.length, touched.length);
    for (const file of touched) {
      const count = counts[file] ?? 0;
      const norm = K1 * (1 - B + B * (lengths[file] ?? 0) / average);
      scores[file] = (scores[file] ?? 0) + rarity * count * (K1 + 1) / (count + norm);
      counts[file] = 0;
    }
  }
  const best = paths.map((path, file) => ({ path, score: scores[file] ?? 0 })).filter(({ score }) =>
    score > 0
  )
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES);
  const found = new Map<number, number>();
  for (const { path, score } of best) {
    const document = stored.document(path);
    if (document !== undefined) found.set(document, score);
  }
  return found;
}

function histories(stored: StoredCorpus): Histories {
  const list = stored.commitList();
  const newest = list.reduce((latest, { time }) => Math.max(latest, time), 0);
  const ids = new Map<string, number>();
  const lengths: number[] = [];
  const commits = list.map(({ time, length, files }) => {
    const share = 0.5 ** ((newest - time) / (HALF_LIFE_DAYS * SECONDS_A_DAY)) / Math.sqrt(files.length);
    const changed = files.map((path) => {
      let id = ids.get(path);
      if (id === undefined) {
        id = ids.size;
        ids.set(path, id);
        lengths.push(0);
      }
      lengths[id] = (lengths[id] ?? 0) + length * share;
      return id;
    });
    return { files: changed, share };
  });
  return { paths: [...ids.keys()], lengths: Float64Array.from(lengths), commits };
}
