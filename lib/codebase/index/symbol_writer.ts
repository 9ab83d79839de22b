import type { StatementSync } from "node:sqlite";
import { KEY } from "../corpus/corpus.ts";
import { symbolsOf } from "../corpus/memory_corpus.ts";
import { eachPosting, PostingWriter } from "../corpus/postings.ts";
import { fingerprint } from "../corpus/terms.ts";
import type { Outline } from "../syntax/outline.ts";
import type { IndexWriter, PostingTable } from "./index_writer.ts";

interface Segment {
  id: number;
  first: number;
  /** A byte for each file, 1 where its names come from its outline. */
  outlined: Uint8Array;
}

/** Makes files findable by the names in their outlines, in place of those that patterns found in their texts. */
export class SymbolWriter {
  readonly #segments: Segment[];
  readonly #postings: PostingTable;
  readonly #update: StatementSync;

  constructor({ database, postings }: IndexWriter) {
    this.#postings = postings;
    this.#update = database.prepare("UPDATE segments SET outlined = ? WHERE id = ?");
    this.#segments = database.prepare("SELECT id, first, outlined FROM segments ORDER BY first").all()
      .map(({ id, first, outlined }) => ({
        id: Number(id),
        first: Number(first),
        outlined: outlined instanceof Uint8Array ? outlined : new Uint8Array(),
      }));
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
      if (before) eachPosting(before, (document) => documents.add(document));
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
