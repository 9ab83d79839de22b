import { assertEquals } from "@std/assert";
import { Accumulator } from "../../../lib/codebase/ranking/accumulator.ts";

/** Values with many ties, in an order that is none. */
function filled(size: number): Accumulator {
  const sums = new Accumulator(size);
  for (let at = 0; at < size; at++) sums.add(at * 7919 % size, 1 + at * 31 % 97);
  return sums;
}

Deno.test("the best are those of a sorted list, and all that tie with the last of them", () => {
  const sums = filled(1009);
  for (const count of [1, 2, 3, 10, 200, 1008, 1009, 2000]) {
    const values = sums.touched.map((document) => sums.get(document)).sort((a, b) => b - a);
    const least = values[Math.min(count, values.length) - 1] ?? 0;
    assertEquals(sums.best(count), sums.touched.filter((document) => sums.get(document) >= least));
  }
});

Deno.test("what is added as a whole is what is added one by one; nothing is left after clearing", () => {
  const [whole, single, other] = [filled(300), filled(300), filled(200)];
  whole.addAll(other, 0.3);
  for (const document of other.touched) single.add(document, 0.3 * other.get(document));
  assertEquals(whole, single);
  const few = new Accumulator(100_000);
  few.add(5, 1);
  for (const sums of [whole, few]) {
    sums.clear();
    assertEquals(sums.touched, []);
    assertEquals(sums.values.every((value) => value === 0), true);
  }
});
