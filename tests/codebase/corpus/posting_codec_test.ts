import { assertEquals } from "@std/assert";
import { eachPosting, packPostings } from "../../../lib/codebase/corpus/postings.ts";

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
  assertEquals(read(packPostings(postings.flat())), postings);
  assertEquals(read(packPostings([2, 1, 0, 5, 2, 1], 300)), [[302, 1, 0], [305, 2, 1]]);
  assertEquals(read(packPostings([])), []);
});
