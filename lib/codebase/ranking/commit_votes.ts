import { type Query, STEM } from "../query/query.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";

const K1 = 1.2;
const B = 0.5;
/** Days after which a commit counts half. */
const HALF_LIFE_DAYS = 365;
/** Commits that vote. */
const VOTERS = 50;
const SECONDS_A_DAY = 86_400;

/** What past commits with words like the request's changed: document → 0..1 and more, for files that still exist. Age counts from the newest commit. */
export function commitVotes(stored: StoredCorpus, query: Query): Map<number, number> {
  const list = stored.commitList();
  const votes = new Map<number, number>();
  const newest = list.reduce((latest, { time }) => Math.max(latest, time), 0);
  const average = list.reduce((sum, { length }) => sum + length, 0) / Math.max(1, list.length);
  const scores = new Float64Array(list.length);
  for (const [key, weight] of query.weights) {
    const root = key.startsWith(STEM) ? key.slice(STEM.length) : key;
    const counts = new Map<number, number>();
    for (const word of key.startsWith(STEM) ? [root, ...stored.wordsWithStem(root)] : [root]) {
      stored.eachCommit(word, (commit, count) => counts.set(commit, (counts.get(commit) ?? 0) + count));
    }
    if (counts.size === 0) continue;
    const rarity = weight * Math.log(1 + (list.length - counts.size + 0.5) / (counts.size + 0.5));
    for (const [commit, count] of counts) {
      const norm = K1 * (1 - B + B * (list[commit]?.length ?? 0) / average);
      scores[commit] = (scores[commit] ?? 0) + rarity * count * (K1 + 1) / (count + norm);
    }
  }
  const ranked = list.map(({ time }, commit) => ({
    commit,
    score: (scores[commit] ?? 0) * 0.5 ** ((newest - time) / (HALF_LIFE_DAYS * SECONDS_A_DAY)),
  })).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.commit - b.commit).slice(
    0,
    VOTERS,
  );
  const best = ranked[0]?.score ?? 1;
  for (const { commit, score } of ranked) {
    const files = stored.commitFiles(commit);
    for (const path of files) {
      const document = stored.document(path);
      if (document !== undefined) {
        votes.set(document, (votes.get(document) ?? 0) + score / best / Math.sqrt(files.length));
      }
    }
  }
  return votes;
}
