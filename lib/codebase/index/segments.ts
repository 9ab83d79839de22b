import type { DatabaseSync, StatementSync } from "node:sqlite";
import { KEY } from "../corpus/corpus.ts";
import { symbolsOf } from "../corpus/memory_corpus.ts";
import { eachPosting, PostingWriter } from "../corpus/postings.ts";
import { fingerprint } from "../corpus/terms.ts";
import type { Outline } from "../structure/definition.ts";
import type { IndexWriter, PostingTable } from "./index_writer.ts";

/** Segments below so many documents are merged once there are more than `MAX_SMALL` of them, so that a word stays few reads away. */
const SMALL = 1000;
const MAX_SMALL = 8;

/** Share of a segment's documents that are no more from which on their words are taken out with the next refresh. */
const COMPACTED_FROM = 1 / 2;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Segment {
  id: number;
  first: number;
  count: number;
  /** Documents that were no more when their words were last taken out. */
  compacted: number;
  /** A byte for each file, 1 where its names come from its outline. */
  outlined: Uint8Array;
}

/**
 * Keeps the segments of an index few: merges the newest, small ones. And keeps them free of what is no more: takes its words out
 * where it is much of a segment, everywhere once a day, and where it is to be `all`. `now`: ms since 1970.
 */
export function tendSegments(writer: IndexWriter, now: number, all: boolean): void {
  const isWhole = all || Math.abs(now - Number(writer.meta("compacted") ?? 0)) > DAY_MS;
  const alive = new Set([...writer.files.entries()].map(([, { id }]) => id));
  writer.transaction(() => {
    const segments = segmentsOf(writer.database);
    const small = segments.slice(segments.findLastIndex(({ count }) => count >= SMALL) + 1);
    if (small.length > MAX_SMALL) rewrite(writer, small, alive);
    let isCompacted = false;
    for (const segment of segmentsOf(writer.database)) {
      const left = deadIn(segment, alive) - segment.compacted;
      if (left === 0 || (!isWhole && left < COMPACTED_FROM * segment.count)) continue;
      rewrite(writer, [segment], alive);
      isCompacted = true;
    }
    if (!isWhole) return;
    if (isCompacted) {
      writer.database.exec("DELETE FROM stems WHERE term NOT IN (SELECT term FROM postings)");
    }
    writer.putMeta({ compacted: String(now) });
  });
}

function segmentsOf(database: DatabaseSync): Segment[] {
  return database.prepare("SELECT id, first, count, compacted, outlined FROM segments ORDER BY first").all()
    .map((row) => ({
      id: Number(row["id"]),
      first: Number(row["first"]),
      count: Number(row["count"]),
      compacted: Number(row["compacted"]),
      outlined: row["outlined"] instanceof Uint8Array ? row["outlined"] : new Uint8Array(),
    }));
}

function deadIn({ first, count }: Segment, alive: ReadonlySet<number>): number {
  let dead = 0;
  for (let document = first; document < first + count; document++) if (!alive.has(document)) dead++;
  return dead;
}

/** Makes neighbouring segments one, without the words of what is no more. */
function rewrite(
  { database, postings }: IndexWriter,
  segments: readonly Segment[],
  alive: ReadonlySet<number>,
): void {
  const [target] = segments;
  if (target === undefined) return;
  for (const sign of [1, -1]) {
    const lists = new Map<number, PostingWriter>();
    for (const { id } of segments) {
      for (const [term, bytes] of postings.all(sign * id)) {
        const list = lists.get(term) ?? new PostingWriter();
        eachPosting(bytes, (document, count, inDefinitions) => {
          if (alive.has(document)) list.add(document, count, inDefinitions);
        });
        // A list that lost a document is shorter; one that did not can stay.
        if (segments.length > 1 || list.length < bytes.length) lists.set(term, list);
      }
      if (segments.length > 1) postings.delete(sign * id);
    }
    postings.put(
      sign * target.id,
      [...lists].sort(([a], [b]) => a - b).map(([term, list]) => [term, list.take()] as const),
    );
  }
  const count = segments.reduce((sum, segment) => sum + segment.count, 0);
  const outlined = new Uint8Array(count);
  for (const segment of segments) outlined.set(segment.outlined, segment.first - target.first);
  const merged = { ...target, count };
  database.prepare(`DELETE FROM segments WHERE id IN (${segments.map(({ id }) => id).join(", ")})`).run();
  database.prepare("INSERT INTO segments (id, first, count, compacted, outlined) VALUES (?, ?, ?, ?, ?)")
    .run(target.id, target.first, count, deadIn(merged, alive), outlined);
}

/** Makes files findable by the names in their outlines, in place of those that patterns found in their texts. */
export class SymbolWriter {
  readonly #segments: Segment[];
  readonly #postings: PostingTable;
  readonly #update: StatementSync;

  constructor({ database, postings }: IndexWriter) {
    this.#postings = postings;
    this.#update = database.prepare("UPDATE segments SET outlined = ? WHERE id = ?");
    this.#segments = segmentsOf(database);
  }

  isOutlined(document: number): boolean {
    const segment = this.#segmentOf(document);
    return segment?.outlined[document - segment.first] === 1;
  }

  /** Writes files' names, once for each file. The caller holds the transaction; where it fails, this writer is of no more use. */
  write(outlines: ReadonlyMap<number, Outline>): void {
    const documents = [...outlines.keys()].sort((a, b) => a - b);
    for (const [segment, own] of Map.groupBy(documents, (document) => this.#segmentOf(document))) {
      if (segment === undefined) continue;
      this.#postings.put(-segment.id, this.#lists(segment, documentsByKey(own, outlines)));
      for (const document of own) segment.outlined[document - segment.first] = 1;
      this.#update.run(segment.outlined, segment.id);
    }
  }

  /** The lists of a segment's names with the documents that are `added`. */
  *#lists(
    { id, outlined }: Segment,
    added: ReadonlyMap<number, readonly number[]>,
  ): Generator<[number, Uint8Array]> {
    const isNew = !outlined.includes(1);
    const list = new PostingWriter();
    for (const key of [...added.keys()].sort((a, b) => a - b)) {
      const documents = new Set(added.get(key));
      const before = isNew ? undefined : this.#postings.get(-id, key);
      eachPosting(before, (document) => documents.add(document));
      for (const document of [...documents].sort((a, b) => a - b)) list.add(document, 1, 0);
      yield [key, list.take()];
    }
  }

  #segmentOf(document: number): Segment | undefined {
    return this.#segments.findLast(({ first }) => first <= document);
  }
}

/** Documents by the fingerprint of a name that their outlines have. */
function documentsByKey(
  documents: readonly number[],
  outlines: ReadonlyMap<number, Outline>,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const document of documents) {
    const { definitions, bases } = symbolsOf(outlines.get(document)?.definitions ?? []);
    const keys = [
      ...definitions.map((name) => KEY.definition + name),
      ...bases.map((name) => KEY.base + name),
    ];
    for (const key of new Set(keys.map(fingerprint))) {
      const list = found.get(key);
      if (list) list.push(document);
      else found.set(key, [document]);
    }
  }
  return found;
}
