import { assertEquals } from "@std/assert";
import { PostingChains } from "../../../lib/codebase/corpus/posting_chains.ts";

Deno.test("each term has its own postings, in the order they came, however many there are", () => {
  const chains = new PostingChains();
  const expected = new Map<number, number[][]>();
  for (let document = 0; document < 3000; document++) {
    for (const term of [0, document % 7, 5000 + document]) {
      const posting = [document, term + 1, document % 3];
      chains.add(term, document, term + 1, document % 3);
      const list = expected.get(term);
      if (list) list.push(posting);
      else expected.set(term, [posting]);
    }
  }
  assertEquals(chains.size, 9000);
  for (const [term, list] of expected) {
    const found: number[][] = [];
    chains.each(term, (...posting) => found.push(posting));
    assertEquals(found, list);
  }
  for (const unknown of [7, 4999, 1_000_000]) {
    assertEquals(chains.has(unknown), false);
    chains.each(unknown, () => {
      throw new Error("nothing was added");
    });
  }
});
