import { eachPosting, PostingWriter } from "../corpus/posting_codec.ts";
import { DEAD, LEFT_OVER, readSegment, type SegmentDocuments, writeSegment } from "../corpus/segment.ts";
import type { IndexWriter } from "./index_writer.ts";
import { type PostingSegment, PostingTables } from "./posting_tables.ts";

/** Segments below so many documents are merged once there are more than `MAX_SMALL` of them, so that a word stays few reads away. */
const MERGED_BELOW = [100, 1000];
const MAX_SMALL = 8;

/** Share of a segment's documents that are no more from which on their words are taken out with the next refresh. */
const COMPACTED_FROM = 1 / 2;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_STEMS =
  "DELETE FROM stems WHERE term NOT IN (SELECT term FROM postings UNION ALL SELECT term FROM recent_postings)";

/** Keeps the segments of an index few, and free of what is no more. */
export class SegmentUpkeep {
  readonly #writer: IndexWriter;
  readonly #postings: PostingTables;

  constructor(writer: IndexWriter) {
    this.#writer = writer;
    this.#postings = new PostingTables(writer.database);
  }

  /** Joins the newest segments into one where many are small, the smallest more often than others. */
  mergeSmall(): void {
    for (const below of MERGED_BELOW) this.#merge(below);
  }

  /**
   * Takes the words of files that are no more out of the segments in which they are many, and out of all of them once a day, or where it is to be `all`. `now`: ms
   * since 1970.
   */
  compact(now: number, all = false): void {
    const writer = this.#writer;
    const { database } = writer;
    const last = Number(writer.meta("compacted") ?? 0);
    const whole = all || Math.abs(now - last) > DAY_MS;
    const update = database.prepare("UPDATE segments SET documents = ? WHERE id = ?");
    const rows = database.prepare("SELECT id, first, documents FROM segments").all();
    writer.transaction(() => {
      let compacted = false;
      for (const row of rows) {
        const id = Number(row["id"]);
        const first = Number(row["first"]);
        const documents = readSegment(row["documents"]);
        const { lengths, traits } = documents;
        const left = traits.filter((trait) => (trait & LEFT_OVER) !== 0).length;
        if (left === 0 || (!whole && left < COMPACTED_FROM * lengths.length)) continue;
        for (const signed of [id, -id]) {
          const segment = { id: signed, count: lengths.length };
          this.#compactPostings(segment, (document) => lengths[document - first] !== DEAD);
        }
        settle(documents);
        update.run(writeSegment(documents), id);
        compacted = true;
      }
      if (!whole) return;
      if (compacted) database.exec(UNUSED_STEMS);
      writer.putMeta({ compacted: String(now) });
    });
  }

  /** Writes the lists alone that have a document which is no more. */
  #compactPostings(segment: PostingSegment, isAlive: (document: number) => boolean): void {
    const shorter: [number, Uint8Array][] = [];
    const list = new PostingWriter();
    for (const [term, bytes] of this.#postings.all(segment)) {
      let isWhole = true;
      eachPosting(bytes, (document, count, inDefinitions) => {
        if (isAlive(document)) list.add(document, count, inDefinitions);
        else isWhole = false;
      });
      const alive = list.take();
      if (isWhole) continue;
      if (alive.length > 0) shorter.push([term, alive]);
      else this.#postings.deleteTerm(term, segment);
    }
    this.#postings.put(segment, shorter);
  }

  #merge(below: number): void {
    const rows = this.#writer.database.prepare("SELECT id, first, count FROM segments ORDER BY first DESC")
      .all();
    const end = rows.findIndex((row) => Number(row["count"]) >= below);
    const small = rows.slice(0, end === -1 ? rows.length : end).reverse();
    const [oldest] = small;
    if (oldest === undefined || small.length <= MAX_SMALL) return;
    const first = Number(oldest["first"]);
    const segments = small.map((row) => ({ id: Number(row["id"]), count: Number(row["count"]) }));
    const target = {
      id: Number(oldest["id"]),
      count: segments.reduce((sum, { count }) => sum + count, 0),
    };
    this.#writer.transaction(() => {
      const merged = this.#documentsOf(segments, target.count);
      const isAlive = (document: number) => merged.lengths[document - first] !== DEAD;
      for (const sign of [1, -1]) {
        const signed = (segment: PostingSegment) => ({ ...segment, id: sign * segment.id });
        this.#mergePostings(segments.map(signed), signed(target), isAlive);
      }
      settle(merged);
      this.#writer.database.prepare("DELETE FROM segments WHERE id > ?").run(target.id);
      this.#writer.database.prepare("UPDATE segments SET count = ?, documents = ? WHERE id = ?")
        .run(target.count, writeSegment(merged), target.id);
    });
  }

  /** Documents of neighbouring segments, `count` together. */
  #documentsOf(segments: readonly PostingSegment[], count: number): SegmentDocuments {
    const all = { lengths: new Uint32Array(count), traits: new Uint32Array(count) };
    const find = this.#writer.database.prepare("SELECT documents FROM segments WHERE id = ?");
    let at = 0;
    for (const segment of segments) {
      const { lengths, traits } = readSegment(find.get(segment.id)?.["documents"]);
      all.lengths.set(lengths, at);
      all.traits.set(traits, at);
      at += segment.count;
    }
    return all;
  }

  #mergePostings(
    segments: readonly PostingSegment[],
    target: PostingSegment,
    isAlive: (document: number) => boolean,
  ): void {
    const lists = new Map<number, PostingWriter>();
    for (const segment of segments) {
      for (const [term, bytes] of this.#postings.all(segment)) {
        eachPosting(bytes, (document, count, inDefinitions) => {
          if (!isAlive(document)) return;
          let writer = lists.get(term);
          if (!writer) lists.set(term, writer = new PostingWriter());
          writer.add(document, count, inDefinitions);
        });
      }
      this.#postings.delete(segment);
    }
    const written = [...lists].sort(([a], [b]) => a - b)
      .map(([term, writer]): [number, Uint8Array] => [term, writer.take()]);
    this.#postings.put(target, written);
  }
}

/** Notes that nothing is left over. */
function settle({ traits }: SegmentDocuments): void {
  for (let at = 0; at < traits.length; at++) traits[at] = (traits[at] ?? 0) & ~LEFT_OVER;
}
