import type { DatabaseSync, StatementSync } from "node:sqlite";
import { symbolsOf } from "../corpus/analyse.ts";
import { KEY } from "../corpus/corpus.ts";
import { fingerprint } from "../corpus/fingerprint.ts";
import { eachPosting, PostingWriter } from "../corpus/posting_codec.ts";
import {
  DEAD,
  kindIn,
  OUTLINED,
  readSegment,
  type SegmentDocuments,
  writeSegment,
} from "../corpus/segment.ts";
import type { Outline } from "../syntax/outline.ts";
import { PostingTables } from "./posting_tables.ts";

interface Segment extends SegmentDocuments {
  id: number;
  first: number;
  /** Whether some of its files have had their outlines before. */
  begun: boolean;
}

/** Makes files findable by the names in their outlines, in place of those that patterns found in their texts. */
export class SymbolWriter {
  readonly #segments: Segment[];
  readonly #postings: PostingTables;
  readonly #update: StatementSync;

  constructor(database: DatabaseSync) {
    this.#postings = new PostingTables(database);
    this.#update = database.prepare("UPDATE segments SET documents = ? WHERE id = ?");
    this.#segments = database.prepare("SELECT id, first, documents FROM segments ORDER BY first").all().map(
      (row) => {
        const documents = readSegment(row["documents"]);
        const begun = documents.traits.some((traits) => (traits & OUTLINED) !== 0);
        return { id: Number(row["id"]), first: Number(row["first"]), begun, ...documents };
      },
    );
  }

  /** Documents without an outline, each with its kind, a sum of `KIND`. */
  waiting(): Map<number, number> {
    const found = new Map<number, number>();
    for (const { first, lengths, traits } of this.#segments) {
      for (let at = 0; at < lengths.length; at++) {
        const trait = traits[at] ?? 0;
        if (lengths[at] !== DEAD && (trait & OUTLINED) === 0) found.set(first + at, kindIn(trait));
      }
    }
    return found;
  }

  /** Writes files' names, once for each file. The caller holds the transaction; where it fails, this writer is of no more use. */
  write(outlines: ReadonlyMap<number, Outline>): void {
    const bySegment = new Map<Segment, number[]>();
    for (const document of [...outlines.keys()].sort((a, b) => a - b)) {
      const segment = this.#segment(document);
      if (!segment) continue;
      const documents = bySegment.get(segment);
      if (documents) documents.push(document);
      else bySegment.set(segment, [document]);
    }
    for (const [segment, documents] of bySegment) {
      this.#post(segment, lists(documents, outlines));
      for (const document of documents) {
        const at = document - segment.first;
        segment.traits[at] = (segment.traits[at] ?? 0) | OUTLINED;
      }
      segment.begun = true;
      this.#update.run(writeSegment(segment), segment.id);
    }
  }

  #post({ id, begun, lengths }: Segment, added: ReadonlyMap<number, readonly number[]>): void {
    const postings = this.#postings;
    const segment = { id: -id, count: lengths.length };
    const lists = function* (): Generator<[number, Uint8Array]> {
      const writer = new PostingWriter();
      for (const key of [...added.keys()].sort((a, b) => a - b)) {
        const documents = new Set(added.get(key));
        const before = begun ? postings.get(key, segment) : undefined;
        if (before) eachPosting(before, (document) => documents.add(document));
        for (const document of [...documents].sort((a, b) => a - b)) writer.add(document, 1, 0);
        yield [key, writer.take()];
      }
    };
    postings.put(segment, lists());
  }

  #segment(document: number): Segment | undefined {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const segment = this.#segments[middle];
      if (!segment) return undefined;
      if (document < segment.first) high = middle - 1;
      else if (document >= segment.first + segment.lengths.length) low = middle + 1;
      else return segment;
    }
    return undefined;
  }
}

/** Documents by the fingerprint of a key, in their order. */
function lists(documents: readonly number[], outlines: ReadonlyMap<number, Outline>): Map<number, number[]> {
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
