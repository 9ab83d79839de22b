import { assert, assertEquals } from "@std/assert";
import { addPostings, DEAD, eachPosting, PostingWriter } from "../../../lib/codebase/corpus/postings.ts";

import { Accumulator } from "../../../lib/codebase/ranking/accumulator.ts";

function read(bytes: Uint8Array): [number, number, number][] {
  const found: [number, number, number][] = [];
  eachPosting(bytes, (...posting) => found.push(posting));
  return found;
}

Deno.test("postings come back as they were written, up to the largest numbers", () => {
  const postings: [number, number, number][] = [
    [0, 1, 0],
    [1, 300, 2],
    [129, 1, 0],
    [70_000, 1_000_000, 127],
    [40_000_000, 1, 128],
  ];
  const writer = new PostingWriter();
  for (const posting of postings) writer.add(...posting);
  assertEquals(read(writer.take()), postings);
  assertEquals(read(writer.take()), []);
});

Deno.test("sums of postings are those of a visit, without dead documents and those beyond the end", () => {
  const writer = new PostingWriter();
  const size = 40_000;
  for (let document = 3; document < size + 900; document += 1 + document % 700) {
    writer.add(document, 1 + document % 400, document % 5 === 0 ? 1 + document % 200 : 0);
  }
  const bytes = writer.take();
  const lengths = Uint32Array.from({ length: size }, (_, document) => document % 7 === 0 ? DEAD : 10);
  const visited = new Accumulator(size);
  const added = new Accumulator(size);
  for (const word of [bytes, bytes.subarray(0, 90)]) {
    eachPosting(word, (document, count, inDefinitions) => {
      if (document < size && lengths[document] !== DEAD) visited.add(document, count + 4 * inDefinitions);
    });
    addPostings(word, lengths, 4, added);
  }
  assertEquals(added, visited);
  assert(added.touched.length > 50);
});
