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

/**
 * How well the messages of the commits that changed a file match the request: BM25 over each file's messages. Document → score, for files that
 * still exist. Age counts from the newest commit that is not dated later than `now`, in seconds since 1970.
 */
export function messageScores(stored: StoredCorpus, query: Query, now: number): Map<number, number> {
  const { commits, paths } = stored.history.log();
  const { lengths, average, shares } = messagesOf(commits, paths.length, newestTime(commits, now));
  const scores = new Accumulator(paths.length);
  const counts = new Accumulator(paths.length);
  for (const [key, weight] of [...query.weights].slice(0, MAX_WORDS)) {
    stored.history.each(key, (commit, count) => {
      const share = count * (shares[commit] ?? 0);
      if (share > 0) { for (const file of commits[commit]?.files ?? []) counts.add(file, share); }
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

/**
 * The messages of a file's commits, as one text: a commit counts less the older it is, and the more files it changed. `lengths`: by file, in tokens.
 * `shares`: by commit, what a word of its message counts for each file that it changed.
 */
function messagesOf(commits: readonly LoggedCommit[], files: number, newest: number) {
  const lengths = new Float64Array(files);
  const shares = new Float64Array(commits.length);
  let total = 0;
  for (const [commit, { time, length, files }] of commits.entries()) {
    const days = Math.max(0, newest - time) / SECONDS_A_DAY;
    const share = 0.5 ** (days / HALF_LIFE_DAYS) / Math.sqrt(files.length);
    shares[commit] = share;
    for (const file of files) lengths[file] = (lengths[file] ?? 0) + length * share;
    total += length * share * files.length;
  }
  return { lengths, average: total / Math.max(1, files), shares };
}
