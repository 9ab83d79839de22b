import { assertEquals } from "@std/assert";
import { eachPosting, PostingWriter } from "../../../lib/codebase/corpus/postings.ts";

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
