import { eachPosting, packPostings, type PostingList } from "../corpus/postings.ts";
import type { IndexWriter } from "./index_writer.ts";

/** Segments below so many documents are merged once there are more than `MAX_SMALL` of them, so that a word stays few reads away. */
const SMALL = 1000;
const MAX_SMALL = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A batch of files: the number of its first one, and how many there were. */
interface Segment {
  first: number;
  count: number;
}

/** Keeps the segments of an index few: merges the newest, small ones. And takes the words of what is no more out of all of them, once a day and where it is to be `all`: for that all lists are read. `now`: ms since 1970. */
export function tendSegments(writer: IndexWriter, now: number, all: boolean): void {
  const isDue = all || Math.abs(now - Number(writer.meta("compacted") ?? 0)) > DAY_MS;
  const alive = new Set([...writer.files.entries()].map(([, { id }]) => id));
  writer.transaction(() => {
    const segments = writer.database.prepare("SELECT first, count FROM segments ORDER BY first").all()
      .map((row) => ({ first: Number(row["first"]), count: Number(row["count"]) }));
    // Numbers of files are given once: as many are without a file as when words were taken out last, so no file has gone since.
    const dead = String(segments.reduce((sum, { count }) => sum + count, 0) - alive.size);
    const isWhole = isDue && dead !== writer.meta("dead");
    const hasDead = ({ first, count }: Segment) =>
      Array.from({ length: count }, (_, at) => first + at).some((document) => !alive.has(document));
    const worn = isWhole ? segments.filter(hasDead) : [];
    for (const segment of worn) rewrite(writer, [segment], alive);
    const small = segments.slice(segments.findLastIndex(({ count }) => count >= SMALL) + 1);
    if (small.length > MAX_SMALL) rewrite(writer, small, alive);
    if (worn.length > 0) {
      writer.database.exec("DELETE FROM stems WHERE term NOT IN (SELECT term FROM postings)");
    }
    if (isWhole) writer.putMeta({ compacted: String(now), dead });
  });
}

function areAlive(bytes: Uint8Array, alive: ReadonlySet<number>): boolean {
  let areAll = true;
  eachPosting(bytes, (document) => areAll &&= alive.has(document));
  return areAll;
}

/** Makes neighbouring segments one, without the words of what is no more. */
function rewrite(
  { database, postings }: IndexWriter,
  segments: readonly Segment[],
  alive: ReadonlySet<number>,
): void {
  const [{ first } = { first: 0 }] = segments;
  const isOne = segments.length === 1;
  const lists = new Map<number, PostingList>();
  for (const segment of segments) {
    for (const [term, bytes] of postings.all(segment.first)) {
      if (isOne && areAlive(bytes, alive)) continue;
      const list = lists.get(term) ?? [];
      eachPosting(bytes, (document, ...counts) => alive.has(document) && list.push(document, ...counts));
      lists.set(term, list);
    }
    if (isOne) continue;
    postings.delete(segment.first);
    database.prepare("DELETE FROM segments WHERE first = ?").run(segment.first);
  }
  const sorted = [...lists].sort(([a], [b]) => a - b);
  postings.put(first, sorted.map(([term, list]) => [term, packPostings(list)] as const));
  database.prepare("INSERT OR REPLACE INTO segments (first, count) VALUES (?, ?)")
    .run(first, segments.reduce((sum, { count }) => sum + count, 0));
}
