import { Accumulator } from "./accumulator.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import type { LoggedCommit } from "../corpus/stored_history.ts";
import { newestTime } from "../history.ts";
import type { Query } from "../query/query.ts";
import { idf, saturated } from "./text_signals.ts";

const MESSAGES = { k1: 1.2, b: 0.5 };
/** Days after which a message counts half. */
const HALF_LIFE_DAYS = 365;
/** Words looked up, the heaviest. */
const MAX_WORDS = 200;
/** Files that are given a score. */
const MAX_FILES = 300;
const SECONDS_A_DAY = 86_400;

/** The messages of a file's commits, as one text: a commit counts less the older it is, and the more files it changed. */
interface Messages {
  /** By file: length of its messages in tokens. */
  lengths: Float64Array;
  average: number;
  /** By commit: what a word of its message counts for each file that it changed. */
  shares: Float64Array;
}

/**
 * How well the messages of the commits that changed a file match the request: BM25 over each file's messages. Document → score, for files that
 * still exist. Age counts from the newest commit that is not dated later than `now`, in seconds since 1970.
 */
export function messageScores(stored: StoredCorpus, query: Query, now: number): Map<number, number> {
  const { commits, paths } = stored.history.log;
  const { lengths, average, shares } = messagesOf(commits, paths.length, newestTime(commits, now));
  const scores = new Accumulator(paths.length);
  const counts = new Accumulator(paths.length);
  for (const [key, weight] of [...query.weights].slice(0, MAX_WORDS)) {
    stored.history.each(key, (commit, count) => {
      const files = commits[commit]?.files ?? [];
      const share = count * (shares[commit] ?? 0);
      for (let at = 0; at < files.length; at++) if (share > 0) counts.add(files[at] ?? 0, share);
    });
    const rarity = weight * idf(paths.length, counts.touched.length);
    for (const file of counts.touched) {
      scores.add(file, rarity * saturated(counts.get(file), (lengths[file] ?? 0) / average, MESSAGES));
    }
    counts.clear();
  }
  const documents = scores.best(MAX_FILES).map((file) =>
    [stored.document(paths[file] ?? ""), scores.get(file)] as const
  );
  return new Map(documents.flatMap(([document, score]) => document === undefined ? [] : [[document, score]]));
}

function messagesOf(commits: readonly LoggedCommit[], files: number, newest: number): Messages {
  const lengths = new Float64Array(files);
  const shares = new Float64Array(commits.length);
  let total = 0;
  for (const [commit, { time, length, files }] of commits.entries()) {
    const share = 0.5 ** (Math.max(0, newest - time) / (HALF_LIFE_DAYS * SECONDS_A_DAY)) /
      Math.sqrt(files.length);
    shares[commit] = share;
    for (let at = 0; at < files.length; at++) {
      const file = files[at] ?? 0;
      lengths[file] = (lengths[file] ?? 0) + length * share;
    }
    total += length * share * files.length;
  }
  return { lengths, average: total / Math.max(1, files), shares };
}
